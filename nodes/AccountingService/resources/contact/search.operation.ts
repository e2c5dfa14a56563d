import { assumedRoutes } from '../../../shared/client/settings';
import {
	advancedWith,
	limitFields,
	listOptionFields,
	notForAgent,
} from '../../../shared/fields/options';
import { outputFields, simplifiedKinds } from '../../../shared/fields/output';
import { textField } from '../../../shared/fields/properties';
import { plainText } from '../../../shared/fields/values';
import { listRecords } from '../../kinds/list';
import type { ItemOperation } from '../../operation';
import { contactList, contactRecord } from './fields';
import { searchContacts } from './source';

const contactSearchText = textField(
	'Search Text',
	'searchText',
	'Text to find in the contact, such as a name or company number. Leave it empty to find all contacts.',
	{ placeholder: 'e.g. Example Ltd' },
);

export const search: ItemOperation = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search contacts',
		description: 'Find customers and suppliers by text',
	},
	fields: [
		contactSearchText,
		...limitFields,
		...outputFields(contactRecord).map(notForAgent),
		advancedWith(...listOptionFields),
	],
	requests: [
		{
			route: assumedRoutes.searchContactsPath,
			basis: 'contacts [I]',
			assumption:
				'The path; can be changed in the credential (Path of Search Contacts). The names of the parameters, as in the search of documents',
		},
	],
	output: simplifiedKinds(contactRecord),
	oncePerInput: true,
	async run(call) {
		const text = plainText(call.form.get('searchText'), 'searchText', 'Search Text');
		const source = searchContacts(call.client, text);
		const records = { record: contactRecord, listName: contactList };
		return await listRecords(call, source, records);
	},
};
