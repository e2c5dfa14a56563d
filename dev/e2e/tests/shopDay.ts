/** docs/recipes/shop-orders.md: a day of orders, once each. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { nodeNamed, readExample } from '../lib/example';
import type { MailServer } from '../lib/mailServer';
import { examplesOf, succeeded, writesIn } from '../lib/stage';
import { itemsOf, type RunResult } from '../lib/types';
import type { Workbench } from '../lib/workbench';

interface Order {
	orderNo: string;
	email: string;
	[more: string]: unknown;
}

/** Expressions of the node Order, by field. */
type OrderFields = Record<string, string>;

interface Shop {
	sandbox: RunningSandbox;
	mail: MailServer;
	/** Executes the workflow with these orders. */
	run(orders: object[], fields?: OrderFields): Promise<RunResult>;
}

const orderOf = (orderNo: string): Order => ({
	orderNo,
	customer: `Customer of ${orderNo}`,
	email: `${orderNo.toLowerCase()}@example.com`,
	lines: [{ description: 'Lamp', qt: 3, price: '333.33', vatRate: 21 }],
});

/** The orders of the file. */
const { jsonOutput } = nodeNamed(readExample('shop-day'), 'Orders').parameters;
const { orders: ownOrders } = JSON.parse(String(jsonOutput)) as { orders: Order[] };

/** The example shop-day, as its recipe says. */
export function shopDayChecks(checks: Checks, bench: Workbench): void {
	const example = examplesOf(checks, bench);

	function check(says: string, work: (shop: Shop) => Promise<void>): void {
		example('shop-day', says, async ({ sandbox, mail, attempt }) => {
			const run: Shop['run'] = async (orders, fields = {}) =>
				await attempt({ Orders: { jsonOutput: JSON.stringify({ orders }) }, Order: fields });
			await work({ sandbox, mail, run });
		});
	}

	check('invoice, receipt and email of each order, once', async (shop) => {
		const { sandbox, run, mail } = shop;
		const orders = ownOrders;
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
