import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';

import { nodeName, type BrowserBench } from '../lib/browserBench';
import { chain, items, nodeType } from '../lib/flow';
import { simplifiedFields } from '../lib/simplifiedFields';

interface Description {
	name: string;
	properties: Array<{ name: string; options?: Array<{ action?: string }> }>;
}

const documents = { resource: 'accountingDocument' };
const names = (entries: Array<{ name: string }>) => entries.map(({ name }) => name);

/** Search terms of users in English, Czech and German. */
const words = [
	...['Accounting Service', 'accounting', 'invoice', 'invoices', 'new invoice', 'invoice paid'],
	...['export invoices', 'payment', 'paid', 'xlsx', 'csv', 'receipt', 'credit note', 'VAT'],
	...[
		'connection check',
		'faktura',
		'účetnictví',
		'platba',
		'Rechnung',
		'Buchhaltung',
		'Zahlung',
		'bezahlt',
	],
];

/** The texts of the form and the messages where a wrong guess costs most. */
export function guidanceChecks(browser: BrowserBench): void {
	const { bench } = browser;

	browser.add('the search terms of users find the node, with every action', async (editor) => {
		await editor.openWorkflow(await bench.session.createWorkflow(chain('Panel')));
		const panel = await editor.openPanel();
		for (const word of words) await panel.find(word, nodeName);
		const types = await bench.session.nodeTypes<Description>();
		const actions = (types.find((type) => type.name === nodeType)?.properties ?? [])
			.filter((property) => property.name === 'operation')
			.flatMap(({ options = [] }) => options.map(({ action }) => action));
		const shown = await panel.actionsOf(nodeName);
		ok(actions.length > 30);
		deepStrictEqual(
			actions.filter((action) => action !== undefined && !shown.includes(action)),
			[],
		);
		match(await panel.headline(), /^Read, create and export invoices .* start workflows/);
		await panel.add('Search invoices and other documents');
		await editor.page.getByTestId('parameter-input-searchText').waitFor();
	});

	browser.add('Export to File says what it exports, and does so once', async (editor) => {
		const many = items(Array.from({ length: 50 }, (_none, number) => ({ number })));
		const form = await browser.openFormBehind(editor, [many], {
			...documents,
			operation: 'exportToFile',
		});
		match((await form.notices()).join(), /does not export the input items/);
		deepStrictEqual(names(await form.offered('rowsPer')), [
			'One Row per Document',
			'One Row per Line Item',
		]);
		strictEqual(await form.execute(), 'success');
		strictEqual(await form.itemsCount(), '1 item');
		deepStrictEqual(await form.hints(), [
			'All 50 input items have the same values, so the node ran once.',
		]);
	});

	browser.add(
		'the form tells a token from an ID, and the error names the field',
		async (editor) => {
			const [{ permalinkToken } = {}] = (await bench.reference.documents()).filter(
				(one) => one.permalinkToken,
			);
			const byToken = await browser.openForm(editor, { ...documents, operation: 'getByToken' });
			deepStrictEqual(await byToken.modes('token'), ['By Token', 'By URL', 'From list']);
			await byToken.chooseMode('token', 'By Token');
			await byToken
				.part('Permalink Token')
				.getByText(/To use an ID, choose/)
				.waitFor();
			await byToken.close();
			const byId = await browser.openForm(editor, { ...documents, operation: 'get' });
			deepStrictEqual(await byId.modes('accountingDocumentId'), ['From list', 'By ID', 'By URL']);
			await byId.chooseMode('accountingDocumentId', 'By ID');
			await byId.fillPicker('accountingDocumentId', String(permalinkToken));
			strictEqual(await byId.execute(), 'danger');
			const refused = await byId.error();
			match(refused.message, /^Document ID must be a positive whole number/);
		},
	);

	browser.add('Change State says where documents are marked as paid', async (editor) => {
		const form = await browser.openForm(editor, { ...documents, operation: 'changeState' });
		await form
			.part('State')
			.getByText(/To mark a document as paid, use the operation Mark as Paid/)
			.waitFor();
	});

	browser.add(
		'the trigger says on its form what it watches and what that costs',
		async (editor) => {
			const form = await browser.openTrigger(editor, { event: ['created'] });
			ok(!(await form.labels()).includes('Watch'));
			ok((await form.labels()).includes('Look Back'));
			deepStrictEqual(await form.notices(), []);
			await form.choose('event', 'Document Paid');
			match((await form.notices()).join(), /^The trigger watches up to 3,000 unpaid documents/);
			const watched = await form.offered('watch');
			deepStrictEqual(names(watched), ['Newest Documents', 'All Unpaid Documents']);
			match(watched[1]?.description ?? '', /Uses more requests/);
			await form.choose('watch', 'Newest Documents');
			match((await form.notices()).join(), /watches only the newest documents/);
		},
	);

	browser.add(
		'Simplified shows what accountants need; Selected Fields, what they choose',
		async (editor) => {
			const form = await browser.openForm(editor, {
				...documents,
				operation: 'getAll',
				limit: 100,
			});
			deepStrictEqual(names(await form.offered('output')), [
				'Raw',
				'Selected Fields',
				'Simplified',
			]);
			strictEqual(await form.execute(), 'success');
			deepStrictEqual(await form.columns(), simplifiedFields);
			await form.choose('output', 'Selected Fields');
			await form.choose('outputFields', 'Document Number');
			await form.choose('outputFields', 'State');
			strictEqual(await form.execute(), 'success');
			deepStrictEqual(await form.columns(), ['accountingDocumentNo', 'state']);
		},
	);

	browser.add('a Base URL without a token exchange is reported as wrong', async (editor) => {
		await browser.openForm(editor, { ...documents, operation: 'getAll' });
		const form = await editor.newCredential();
		const { baseUrl, appId } = bench.sandbox;
		await form.fill({ baseUrl: `${baseUrl}/elsewhere`, appId, appSecret: bench.secrets.right });
		const told = (await form.save()) ?? 'green';
		match(told, /Base URL/);
		// The request names the App ID; the reason must not.
		doesNotMatch(told, /refused the App ID|mistyped|organization/i);
	});

	browser.add('the document picker finds the numbers that it shows', async (editor) => {
		const all = await bench.reference.documents();
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
	});

	browser.add('Search filters by payment, due date, currency, state and total', async (editor) => {
		const form = await browser.openForm(editor, {
			...documents,
			operation: 'search',
			returnAll: true,
		});
		const offered = await form.offeredToAdd('Filters');
		const further = ['Currency', 'Document Number', 'Due From', 'Due To', 'State'];
		for (const filter of [...further, 'Payment Status', 'Total From', 'Total To'])
			ok(offered.includes(filter), filter);
		for (const filter of ['Payment Status', 'Currency', 'Due From', 'Total From']) {
			await form.addIn('Filters', filter);
		}
		await form.fill('currency', 'czk');
		await form.fill('dueDateFrom', '2026-02-01');
		await form.fill('valueFrom', '1000.50');
		strictEqual(await form.execute(), 'success');
		const expected = (await bench.reference.documents()).filter(
			({ currency, dueDate, total, amountPaid, payments }) =>
				currency === 'CZK' &&
				String(dueDate ?? '') >= '2026-02-01' &&
				Number(total) >= 1000.5 &&
				(payments as { paid?: boolean } | undefined)?.paid !== true &&
				Number(amountPaid ?? 0) < Number(total),
		);
		ok(expected.length > 1, `${expected.length} documents are expected`);
		strictEqual(await form.itemsCount(), `${expected.length} items`);
	});

	browser.add('several hints of one kind are one line that expands', async (editor) => {
		const newest = (await bench.reference.documents()).slice(0, 3);
		const rows = items(newest.map(({ id }) => ({ id })));
		const form = await browser.openFormBehind(editor, [rows], {
			...{ ...documents, operation: 'update' },
			accountingDocumentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { orderNo: '={{ $json.orderNo }}' },
		});
		strictEqual(await form.execute(), 'success');
		deepStrictEqual(await form.hints(), [
			'The node left out fields that are empty for every item: Order Number. To clear a field, choose it in Clear Fields.',
			'3 items have no fields to update.',
		]);
		await form.output.getByTestId('node-hint-toggle').click();
		const details = form.output.getByTestId('node-hint-message');
		deepStrictEqual(
			(await details.allInnerTexts()).map((text) => text.trim()),
			[1, 2, 3].map(
				(row) => `Row ${row} has no fields to update, so the node sent nothing for it.`,
			),
		);
	});

	browser.add('the export form shows the options of the chosen format', async (editor) => {
		const form = await browser.openForm(editor, { ...documents, operation: 'exportToFile' });
		const csv = ['Byte Order Mark', 'Decimal Separator', 'Delimiter', 'Formula Protection'];
		const shown = async () => {
			const options = await form.offeredToAdd('File Options');
			const all = [...options, ...(await form.offeredToAdd('Advanced'))];
			return all.filter((option) => csv.includes(option)).sort();
		};
		deepStrictEqual(await shown(), csv);
		const columns = await form.offered('columns');
		deepStrictEqual(
			columns.filter(({ description }) => description === ''),
			[],
		);
		await form.choose('format', 'XLSX');
		deepStrictEqual(await shown(), []);
		await form.choose('format', 'NDJSON');
		deepStrictEqual(await shown(), []);
		ok(!(await form.labels()).includes('Columns'));
		await form.choose('format', 'CSV for Excel');
		deepStrictEqual(await shown(), ['Formula Protection']);
		await form.addIn('File Options', 'Headings');
		await form.choose('headings', 'Labels');
		strictEqual(await form.execute(), 'success');
		await form.output
			.getByText(/accounting-documents-.*\.csv/)
			.first()
			.waitFor();
	});
}
