/** docs/recipes/credit-note.md: a whole invoice, one line and half a line are credited by hand in the editor. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { NodeForm } from '../browser/nodeForm';
import { nodeName, type BrowserBench } from '../lib/browserBench';
import { chain, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';

const rate = { vatRate: 21, vatRateType: 1 };
const [chairs, desk] = [
	{ ...rate, description: 'Chairs', qt: 3, price: 33.33 },
	{ ...rate, description: 'Desk', qt: 1, price: 100 },
];

/** The form of Create From Document, filled in by clicking and typing. */
export function creditNoteFormChecks(browser: BrowserBench): void {
	const { bench } = browser;

	browser.add('a whole invoice, one line and half a line are credited once', async (editor) => {
		await withOwnService(bench.session, 'Credit note', 40, async ({ admin }, credential) => {
			const [first, second] = [await invoice(credential), await invoice(credential)];
			await editor.openWorkflow(await bench.session.createWorkflow(chain('Credit note')));
			const panel = await editor.openPanelBehindLast();
			await panel.find('credit note', nodeName);
			await panel.actionsOf(nodeName);
			const form = await editor.formAfter(
				async () => await panel.add('Create from document as credit note or copy'),
			);
			await editor.chooseCredential(credential.name);
			await form.chooseMode('accountingDocumentId', 'By ID');
			await form.fillPicker('accountingDocumentId', first);
			await form.fill('issueDate', '2026-11-20');
			await form.fill('creditNoteDescription', 'Goods returned');
			await succeeds(form, '-241.99');
			await succeeds(form, '-241.99', /existed already/);
			await creditParts(form, second);
			const notes = admin.createdDocuments().filter(({ type }) => type === 3);
			deepStrictEqual(
				notes.map(({ lineItems, total }) => [
					...(lineItems ?? []).map(({ description, qt }) => `${description} ${qt}`),
					total,
				]),
				[
					['Chairs -3', 'Desk -1', -241.99],
					['Desk -1', -121],
					['Chairs -1.5', -60.5],
				],
			);
			strictEqual(notes[0]?.creditNoteDescription, 'Goods returned');
		});
	});

	/** @returns its ID */
	async function invoice(credential: StoredCredential): Promise<string> {
		const contact = { companyName: 'Example Ltd' };
		const create = {
			resource: 'accountingDocument',
			operation: 'create',
			currency: 'CZK',
			contact,
		};
		const options = { lineItemsJson: JSON.stringify([chairs, desk]) };
		const [made] = await bench.records({ ...create, options }, credential);
		return String(made?.id);
	}
}

/** Credits the second line item. Then half of the first one, for which the error says what to do. */
async function creditParts(form: NodeForm, id: string): Promise<void> {
	await form.fillPicker('accountingDocumentId', id);
	await form.choose('linesToCopy', 'Chosen');
	await form.addRow('Chosen Line Items');
	await form.fill('lineNumber', '2');
	await succeeds(form, '-121');
	await form.fill('lineNumber', '1');
	await form.fill('qt', '1.5');
	strictEqual(await form.execute(), 'danger');
	const { message, description } = await form.error();
	match(message, /already has the Credit Note ID \d+ with other lines/);
	match(description, /Options > Unique By .* External Number/);
	await form.addIn('Options', 'Unique By');
	await form.choose('copyUniqueBy', 'External Number');
	await form.addIn('Additional Fields', 'External Number');
	await form.fill('externalNo', 'Second part');
	await succeeds(form, '-60.5');
}

/** @param hint the only one; none without it */
async function succeeds(form: NodeForm, total: string, hint?: RegExp): Promise<void> {
	strictEqual(await form.execute(), 'success');
	const [row, hints] = [await form.firstRow(), await form.hints()];
	ok(row.includes(total), row.join(' | '));
	strictEqual(hints.length, hint ? 1 : 0, hints.join());
	if (hint) match(hints.join(), hint);
}
