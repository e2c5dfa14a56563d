/** docs/reference/operations.md: forms that are filled in and executed in the editor. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import { usualLimit } from '../../../nodes/shared/fields/options';
import type { Editor } from '../browser/editor';
import { type BrowserBench, nodeName } from '../lib/browserBench';
import { items } from '../lib/flow';
import { simplifiedFields } from '../lib/simplifiedFields';

const documents = { resource: 'accountingDocument' };
const getAll = { ...documents, operation: 'getAll', limit: 100 };
const names = (entries: Array<{ name: string }>) => entries.map(({ name }) => name);

type FormCheck = (browser: BrowserBench, editor: Editor) => Promise<void>;

export function formChecks(browser: BrowserBench): void {
	const forms: Record<string, FormCheck> = {
		'Get Many shows what accountants need, or the fields that they select': readsDocuments,
		'Search takes a text and filters': searches,
		'the document picker finds the numbers that it shows': picksDocument,
		'Export to File says what it exports, and does so once': exportsOnce,
		'the export form shows the options of the chosen format': offersExportOptions,
		'an error names the field, says what happened and what to do': explainsErrors,
		'the next node shows the fields before the first execution': showsFieldsToNextNode,
		'the trigger says what it watches and what that costs': explainsWatching,
		'the trigger fetches a test event': fetchesTestEvent,
	};
	for (const [title, check] of Object.entries(forms))
		browser.add(title, async (editor) => await check(browser, editor));
}

async function readsDocuments(browser: BrowserBench, editor: Editor): Promise<void> {
	const form = await browser.openForm(editor, { ...getAll, limit: 5 });
	const labels = ['Resource', 'Operation', 'Return All', 'Limit', 'Filters', 'Options'];
	deepStrictEqual(await form.labels(), labels);
	strictEqual(await form.execute(), 'success');
	strictEqual(await form.itemsCount(), '5 items');
	ok(!(await form.hints()).some((hint) => hint.includes('Simplified')));
	deepStrictEqual(await form.columns(), simplifiedFields);
	const [newest] = await browser.bench.reference.documents();
	const [id, number] = await form.firstRow();
	deepStrictEqual([id, number], [String(newest?.id), newest?.accountingDocumentNo]);
	await form.addIn('Options', 'Output');
	const outputs = ['Raw', 'Selected Fields', 'Simplified'];
	deepStrictEqual(names(await form.offered('output')), outputs);
	await form.choose('output', 'Selected Fields');
	await form.addIn('Options', 'Output Fields');
	await form.choose('outputFields', 'Document Number');
	await form.choose('outputFields', 'State');
	strictEqual(await form.execute(), 'success');
	deepStrictEqual(await form.columns(), ['accountingDocumentNo', 'state']);
	await form.close();
	strictEqual(await editor.subtitle(nodeName), 'getAll: accountingDocument');
}

async function searches(browser: BrowserBench, editor: Editor): Promise<void> {
	const search = { ...documents, operation: 'search', returnAll: true };
	const form = await browser.openForm(editor, search);
	const offered = await form.offeredToAdd('Filters');
	const further = ['Document Number', 'Due To', 'State', 'Total To'];
	deepStrictEqual(
		further.filter((filter) => !offered.includes(filter)),
		[],
	);
	await form.fill('searchText', 'Sokol');
	await form.addIn('Filters', 'Direction');
	await form.choose('direction', 'Received');
	await form.addIn('Filters', 'Issued From');
	await form.fill('issueDateFrom', '2026-03-01');
	const received = (await browser.bench.reference.search({ searchText: 'Sokol' })).filter(
		({ direction, issueDate }) => direction === 0 && String(issueDate) >= '2026-03-01',
	);
	strictEqual(await form.execute(), 'success');
	ok(
		received.length > 1 && received.length < usualLimit,
		`${received.length} documents are expected`,
	);
	strictEqual(await form.itemsCount(), `${received.length} items`);

	for (const filter of ['Payment Status', 'Currency', 'Due From', 'Total From'])
		await form.addIn('Filters', filter);
	await form.fill('searchText', '');
	await form.choose('direction', 'Issued');
	await form.fill('issueDateFrom', '2025-01-01');
	await form.fill('currency', 'czk');
	await form.fill('dueDateFrom', '2026-02-01');
	await form.fill('valueFrom', '1000.50');
	strictEqual(await form.execute(), 'success');
	const unpaid = (await browser.bench.reference.documents()).filter(
		({ direction, issueDate, currency, dueDate, total, amountPaid, payments }) =>
			direction === 1 &&
			String(issueDate ?? '') >= '2025-01-01' &&
			currency === 'CZK' &&
			String(dueDate ?? '') >= '2026-02-01' &&
			Number(total) >= 1000.5 &&
			(payments as { paid?: boolean } | undefined)?.paid !== true &&
			Number(amountPaid ?? 0) < Number(total),
	);
	ok(unpaid.length > 1, `${unpaid.length} documents are expected`);
	strictEqual(await form.itemsCount(), `${unpaid.length} items`);
}

async function picksDocument(browser: BrowserBench, editor: Editor): Promise<void> {
	const all = await browser.bench.reference.documents();
	const number = String(all[7]?.accountingDocumentNo);
	const form = await browser.openForm(editor, { ...documents, operation: 'get' });
	await form.pickerEntries('accountingDocumentId');
	const [found] = await form.pickerEntries('accountingDocumentId', number);
	ok(found?.startsWith(number), found);
	await form.pick(0);
	strictEqual(await form.execute(), 'success');
	ok((await form.firstRow()).includes(number));
	await form.choose('operation', 'Search');
	await form.addIn('Filters', 'Document Number');
	await form.fill('documentNo', number);
	strictEqual(await form.execute(), 'success');
	strictEqual(await form.itemsCount(), '1 item');
}

const exportToFile = { ...documents, operation: 'exportToFile' };

async function exportsOnce(browser: BrowserBench, editor: Editor): Promise<void> {
	const many = items(Array.from({ length: 50 }, (_none, number) => ({ number })));
	const form = await browser.openFormBehind(editor, [many], exportToFile);
	match((await form.notices()).join(), /does not export the input items/);
	const rows = ['One Row per Document', 'One Row per Line Item', 'Documents and Line Items'];
	deepStrictEqual(names(await form.offered('rowsPer')), rows);
	strictEqual(await form.execute(), 'success');
	strictEqual(await form.itemsCount(), '1 item');
	deepStrictEqual(await form.hints(), [
		'All 50 input items have the same values, so the node ran once.',
	]);
}

async function offersExportOptions(browser: BrowserBench, editor: Editor): Promise<void> {
	const form = await browser.openForm(editor, exportToFile);
	const csv = ['Delimiter', 'Formula Protection'];
	const shown = async () => {
		const options = await form.offeredToAdd('Options');
		return options.filter((option) => csv.includes(option)).sort();
	};
	deepStrictEqual(await shown(), csv);
	ok(!(await form.labels()).includes('Chosen Columns'));
	await form.choose('columnSet', 'Chosen');
	const columns = await form.offered('columns');
	deepStrictEqual(
		columns.filter(({ description }) => description === ''),
		[],
	);
	await form.choose('columns', 'Document Number');
	await form.choose('format', 'XLSX');
	deepStrictEqual(await shown(), []);
	await form.choose('format', 'NDJSON');
	deepStrictEqual(await shown(), []);
	for (const label of ['Columns', 'Chosen Columns']) ok(!(await form.labels()).includes(label));
	await form.choose('format', 'CSV for Excel');
	deepStrictEqual(await shown(), ['Formula Protection']);
	strictEqual(await form.execute(), 'success');
	const view = form.output.getByText('View', { exact: true });
	await view.or(form.output.getByText('Download')).first().waitFor();
	match(await form.output.innerText(), /accounting-documents-\d{4}-\d\d-\d\d.*\.csv/);
}

async function explainsErrors(browser: BrowserBench, editor: Editor): Promise<void> {
	const byToken = await browser.openForm(editor, { ...documents, operation: 'getByToken' });
	deepStrictEqual(await byToken.modes('token'), ['Token', 'By URL', 'From list']);
	await byToken.chooseMode('token', 'Token');
	await byToken
		.part('Permalink Token')
		.getByText(/To use an ID, choose/)
		.waitFor();
	await byToken.fillPicker('token', 'no-such-token');
	strictEqual(await byToken.execute(), 'danger');
	const notFound = await byToken.error();
	match(notFound.message, /^The service found nothing while fetching the accounting document/);
	match(notFound.description, /Check the ID or token/);
	await byToken.close();

	const byId = await browser.openForm(editor, { ...documents, operation: 'get' });
	deepStrictEqual(await byId.modes('accountingDocumentId'), ['From list', 'By ID', 'By URL']);
	await byId.chooseMode('accountingDocumentId', 'By ID');
	await byId.fillPicker('accountingDocumentId', 'no-such-token');
	strictEqual(await byId.execute(), 'danger');
	match((await byId.error()).message, /^Document ID must be a positive whole number/);
	await byId.close();

	const wrong = await browser.openForm(editor, getAll, browser.bench.credential('wrongSecret'));
	strictEqual(await wrong.execute(), 'danger');
	const refused = await wrong.error();
	match(refused.message, /^The service refused the App ID or App Secret$/);
	match(refused.description, /Copy both again/);
}

async function showsFieldsToNextNode(browser: BrowserBench, editor: Editor): Promise<void> {
	const type = 'n8n-nodes-base.set';
	const next = { name: 'Next', type, typeVersion: 3.4, parameters: {} };
	const form = await browser.openForm(editor, getAll, browser.bench.credential(), next);
	await form.close();
	await editor.openNode('Next');
	const input = editor.page.getByTestId('ndv-input-panel');
	for (const field of ['accountingDocumentNo', 'contactName'])
		await input.getByText(field, { exact: true }).waitFor();
}

async function explainsWatching(browser: BrowserBench, editor: Editor): Promise<void> {
	const form = await browser.openTrigger(editor, { event: ['created'] });
	ok(!(await form.labels()).includes('Watch'));
	ok((await form.labels()).includes('Newest Documents to Watch'));
	deepStrictEqual(await form.notices(), []);
	await form.choose('event', 'Document Paid');
	match((await form.notices()).join(), /^The trigger watches up to 3,000 unpaid documents/);
	const watched = await form.offered('watch');
	deepStrictEqual(names(watched), ['Newest Documents', 'All Unpaid Documents']);
	match(watched[1]?.description ?? '', /Uses more requests/);
	await form.choose('watch', 'Newest Documents');
	match((await form.notices()).join(), /watches only the newest documents/);
}

async function fetchesTestEvent(browser: BrowserBench, editor: Editor): Promise<void> {
	const form = await browser.openTrigger(editor, { event: ['created'] });
	strictEqual(await form.execute(), 'success');
	const [newest] = await browser.bench.reference.documents();
	const shown = [newest?.accountingDocumentNo, 'event', 'eventId', 'document', 'changes'];
	for (const text of shown)
		await form.output.getByText(String(text), { exact: true }).first().waitFor();
}
