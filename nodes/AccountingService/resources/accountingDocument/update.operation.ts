import type { ServiceRecord } from '../../../shared/client/envelope';
import { refuseMissing } from '../../../shared/fields/check';
import { optionsOfChange } from '../../../shared/fields/options';
import { changeForm } from '../../../shared/fields/changeForm';
import { outputOf } from '../../../shared/agents';
import { mode } from '../../kinds/replace';
import { outputFields, simplifiedKinds } from '../../../shared/fields/output';
import type { ItemOperation } from '../../operation';
import { documentFields, documentRecord } from '../../../shared/documents/documentRecord';
import { hintClearedDueDate } from '../../document/incompleteDocuments';
import { accountingDocumentId } from './documentId';
import {
	bodyWith,
	changeDocument,
	changeableFields,
	readChanges,
	replaceRequest,
} from '../../send/change';
import { readDocument, readRequest } from '../../once/readDocument';
import { givenKeys, lockKeys } from '../../once/unique';
import { lineOptionsOfUpdate, linesOfUpdate } from '../../document/lineForm';
import { vatRatesRequest } from '../../document/vatRateList';

/** Changes some fields or replaces the document. */
export const update: ItemOperation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update invoice or other document',
		description: 'Change some fields of an accounting document, or replace all of it',
	},
	fields: [
		accountingDocumentId.property,
		mode,
		changeForm(changeableFields),
		...linesOfUpdate,
		optionsOfChange(...lineOptionsOfUpdate, ...outputFields(documentRecord)),
	],
	requests: [readRequest, replaceRequest, vatRatesRequest],
	output: simplifiedKinds(documentRecord),
	changes: true,
	sentence: (form) =>
		`${form.get('mode') === 'replace' ? 'Replace all fields of' : 'Update'} {document}[: {changes}]`,
	async run(call) {
		const { form } = call;
		const id = accountingDocumentId.read(form);
		const shape = outputOf(call, documentRecord);
		const input = readChanges(call);
		if (input === undefined) return [shape(await readDocument(call, id))];
		const replacesAll = form.get('mode') === 'replace';
		const hintChanges = (current?: ServiceRecord) => {
			if (current) hintClearedDueDate(call, current, input.head);
		};
		const content = async (current?: ServiceRecord) => {
			const made = await bodyWith(call, input, current);
			if (replacesAll) refuseMissing(documentFields, made.body);
			if (call.preview) hintChanges(current);
			return made;
		};
		const held = await lockKeys(call, givenKeys(input.head));
		try {
			const { before, after } = await changeDocument(call, id, { replacesAll, content });
			hintChanges(before);
			return [shape(after)];
		} finally {
			held.release();
		}
	},
};
