import { assumedRoutes } from '../../../shared/client/settings';
import { text } from '../../../shared/fields/describe';
import { textIn } from '../../../shared/fields/readForm';
import { searchText } from '../../../shared/documents/criteria';
import { list } from '../../kinds/list';
import { contactList, contactRecord } from './contactRecord';
import { searchContacts } from './source';

export const search = list({
	name: 'Search',
	value: 'search',
	action: 'Search contacts',
	description: 'Find customers and suppliers by text',
	activity: 'searching contacts',
	route: assumedRoutes.searchContactsPath,
	basis: 'contacts [I]',
	assumption:
		'The path; can be changed in the credential (Path of Search Contacts). The names of the parameters, as in the search of documents',
	path: {},
	query: {
		searchText: text(
			searchText.displayName,
			'Text to find in the contact, such as a name or company number. Leave it empty to find all contacts.',
			{ placeholder: 'e.g. Example Ltd', onForm: true },
		),
	},
	record: contactRecord,
	listName: contactList,
	paged: true,
	source: ({ client, form }) => searchContacts(client, textIn(form, searchText)),
});
