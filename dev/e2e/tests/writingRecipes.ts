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

	check('scans-from-mail', 'each attachment becomes a document with the subject', async (stage) => {
		const scan = (fileName: string) => ({
			data: Buffer.from(`%PDF-1.4 ${fileName}`).toString('base64'),
			mimeType: 'application/pdf',
			fileName,
		});
		const binary = { attachment_0: scan('one.pdf'), attachment_1: scan('two.pdf') };
		const jsCode = `return ${JSON.stringify([{ json: { subject: 'May' }, binary }])};`;
		const email = {
			name: 'Email',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode },
		};
		await bench.run(email, ourNode(stage.credential, stage.parameters));
		const made = stage.sandbox.admin.createdDocuments();
		deepStrictEqual(
			made.map(({ direction, description }) => [direction, description]),
			[
				[0, 'May'],
				[0, 'May'],
			],
		);
	});

	check('scans-from-mail', 'other files are filtered out as it says', async (stage) => {
		const [expression = ''] = codesOf('scans-from-mail', 'The node refuses an email').slice(-1);
		const files = ['signature.gif', 'one.PDF', 'two.jpeg'].map((fileName, index) => [
			`attachment_${index}`,
			{ data: Buffer.from('%PDF-1.4').toString('base64'), mimeType: 'image/gif', fileName },
		]);
		const emails = [
			{ json: { subject: 'May' }, binary: Object.fromEntries(files) },
			{ json: { subject: 'No scan' }, binary: Object.fromEntries(files.slice(0, 1)) },
			{ json: { subject: 'Nothing attached' } },
		];
		const jsCode = `return ${JSON.stringify(emails)};`;
		const email = {
			name: 'Email',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode },
		};
		const operator = { type: 'string', operation: 'notEmpty', singleValue: true };
		const condition = { id: 'only', leftValue: `=${expression}`, rightValue: '', operator };
		const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
		const conditions = { options, conditions: [condition], combinator: 'and' };
		const parameters = { conditions, options: {} };
		const filter = { name: 'Filter', type: 'n8n-nodes-base.filter', typeVersion: 2.2, parameters };
		const changed = { ...stage.parameters, binaryPropertyName: `=${expression}` };
		const result = await bench.run(email, filter, ourNode(stage.credential, changed));
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		const names = stage.sandbox.admin.files().map(({ fileName }) => fileName);
		deepStrictEqual(names, ['one.PDF', 'two.jpeg']);
	});
}
