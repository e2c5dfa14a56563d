/** docs/reference/create.md: an invoice that is entered by hand in the editor. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { NodeForm } from '../browser/nodeForm';
import { nodeName, type BrowserBench } from '../lib/browserBench';
import { chain, items } from '../lib/flow';

/** A row of a spreadsheet: one line of an invoice. Prices are whole numbers, so that nothing is rounded. */
interface Row {
	order: string;
	customer: string;
	what: string;
	count: number;
	price: string;
}

const rows = Array.from({ length: 1_000 }, (_none, index): Row => {
	const order = index % 120;
	return {
		order: `BROWSER-${order}`,
		customer: `Customer ${order} Ltd`,
		what: `Goods ${index}`,
		count: 1 + (index % 5),
		price: `${100 + index}.00`,
	};
});

/** Today's rates of the sandbox, with their names in the picker. */
const domestic = ['321', '312', '300', '302', '303', '304', '305'];

/** The form of Create, filled in by clicking and typing. */
export function createFormChecks(browser: BrowserBench): void {
	const { bench } = browser;

	browser.add('the list of VAT rates follows country, direction, type and date', async (editor) => {
		const form = await browser.openForm(editor, {
			resource: 'accountingDocument',
			operation: 'create',
			lineItems: { row: [{ description: 'Chairs' }] },
		});
		const openList = async () =>
			(await form.pickerEntries('vatRateId')).map((entry) => /\(ID (\d+)\)$/.exec(entry)?.[1]);
		const shownIds = async () => {
			const ids = await openList();
			await editor.page.keyboard.press('Escape');
			return ids;
		};
		await form.fill('vatCountryCode', 'CZ');
		deepStrictEqual(await shownIds(), domestic);
		await form.addIn('Additional Fields', 'Direction');
		await form.choose('direction', 'Received');
		await form.addIn('Additional Fields', 'VAT Country Type');
		await form.choose('vatCountryType', 'EU');
		const fromEu = await shownIds();
		ok(fromEu.includes('306') && fromEu.includes('307') && !fromEu.includes('304'), fromEu.join());
		await form.choose('vatCountryType', 'Domestic');
		await form.addIn('Additional Fields', 'Tax Date');
		await form.fill('taxDate', '2023-06-01');
		const before2024 = await shownIds();
		ok(before2024.includes('315') && !before2024.includes('312'), before2024.join());
		await form.fill('vatCountryCode', 'DE');
		deepStrictEqual(await openList(), ['519', '507', '500']);
		await form.pick(1);
		match(await form.picked('vatRateId'), /^7 % Standard, Ermäßigt 7 % \(ID 507\)$/);
	});

	browser.add('1,000 rows become 120 invoices in one node, made by clicking', async (editor) => {
		const input = items(rows as unknown as Array<Record<string, unknown>>);
		const id = await bench.session.createWorkflow(chain('Rows to invoices', input));
		await editor.openWorkflow(id);
		const panel = await editor.openPanelBehindLast();
		await panel.find('new invoice', nodeName);
		await panel.actionsOf(nodeName);
		const form = await editor.formAfter(
			async () => await panel.add('Create invoice or other document'),
		);
		await editor.chooseCredential(bench.credential().name);
		await fillIn(form);
		const before = bench.sandbox.admin.createdDocuments().length;
		strictEqual(await form.execute(), 'success');
		strictEqual(await form.itemsCount(), '120 items');
		match((await form.hints()).join(), /^Created without Issue Date: row 1 /);
		const made = bench.sandbox.admin.createdDocuments().slice(before);
		strictEqual(made.length, 120);
		for (const document of made) {
			const own = rows.filter(({ order }) => order === document.orderNo);
			const net = own.reduce((sum, { count, price }) => sum + count * Number(price), 0);
			deepStrictEqual(
				{
					customer: document.contact?.companyName,
					lines: document.lineItems?.map(({ description, qt }) => [description, Number(qt)]),
					net: Number(document.totalVatExcl),
					cents: Math.round(Number(document.total) * 100),
				},
				{
					customer: own[0]?.customer,
					lines: own.map(({ what, count }) => [what, count]),
					net,
					cents: net * 121,
				},
			);
		}
		strictEqual(new Set(made.map(({ orderNo }) => orderNo)).size, 120);
	});
}

/** Like an accountant: maps every value of a row into the form, then sets the grouping. */
async function fillIn(form: NodeForm): Promise<void> {
	await form.fill('currency', 'CZK');
	await form.addIn('Contact', 'Company');
	await form.express('companyName', '{{ $json.customer }}');
	await form.fill('vatCountryCode', 'CZ');
	await form.addRow('Line Items');
	await form.express('description', '{{ $json.what }}');
	await form.express('qt', '{{ $json.count }}');
	await form.express('price', '{{ $json.price }}');
	await form.addIn('Further Fields', 'VAT Rate (%)');
	await form.fill('vatRate', '21');
	await form.addIn('Further Fields', 'VAT Rate Type');
	await form.choose('vatRateType', 'Standard');
	await form.addIn('Options', 'Combine Items By');
	await form.fill('combineItemsBy', 'order');
	await form.addIn('Options', 'Unique By');
	await form.choose('uniqueBy', 'Order Number');
	await form.addIn('Additional Fields', 'Order Number');
	await form.express('orderNo', '{{ $json.order }}');
}
