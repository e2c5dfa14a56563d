import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readExample, withCredential, withFields } from '../lib/example';
import type { StoredCredential } from '../lib/flow';
import type { MailServer } from '../lib/mailServer';
import { withOwnMail, withOwnService } from '../lib/ownService';
import type { RestSession } from '../lib/rest';
import { itemsOf, type RunResult, type WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

interface Order {
	orderNo: string;
	email: string;
	[more: string]: unknown;
}

/** Expressions of the node Order, by field. */
type OrderFields = Record<string, string>;

/** One saved workflow of the example, since n8n remembers by workflow whose email was sent. */
interface Shop {
	sandbox: RunningSandbox;
	mail: MailServer;
	orders: Order[];
	run(orders: object[], fields?: OrderFields): Promise<RunResult>;
}

const orderOf = (orderNo: string): Order => ({
	orderNo,
	customer: `Customer of ${orderNo}`,
	email: `${orderNo.toLowerCase()}@example.com`,
	lines: [{ description: 'Lamp', qt: 3, price: '333.33', vatRate: 21 }],
});

/** The example shop-day, as its recipe says. */
export function shopDayChecks(checks: Checks, bench: Workbench): void {
	function check(says: string, work: (shop: Shop) => Promise<void>): void {
		checks.add(`example shop-day: ${says}`, async () => {
			await withOwnService(bench.session, 'Shop day', 40, async (sandbox, credential) => {
				await withOwnMail(bench.session, async (smtp, mail) => {
					await work(await openShop(bench.session, sandbox, credential, smtp, mail));
				});
			});
		});
	}

	check('invoice, receipt and email of each order, once', async (shop) => {
		const { sandbox, orders, run, mail } = shop;
		succeeded(await run(orders));
		await judge(shop, orders);
		const { admin } = sandbox;
		const [invoice] = admin.createdDocuments();
		deepStrictEqual([invoice?.total, invoice?.contact?.email], [2519, 'jana@example.com']);
		match(mail.messages[0] ?? '', /^To: jana@example\.com/m);

		admin.clearJournal();
		succeeded(await run(orders));
		deepStrictEqual(writesIn(sandbox), []);
		await judge(shop, orders);

		const more = [...orders, orderOf('E-1003')];
		admin.clearJournal();
		succeeded(await run(more));
		strictEqual(writesIn(sandbox).length, 2);
		await judge(shop, more);
	});

	check(
		'a run that fails between the documents is made up for, without a second one',
		async (shop) => {
			const { sandbox, run } = shop;
			const orders = ['F-1', 'F-2', 'F-3'].map(orderOf);
			// Of six creations, the fifth: the receipt of the second order.
			const match = { path: 'createDocument', call: 5 };
			sandbox.admin.addFault({ kind: 'status', status: 400, body: { message: 'No' }, match });
			const failed = await run(orders);
			strictEqual(failed.status, 'error');
			strictEqual(shop.mail.messages.length, 0);
			succeeded(await run(orders));
			await judge(shop, orders);
		},
	);

	check('orders of another shop, by other expressions in Order', async (shop) => {
		const line = { name: 'Lamp', quantity: 3, price: 100 };
		const order = { number: 71, billing: { name: 'Jana', email: 'jana@example.com' } };
		const expressions = {
			orderNo: '={{ $json.number }}',
			customer: '={{ $json.billing.name }}',
			email: '={{ $json.billing.email }}',
			lines:
				'={{ $json.line_items.map((line) => ({ description: line.name, qt: line.quantity, price: line.price, vatRate: 21 })) }}',
		};
		succeeded(await shop.run([{ ...order, line_items: [line, line] }], expressions));
		await judge(shop, [{ orderNo: '71', email: order.billing.email }]);
		deepStrictEqual(shop.sandbox.admin.createdDocuments()[0]?.total, 600);
	});

	check('a lost answer makes no second document', async (shop) => {
		const { sandbox, run } = shop;
		const orders = ['L-1', 'L-2'].map(orderOf);
		for (const call of [2, 3])
			sandbox.admin.addFault({ kind: 'resetAfter', match: { path: 'createDocument', call } });
		succeeded(await run(orders));
		await judge(shop, orders);
	});

	check('an email that the server refuses is named, and the others go out', async (shop) => {
		const { mail, run } = shop;
		const orders = ['R-1', 'R-2', 'R-3'].map(orderOf);
		mail.refused.add('r-2@example.com');
		const result = succeeded(await run(orders));
		strictEqual(itemsOf(result, 'Not Sent').length, 1);
		strictEqual(itemsOf(result, 'Sent').length, 2);
		deepStrictEqual(subjectsOf(mail), subjects([orders[0], orders[2]]));
		mail.refused.clear();
		succeeded(await run(orders));
		strictEqual(mail.messages.length, 2);
	});
}

async function openShop(
	session: RestSession,
	sandbox: RunningSandbox,
	credential: StoredCredential,
	smtp: StoredCredential,
	mail: MailServer,
): Promise<Shop> {
	const imported = withCredential(readExample('shop-day'), credential);
	const nodes = imported.nodes.map((node) =>
		node.name === 'Send Email' ? { ...node, credentials: { smtp } } : node,
	);
	const workflow = { ...imported, nodes };
	const id = await session.createWorkflow(workflow);
	const given = nodes.find(({ name }) => name === 'Orders')?.parameters.jsonOutput;
	const run: Shop['run'] = async (orders, fields) => {
		const jsonOutput = JSON.stringify({ orders });
		const changed = withFields(nodes, 'Order', fields ?? {}).map((node) =>
			node.name === 'Orders' ? { ...node, parameters: { ...node.parameters, jsonOutput } } : node,
		);
		await save(session, id, { ...workflow, nodes: changed });
		return await session.execute(id, 'Execute Manually');
	};
	const { orders } = JSON.parse(String(given)) as { orders: Order[] };
	return { sandbox, mail, orders, run };
}

async function save(session: RestSession, id: string, workflow: WorkflowFile): Promise<void> {
	const { versionId } = await session.request<{ versionId: string }>('GET', `/workflows/${id}`);
	const { name, nodes, connections } = workflow;
	await session.request('PATCH', `/workflows/${id}`, { name, nodes, connections, versionId });
}

function succeeded(result: RunResult): RunResult {
	strictEqual(result.status, 'success', result.data.resultData.error?.message);
	return result;
}

/** Each order has one invoice, one receipt of the same total that points to it, and one email with the PDF. */
async function judge({ sandbox, mail }: Shop, orders: Order[]): Promise<void> {
	const documents = sandbox.admin.createdDocuments();
	const ofType = (type: number) => documents.filter((document) => document.type === type);
	const numbers = orders.map(({ orderNo }) => orderNo);
	const invoices = ofType(0);
	deepStrictEqual(invoices.map(({ orderNo }) => orderNo).sort(), numbers);
	const receipts = ofType(7);
	strictEqual(documents.length, invoices.length + receipts.length);
	deepStrictEqual(
		receipts
			.map((receipt) => {
				const { orderNo, relatedAccountingDocumentId, total, cashRegisterId } = receipt;
				const mode = receipt.vatRecapCalculationMode;
				return { orderNo, relatedAccountingDocumentId, total, cashRegisterId, mode };
			})
			.sort(byOrder),
		invoices
			.map(({ id, orderNo, total }) => ({
				orderNo,
				relatedAccountingDocumentId: id,
				total,
				cashRegisterId: 11,
				mode: 2,
			}))
			.sort(byOrder),
	);
	deepStrictEqual(subjectsOf(mail), subjects(orders));
	for (const message of mail.messages) {
		match(message, /^Content-Type: application\/pdf/m);
		const invoice = invoices.find(({ orderNo }) => message.includes(`order ${orderNo}`));
		const number = invoice?.accountingDocumentNo?.replace('/', '.');
		match(message, new RegExp(`filename="?${number}\\.pdf`));
	}
}

const byOrder = (a: { orderNo?: unknown }, b: { orderNo?: unknown }) =>
	String(a.orderNo).localeCompare(String(b.orderNo));

const subjects = (orders: Array<Order | undefined>) =>
	orders.map((order) => `Invoice for your order ${order?.orderNo}`);

const subjectsOf = ({ messages }: MailServer) =>
	messages.map((message) => /^Subject: (.+)$/m.exec(message)?.[1]?.trim()).sort();

const writesIn = ({ admin }: RunningSandbox) =>
	admin.journal().entries.filter(({ committed }) => committed !== undefined);
