/** A new field of a document is left out only on purpose. */
import {
	copiedByCreditNotes,
	copiedFields,
	copiedSums,
} from '../../../nodes/AccountingService/document/copyDocument';
import { newFields } from '../../../nodes/AccountingService/resources/accountingDocument/copyForm';
import { documentFields } from '../../../nodes/shared/documents/documentRecord';
import { acceptedFields, type ServiceFields } from '../../../nodes/shared/fields/describe';
import { sandboxed } from '../sandbox/client';

/** What Create From Document neither copies by name nor offers as a field of the new document. */
const notCopied: Record<string, string> = {
	type: 'the choices of its Type include that of the original',
	lineItems: 'document/copiedLines.ts copies them',
	relatedAccountingDocumentId: 'it names the original, see Set Related Document',
	payments: 'a new document is unpaid',
	creditNoteDelayedVat: 'of each credit note, off by default',
	signatureId: 'the service refuses a deleted one on a new document',
	permalinkToken: 'it opens the original',
};

it('Create From Document copies or offers every field that the service accepts', () => {
	const known = [
		...[...copiedFields, ...copiedByCreditNotes, ...copiedSums],
		...Object.keys(newFields),
	];
	const others = acceptedFields(documentFields).map(([name]) => name);
	expect(others.filter((name) => !known.includes(name)).sort()).toEqual(
		Object.keys(notCopied).sort(),
	);
});

/** What no generated document has, so that tests of lists and exports see it empty. */
const notGenerated: Record<string, string> = {
	explicitNo: 'excludes the number sequence, which all have',
	accountingDocumentNoPreview: 'all have a number',
	variableSymbolPreview: 'all have a variable symbol',
	relatedAccountingDocumentNo: 'only the ID of the related document is known while one is written',
	vatPaymentMode: 'its members are not published',
	'lineItems.reverseChargeCode': 'changes the amounts of its line',
	// Without a rule of their own.
	specificSymbol: 'text',
	sadExchRate: 'number',
	signatureId: 'ID',
	language: 'texts',
	'lineItems.storeItemId': 'ID',
	'lineItems.branch': 'text',
	'lineItems.project': 'text',
};

type Json = Record<string, any>;

/** The paths of the fields without a value in any of the records. */
const emptyIn = (records: Json[], fields: ServiceFields, path = ''): string[] =>
	Object.entries(fields).flatMap(([name, { fields: inner }]) => {
		// The values of lists, one by one.
		const values = records.flatMap((record) => record[name] ?? []);
		if (values.length === 0) return [path + name];
		return inner ? emptyIn(values, inner, `${path}${name}.`) : [];
	});

describe('the documents of the sandbox', () => {
	const on = sandboxed({ documents: 100 });

	it('have a value for every field', async () => {
		const { json } = await on.caller.list('?pageSize=100&scope=CA');
		expect(emptyIn(json.accountingDocuments, documentFields).sort()).toEqual(
			Object.keys(notGenerated).sort(),
		);
	});
});
