/** examples/README.md: each example does what its page says. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { DocumentFields } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readExample, withPreviewOff } from '../lib/example';
import { dayOf, midOfMonth } from '../lib/n8nDays';
import { checkNightlyFile } from '../lib/nightly';
import { projectFolder } from '../lib/paths';
import { simplifiedFields } from '../lib/simplifiedFields';
import { examplesOf, previewedBy, type ExampleStage } from '../lib/stage';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

export function exampleChecks(checks: Checks, bench: Workbench): void {
	const example = examplesOf(checks, bench);

	checks.add(
		'examples: n8n imports each file, and knows its nodes',
		async () => await importAll(bench),
	);

	example('document-behind-webhook', 'answers with the document, or with 404', findsByToken);
	example('new-received-invoice', 'the message contains the newest invoice', writesMessage, {
		start: 'New Received Invoice',
	});
	example('nightly-export', 'the file contains the invoices of last month', exportsLastMonth);
	example('remind-of-overdue-invoices', 'one reminder for each step', remindsByStep);
	example('remind-of-overdue-invoices', 'none if credit notes cover the rest', leavesOutCredited, {
		documents: 0,
	});
	example('webhook-to-draft', 'an order sent twice is one draft', draftsOrders);
	example('change-state-in-bulk', 'small drafts move on in one request', movesSmallDrafts);
	for (const documents of [40, 0]) {
		const says = `one email about ${documents} documents carries the page, as text and file`;
		example('monday-report', says, mailsReport, { documents });
	}
}

interface KnownType {
	name: string;
	version: number | number[];
}

async function importAll({ session }: Workbench): Promise<void> {
	const known = await session.nodeTypes<KnownType>();
	const versions = known.flatMap(({ name, version }) =>
		[version].flat().map((one) => `${name} ${one}`),
	);
	const files = readdirSync(path.join(projectFolder, 'examples'));
	for (const file of files.filter((name) => name.endsWith('.json'))) {
		const workflow = readExample(path.basename(file, '.json'));
		const used = workflow.nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
		deepStrictEqual(
			used.filter((type) => !versions.includes(type)),
			[],
			file,
		);
		await session.createWorkflow(workflow);
	}
}

const day = 86_400_000;
const daysAgo = (days: number) => dayOf(Date.now() - days * day);

async function findsByToken({ sandbox: { admin }, call }: ExampleStage): Promise<void> {
	const { accountingDocumentNo, permalinkToken } = admin.documentAt(admin.count() - 1);
	const found = await call(`accounting-document?token=${permalinkToken}`);
	const document = (await found.json()) as Record<string, unknown>;
	strictEqual(document.accountingDocumentNo, accountingDocumentNo);
	deepStrictEqual(Object.keys(document), simplifiedFields);
	const missing = await call('accounting-document?token=no-such-token');
	strictEqual(missing.status, 404);
	deepStrictEqual(await missing.json(), { message: 'No document has this token.' });
}

async function writesMessage({ sandbox: { admin }, run }: ExampleStage): Promise<void> {
	const contact = { companyName: 'Example Supplier' };
	const amount = { currency: 'CZK', total: 121, dueDate: '2026-12-24' };
	const fields = { type: 0, direction: 0, contact, ...amount } as const;
	const [invoice] = admin.createDocuments({ fields });
	const [message] = itemsOf(await run(), 'Write Message');
	strictEqual(
		message?.json.message,
		`New invoice ${invoice?.accountingDocumentNo} from Example Supplier: 121 CZK, due 2026-12-24`,
	);
}

async function exportsLastMonth({ sandbox, folder, run }: ExampleStage): Promise<void> {
	const issued = { type: 0, direction: 1, issueDate: midOfMonth() } as const;
	sandbox.admin.createDocuments({ count: 3, fields: { ...issued, currency: 'CZK', total: 0.1 } });
	await run();
	ok(checkNightlyFile(sandbox, folder).sums.count >= 3);
}

async function remindsByStep(stage: ExampleStage): Promise<void> {
	const { admin } = stage.sandbox;
	const unpaid = { total: 100, amountPaid: 0, payments: { paid: false } };
	const dates = { issueDate: daysAgo(40), dueDate: daysAgo(10) };
	const [invoice] = admin.createDocuments({
		fields: { type: 0, direction: 1, ...unpaid, ...dates },
	});
	const id = String(invoice?.id);
	const daysAfter = async (change?: DocumentFields) => {
		if (change) admin.changeDocument(id, change);
		await stage.run();
		return admin.reminders(id).map(({ exceededDays }) => exceededDays);
	};
	const shown = await previewedBy(stage, 'Create Reminder');
	strictEqual(
		shown.filter((summary) => summary.includes(String(invoice?.accountingDocumentNo))).length,
		1,
		shown.join('\n'),
	);
	deepStrictEqual(await daysAfter(), [10]);
	strictEqual(admin.reminders(id)[0]?.emailTemplateId, 31);
	deepStrictEqual(await daysAfter(), [10]);
	deepStrictEqual(await daysAfter({ dueDate: daysAgo(15) }), [10, 15]);
	const paid = { dueDate: daysAgo(31), payments: { paid: true } };
	deepStrictEqual(await daysAfter(paid), [10, 15]);
}

async function leavesOutCredited({ sandbox: { admin }, edit, run }: ExampleStage): Promise<void> {
	edit(withPreviewOff);
	const issued = { direction: 1, issueDate: daysAgo(40), payments: { paid: false } } as const;
	const invoice = { ...issued, type: 0, dueDate: daysAgo(10), total: 100, amountPaid: 0 } as const;
	/** What is paid and credited of each, and the reminders that it gets. */
	const cases: Array<[paid: number, credits: number[], reminders: number[]]> = [
		[0, [], [10]],
		[0, [-100], []],
		[0, [-60.1, -39.9], []],
		[0, [-60.1, -39.8], [10]],
		[30, [-70], []],
		[0, [100], []],
	];
	const make = (fields: DocumentFields) => String(admin.createDocuments({ fields })[0]?.id);
	const ids = cases.map(([amountPaid]) => make({ ...invoice, amountPaid }));
	const reminded = () =>
		ids.map((id) => admin.reminders(id).map(({ exceededDays }) => exceededDays));
	for (const [index, [, credits]] of cases.entries()) {
		const relatedAccountingDocumentId = Number(ids[index]);
		for (const total of credits) make({ ...issued, type: 3, total, relatedAccountingDocumentId });
	}
	await run();
	deepStrictEqual(
		reminded(),
		cases.map(([, , reminders]) => reminders),
	);
}

async function draftsOrders({ sandbox: { admin }, call }: ExampleStage): Promise<void> {
	const chair = { description: 'Chair', qt: 2, price: 100, vatRate: 21, vatRateType: 1 };
	const order = { orderNo: 'W-1', customer: { companyName: 'Example Ltd' }, lines: [chair] };
	const send = async (changed: object): Promise<Record<string, unknown>> => {
		const response = await call('order', changed);
		return { ...((await response.json()) as object), status: response.status };
	};
	const made = await send(order);
	deepStrictEqual([made.status, made.total, made.existed], [200, 242, false]);
	const again = await send(order);
	deepStrictEqual([again.id, again.existed], [made.id, true]);
	const wrong = await send({ ...order, orderNo: 'W-2', lines: [{ ...chair, qt: '' }] });
	strictEqual(wrong.status, 422);
	match(String(wrong.message), /Quantity of Line Item 1 is empty/);
	deepStrictEqual(
		admin.createdDocuments().map(({ orderNo, state }) => [orderNo, state]),
		[['W-1', 'Draft']],
	);
}

async function movesSmallDrafts(stage: ExampleStage): Promise<void> {
	const { admin } = stage.sandbox;
	const draft = { type: 0, direction: 1, state: 'Draft', issueDate: daysAgo(1) } as const;
	const small = admin.createDocuments({ count: 3, fields: { ...draft, total: 100 } });
	const [large] = admin.createDocuments({ fields: { ...draft, total: 50_000 } });
	const shown = await previewedBy(stage, 'Change State');
	const done = itemsOf(await stage.run(), 'Change State').map(({ json }) => String(json.id));
	strictEqual(done.length, shown.length);
	ok(small.every(({ id }) => done.includes(String(id))));
	const states = [...small, large].map((document) => admin.document(document?.id ?? '').state);
	deepStrictEqual(states, [...small.map(() => 'Waiting For Approval'), 'Draft']);
	const { entries } = admin.journal();
	strictEqual(entries.filter((entry) => entry.path.startsWith('/v2/bulk/')).length, 1);
}

async function mailsReport({ sandbox: { admin }, mail, run }: ExampleStage): Promise<void> {
	const groups = itemsOf(await run(), 'Summarize Unpaid');
	strictEqual(groups.length > 1, admin.count() > 0);
	const [message = '', ...more] = mail.messages;
	deepStrictEqual(more, []);
	match(message, /^Content-Type: text\/html; charset=utf-8/m);
	match(message, /filename="?unpaid-by-age-\d{4}-\d\d-\d\d\.html/);
}
