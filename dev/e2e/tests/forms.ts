import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import { nodeName, type BrowserBench } from '../lib/browserBench';
import { chain, ourNode, triggerType } from '../lib/flow';

const setType = 'n8n-nodes-base.set';
const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 5 };

/** Opens, fills in and executes operations in the editor, and fetches the trigger's test event. */
export function formChecks(browser: BrowserBench): void {
	const { bench } = browser;

	browser.add(
		'Get Many runs and shows its items; the subtitle says what it does',
		async (editor) => {
			const form = await browser.openForm(editor, getAll);
			deepStrictEqual(await form.labels(), [
				'Resource',
				'Operation',
				'Return All',
				'Limit',
				'Output',
				'Filters',
				'Advanced',
			]);
			strictEqual(await form.execute(), 'success');
			strictEqual(await form.itemsCount(), '5 items');
			ok(!(await form.hints()).some((hint) => hint.includes('Simplified')));
			const [newest] = await bench.reference.documents();
			const columns = await form.columns();
			strictEqual(columns[0], 'id');
			strictEqual(columns[1], 'accountingDocumentNo');
			const row = await form.firstRow();
			deepStrictEqual(row.slice(0, 2), [String(newest?.id), newest?.accountingDocumentNo]);
			await form.close();
			strictEqual(await editor.subtitle(nodeName), 'getAll: accountingDocument');
		},
	);

	browser.add('Search takes a text and filters by choice', async (editor) => {
		const form = await browser.openForm(editor, { ...getAll, operation: 'search', limit: 50 });
		await form.fill('searchText', 'Sokol');
		await form.addTo('Add filter', 'Direction');
		await form.choose('direction', 'Received');
		await form.addTo('Add filter', 'Issued From');
		await form.fill('issueDateFrom', '2026-03-01');
		strictEqual(await form.execute(), 'success');
		const expected = (await bench.reference.search({ searchText: 'Sokol' })).filter(
			({ direction, issueDate }) => direction === 0 && String(issueDate) >= '2026-03-01',
		);
		ok(expected.length > 1 && expected.length < 50, `${expected.length} documents are expected`);
		strictEqual(await form.itemsCount(), `${expected.length} items`);
	});

	browser.add('Get by Permalink Token lists documents to pick from', async (editor) => {
		const form = await browser.openForm(editor, { ...getAll, operation: 'getByToken' });
		await form.chooseMode('token', 'From list');
		const entries = await form.pickerEntries('token');
		const [newest] = await bench.reference.documents();
		ok(entries[0]?.startsWith(String(newest?.accountingDocumentNo)), entries[0]);
		const expected = (await bench.reference.search({ searchText: 'Sokol' }))
			.filter(({ permalinkToken }) => permalinkToken)
			.map(({ accountingDocumentNo }) => String(accountingDocumentNo));
		const found = await form.pickerEntries('token', 'Sokol');
		const numbers = found.map((entry) => entry.split(' · ')[0] ?? '');
		ok(numbers.length > 10);
		deepStrictEqual(numbers, expected.slice(0, numbers.length));
		await form.pick(1);
		strictEqual(await form.execute(), 'success');
		strictEqual(await form.itemsCount(), '1 item');
		ok((await form.firstRow()).includes(numbers[1] ?? ''));
	});

	browser.add('Template, Get runs from its form', async (editor) => {
		const form = await browser.openForm(editor, { resource: 'template', operation: 'get' });
		const [id] = bench.sandbox.admin.templateIds();
		await form.fill('templateId', String(id));
		strictEqual(await form.execute(), 'success');
		strictEqual((await form.firstRow())[0], String(id));
		await form.close();
		strictEqual(await editor.subtitle(nodeName), 'get: template');
	});

	browser.add('Export to File runs and shows the file', async (editor) => {
		const form = await browser.openForm(editor, { ...getAll, operation: 'exportToFile' });
		strictEqual(await form.execute(), 'success');
		await form.output
			.getByText('View', { exact: true })
			.or(form.output.getByText('Download'))
			.first()
			.waitFor();
		const text = await form.output.innerText();
		match(text, /accounting-documents-\d{4}-\d\d-\d\d.*\.csv/);
	});

	browser.add('the trigger fetches a test event', async (editor) => {
		const node = {
			...ourNode(
				bench.credential(),
				{ event: ['created'] },
				{ type: triggerType, name: 'Trigger' },
			),
			id: 'trigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
		};
		const workflow = { ...chain('Trigger'), nodes: [node], connections: {} };
		await editor.openWorkflow(await bench.session.createWorkflow(workflow));
		const form = await editor.openNode('Trigger');
		strictEqual(await form.execute(), 'success');
		const [newest] = await bench.reference.documents();
		const shown = [newest?.accountingDocumentNo, 'event', 'eventId', 'document', 'changes'];
		for (const text of shown) {
			await form.output.getByText(String(text), { exact: true }).first().waitFor();
		}
	});

	browser.add('an error says what happened and what to do', async (editor) => {
		const token = { __rl: true, mode: 'id', value: 'no-such-token' };
		const form = await browser.openForm(editor, { ...getAll, operation: 'getByToken', token });
		strictEqual(await form.execute(), 'danger');
		const notFound = await form.error();
		match(notFound.message, /^The service found nothing while fetching the accounting document/);
		match(notFound.description, /Check the ID or token/);
		await form.close();
		const wrong = await browser.openForm(editor, getAll, bench.credential('wrongSecret'));
		strictEqual(await wrong.execute(), 'danger');
		const refused = await wrong.error();
		match(refused.message, /^The service refused the App ID or App Secret$/);
		match(refused.description, /Copy both again/);
	});

	browser.add('the next node shows the fields before the first execution', async (editor) => {
		const next = { name: 'Next', type: setType, typeVersion: 3.4, parameters: {} };
		await browser.openForm(editor, getAll, bench.credential(), next);
		await editor.page.getByTestId('ndv-close-button').click();
		await editor.openNode('Next');
		const input = editor.page.getByTestId('ndv-input-panel');
		await input.getByText('accountingDocumentNo', { exact: true }).waitFor();
		await input.getByText('contactName', { exact: true }).waitFor();
	});
}
