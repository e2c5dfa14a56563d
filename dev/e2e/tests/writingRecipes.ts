import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readExample, withCredential } from '../lib/example';
import { items, ourNode } from '../lib/flow';
import { recipesOf } from '../lib/recipeStage';
import { codesOf, operationNamed, sheetOf, type Parameters } from '../lib/recipe';
import { itemsOf, type Item } from '../lib/types';
import type { Workbench } from '../lib/workbench';

/** Recipes whose nodes create documents, from the fields and expressions of their pages. */
export function writingRecipeChecks(checks: Checks, bench: Workbench): void {
	const check = recipesOf(checks, bench);

	/** Executes the rows of the page twice. */
	async function expectTwoInvoices(
		{ admin }: RunningSandbox,
		run: () => Promise<Item[]>,
	): Promise<void> {
		for (const existed of [false, true]) {
			const outputs = (await run()).map(({ json }) => json.existed);
			deepStrictEqual(outputs, [existed, existed]);
		}
		deepStrictEqual(
			admin
				.createdDocuments()
				.map(({ orderNo, contact, total }) => [orderNo, contact?.companyName, total]),
			[
				['O-1', 'Example Ltd', 611.66],
				['O-2', 'Sample GmbH', 537.6],
			],
		);
	}

	check('rows-to-invoices', 'three rows are two invoices, once', async (stage) => {
		const { sandbox, credential, parameters } = stage;
		const rows = sheetOf('rows-to-invoices');
		await expectTwoInvoices(sandbox, async () =>
			itemsOf(await bench.run(items(rows), ourNode(credential, parameters)), 'Service'),
		);
	});

	check('rows-to-invoices', 'the workflow to import does the same', async (stage) => {
		const { sandbox, credential } = stage;
		const example = withCredential(readExample('rows-to-invoices'), credential);
		const id = await bench.session.createWorkflow(example);
		await expectTwoInvoices(sandbox, async () =>
			itemsOf(await bench.session.execute(id, 'Execute Manually'), 'Create Invoices'),
		);
	});

	check('rows-to-invoices', 'each change of it does what it says', async (stage) => {
		const { admin } = stage.sandbox;
		const rows = sheetOf('rows-to-invoices');
		/** The totals of what a changed node makes of rows in a service without invoices. */
		const totalsAfter = async (title: string, ...inputs: Parameters[][]) => {
			const before = admin.createdDocuments().length;
			for (const input of inputs) {
				const own = input.map((row) => ({ ...row, order: `${title} ${row.order}` }));
				const node = ourNode(stage.credential, stage.changedAs(title));
				const result = await bench.run(items(own), node);
				strictEqual(result.status, 'success', result.data.resultData.error?.message);
			}
			return admin
				.createdDocuments()
				.slice(before)
				.map(({ total }) => total);
		};
		deepStrictEqual(await totalsAfter('Prices include VAT', rows), [505.5, 480]);
		const dearer = rows.map((row) => ({ ...row, price: '1000' }));
		deepStrictEqual(await totalsAfter('Update invoices that exist', rows, dearer), [6050, 1120]);
		const numbered = rows.map((row, index) => ({ ...row, order: index }));
		deepStrictEqual(await totalsAfter('One invoice per row', numbered), [580.8, 30.86, 537.6]);
	});

	check('rows-to-invoices', 'customers are found or created', async (stage) => {
		const { admin } = stage.sandbox;
		const [document] = codesOf('rows-to-invoices', 'Find or create customers');
		const entered = {
			Document: `*By ID*, \`${document}\``,
			'Company Number': '`27074358`',
			'Create Contact': 'on',
		};
		const invoices = ourNode(stage.credential, stage.parameters);
		const customer = ourNode(
			stage.credential,
			operationNamed(stage.description, 'Accounting Document', 'Assign Contact', entered),
			{ name: 'Customer' },
		);
		const result = await bench.run(items(sheetOf('rows-to-invoices')), invoices, customer);
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		const found = itemsOf(result, 'Customer').map(({ json }) => json.contactId);
		ok(found[0]);
		// The first row creates the contact that the second one finds.
		deepStrictEqual(found, [found[0], found[0]]);
		const ofDocuments = admin.createdDocuments().map(({ contact }) => contact?.contactId);
		deepStrictEqual(ofDocuments.map(String), found.map(String));
	});
}
