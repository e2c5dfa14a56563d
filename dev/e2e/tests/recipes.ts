import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import type { AccountingDocument, DocumentFields, RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { items, nodeType, ourNode, triggerType, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import { parametersOf, sheetOf, type Description, type Parameters } from '../lib/recipe';
import { simplifiedFields } from '../lib/reference';
import { itemsOf, type WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

interface Kitchen {
	sandbox: RunningSandbox;
	credential: StoredCredential;
	parameters: Parameters;
}

/** A day as n8n sees it, which keeps New York's time unless told otherwise. */
const dayOf = (time: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);

/** Recipes that no example carries out: their tables of fields are entered into the form as they are on the page. */
export function recipeChecks(checks: Checks, bench: Workbench): void {
	function check(
		recipe: string,
		says: string,
		work: (kitchen: Kitchen) => Promise<void>,
		type = nodeType,
	): void {
		checks.add(`recipe ${recipe}: ${says}`, async () => {
			const types = await bench.session.nodeTypes<Description>();
			const description = types.find(({ name }) => name === type);
			if (description === undefined) throw new Error(`n8n has no node ${type}`);
			const parameters = parametersOf(recipe, description);
			await withOwnService(bench.session, recipe, 0, async (sandbox, credential) => {
				await work({ sandbox, credential, parameters });
			});
		});
	}

	check('unpaid-invoices', 'the items are the unpaid invoices of this month', async (kitchen) => {
		const [wanted] = oneOfEach(kitchen.sandbox, dayOf(Date.now()));
		const found = await bench.records(kitchen.parameters, kitchen.credential);
		deepStrictEqual(
			found.map(({ id }) => id),
			[wanted?.id],
		);
		deepStrictEqual(Object.keys(found[0] ?? {}), simplifiedFields);
	});

	check('last-month-as-file', 'a file with the invoices of last month', async (kitchen) => {
		const [year = 0, month = 0] = dayOf(Date.now()).split('-').map(Number);
		const lastMonth = new Date(Date.UTC(year, month - 2, 15)).toISOString().slice(0, 10);
		oneOfEach(kitchen.sandbox, lastMonth);
		const result = await bench.service(kitchen.parameters, kitchen.credential);
		const [item] = itemsOf(result, 'Service');
		strictEqual(item?.json.documents, 2);
		match(String(item?.binary?.data?.fileName), /\.xlsx$/);
	});

	check('rows-to-invoices', 'three rows are two invoices, once', async (kitchen) => {
		const { sandbox, credential, parameters } = kitchen;
		const rows = sheetOf('rows-to-invoices');
		strictEqual(rows.length, 3);
		for (const existed of [false, true]) {
			const result = await bench.run(items(rows), ourNode(credential, parameters));
			const outputs = itemsOf(result, 'Service').map(({ json }) => json.existed);
			deepStrictEqual(outputs, [existed, existed]);
		}
		const made = sandbox.admin.createdDocuments();
		deepStrictEqual(
			made.map(({ orderNo, contact, total }) => [orderNo, contact?.companyName, total]),
			[
				['O-1', 'Example Ltd', 611.66],
				['O-2', 'Sample GmbH', 537.6],
			],
		);
	});

	check(
		'scans-from-mail',
		'each attachment becomes a document with the subject',
		async (kitchen) => {
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
			await bench.run(email, ourNode(kitchen.credential, kitchen.parameters));
			const made = kitchen.sandbox.admin.createdDocuments();
			deepStrictEqual(
				made.map(({ direction, description }) => [direction, description]),
				[
					[0, 'May'],
					[0, 'May'],
				],
			);
		},
	);

	check(
		'invoice-paid',
		'the test event is an invoice that was paid',
		async ({ sandbox, credential, parameters }) => {
			const [, paid] = oneOfEach(sandbox, dayOf(Date.now()));
			const id = await bench.session.createWorkflow(watching(credential, parameters));
			const result = await bench.session.execute(id, 'Invoice Paid');
			strictEqual(result.status, 'success', result.data.resultData.error?.message);
			const documents = itemsOf(result, 'Invoice Paid').map(({ json }) => json.document);
			deepStrictEqual(
				documents.map((document) => (document as { id: unknown }).id),
				[paid?.id],
			);
		},
		triggerType,
	);
}

/** Unpaid and paid invoices of a day; then, of that day too, what is received, a credit note, and an invoice of old. */
function oneOfEach({ admin }: RunningSandbox, issueDate: string): AccountingDocument[] {
	const unpaid = { payments: { paid: false }, amountPaid: 0, total: 100 };
	const invoice = { type: 0, direction: 1, issueDate, ...unpaid } as const;
	const others: DocumentFields[] = [
		invoice,
		{ ...invoice, payments: { paid: true } },
		{ ...invoice, direction: 0 },
		{ ...invoice, type: 3 },
		{ ...invoice, issueDate: '2020-02-29' },
	];
	return others.flatMap((fields) => admin.createDocuments({ fields }));
}

function watching({ id, name }: StoredCredential, parameters: Parameters): WorkflowFile {
	const node = {
		id: 'trigger',
		name: 'Invoice Paid',
		type: triggerType,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {
			...parameters,
			pollTimes: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
		},
		credentials: { accountingServiceApi: { id, name } },
	};
	return { name: 'Invoice paid', nodes: [node], connections: {} };
}
