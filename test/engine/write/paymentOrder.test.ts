/** docs/reference/create.md#payment-orders: which documents an order pays, once. */
import type { IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox';
import { callTool } from '../support/agent';
import { bench, type Bench, byId, goOn, type Parameters } from '../support/withSandbox';

const account = 303;

const order = (changes: Parameters = {}): Parameters => ({
	resource: 'paymentOrder',
	operation: 'create',
	bankAccountId: byId(account),
	dueDate: '2026-12-01',
	accountingDocuments: '',
	amount: '',
	ifOrderExists: 'skip',
	output: 'raw',
	...changes,
});

const allowing = (...allow: string[]) => ({ options: { allow } });

const unpaid: DocumentFields = {
	direction: 0,
	type: 0,
	total: 100,
	amountPaid: 0,
	payments: { paid: false },
};

/** A service whose first documents are received invoices that nobody has paid. */
async function payable(count = 3) {
	const at = await bench();
	const { admin } = at.sandbox;
	const ids = Array.from({ length: count }, (_, place) => String(admin.documentAt(place).id));
	for (const id of ids) admin.changeDocument(id, unpaid);
	return { ...at, ids, orders: () => admin.paymentOrders(account) };
}

const documentsIn = ({
	accountingDocuments: documents,
}: object & { accountingDocuments?: unknown }) =>
	(documents as IDataObject[]).map(({ accountingDocumentId: id }) => String(id));

describe('Create Payment Order: If It Exists', () => {
	it('makes an order for each item, and says how to make one for all', async () => {
		const { run, ids, orders } = await payable(2);
		const items = ids.map((id) => ({ id }));
		const each = order({ accountingDocuments: '={{ $json.id }}' });
		const how =
			'one per input item. To pay all documents with one order, put an Aggregate node before this one, and enter its list of IDs in Document IDs.';
		const preview = await run({ ...each, options: { preview: true } }, { items });
		expect(preview.hints).toContain(
			`2 payment orders of bank account ${account} would be created, ${how}`,
		);
		const made = await run(each, { items });
		expect(made.hints).toEqual([
			`2 payment orders of bank account ${account} were created, ${how}`,
		]);
		expect(orders()).toHaveLength(2);
		const all = await payable(2);
		const one = await all.run(each, { items: [{ id: all.ids }] });
		expect(one.hints).toEqual([]);
		expect(all.orders().map(documentsIn)).toEqual([all.ids]);
		const amounts = await all.run(order({ amount: '={{ $json.amount }}' }), {
			items: [{ amount: 1 }, { amount: 2 }],
		});
		expect(amounts.hints).toEqual([]);
	});

	it('returns the order of the same documents, also if they are paid by now', async () => {
		const { run, ids, orders, sandbox } = await payable();
		const parameters = order({ accountingDocuments: ids.join(',') });
		const first = await run(parameters);
		expect([first.error, first.hints]).toEqual([undefined, []]);
		expect(first.json).toEqual([expect.objectContaining({ existed: false })]);
		for (const id of ids) sandbox.admin.changeDocument(id, { payments: { paid: true } });
		const second = await run(parameters);
		expect(second.json).toEqual([{ ...first.json[0], existed: true }]);
		expect(second.hints).toEqual([
			`1 payment order existed already, so the node created nothing for it: ID ${String(first.json[0].id)}.`,
		]);
		expect(orders().map(documentsIn)).toEqual([ids]);
	});

	it.each<[string, DocumentFields, DocumentFields, string | undefined]>([
		['what is due', {}, {}, undefined],
		['more than what is due', { amountPaid: 79 }, {}, '200.00 USD, but 121.00 USD is due'],
		[
			'another currency',
			{ currency: 'CZK' },
			{ currency: 'CZK' },
			'200.00 USD, but 200.00 CZK is due',
		],
		['two currencies', { currency: 'CZK' }, {}, undefined],
	])('compares the order with what is due: %s', async (_, first, second, said) => {
		const { run, ids, sandbox } = await payable(2);
		for (const [index, id] of ids.entries()) {
			const fields = index === 0 ? first : second;
			sandbox.admin.changeDocument(id, { currency: 'USD', ...fields });
		}
		const { hints } = await run(order({ accountingDocuments: ids.join(',') }));
		expect(hints).toEqual(
			said ? [expect.stringContaining(` has the amount ${said} for its documents.`)] : [],
		);
	});

	it.each(['0', '-5'])('refuses the amount %s', async (amount) => {
		const { run, asked } = await payable();
		const { error } = await run(order({ amount }));
		expect([error?.message, asked()]).toEqual([
			`Order Amount must be above 0, but is ${amount}`,
			[],
		]);
	});

	it('sees the order of another execution that runs at the same time', async () => {
		const { run, ids, orders } = await payable();
		const parameters = order({ accountingDocuments: ids.join(',') });
		const results = await Promise.all([run(parameters), run(parameters), run(parameters)]);
		const existed = results.flatMap(({ json }) => json.map((one) => one.existed));
		expect(existed.sort()).toEqual([false, true, true]);
		expect(orders()).toHaveLength(1);
	});

	it('does not count an order that ended in an error', async () => {
		const { run, ids, orders, sandbox } = await payable();
		const parameters = order({ accountingDocuments: ids[0] });
		const { json } = await run(parameters);
		sandbox.admin.processOrder(Number(json[0].id), 2);
		const again = await run(parameters);
		expect(again.json).toEqual([expect.objectContaining({ existed: false })]);
		expect(orders().map(documentsIn)).toEqual([[ids[0]], [ids[0]]]);
	});

	it('refuses documents of which some are ordered, and names these', async () => {
		const { run, ids, orders, sandbox } = await payable();
		const { json } = await run(order({ accountingDocuments: ids[1] }));
		const { accountingDocumentNo } = sandbox.admin.documentAt(1);
		const { error } = await run(order({ accountingDocuments: ids.join(',') }));
		expect(error?.message).toBe(
			`Some of the documents already have a payment order: ${accountingDocumentNo} (Payment Order ID ${String(json[0].id)})`,
		);
		expect(error?.description).toMatch(/Remove them .* set If It Exists to Create Another/);
		expect(orders()).toHaveLength(1);
	});

	it('returns several orders that pay the documents together', async () => {
		const { run, ids, orders } = await payable();
		for (const id of ids) await run(order({ accountingDocuments: id }));
		const { json, hints } = await run(order({ accountingDocuments: ids.join(',') }));
		expect(json.map(({ existed }) => existed)).toEqual([true, true, true]);
		expect(json.flatMap((one) => documentsIn(one))).toEqual(ids);
		const [a, b, c] = json.map(({ id }) => String(id));
		expect(hints).toEqual([
			`3 payment orders existed already, so the node created nothing for them: ID ${a}, ID ${b} and ID ${c}.`,
		]);
		expect(orders()).toHaveLength(3);
	});

	it('creates another order if that is chosen', async () => {
		const { run, ids, orders } = await payable();
		const parameters = order({ accountingDocuments: ids.join(','), ifOrderExists: 'another' });
		await run(parameters);
		const { json } = await run(parameters);
		expect(json).toEqual([expect.objectContaining({ existed: false })]);
		expect(orders()).toHaveLength(2);
	});

	it('finds the order after its response was lost, and never sends it again', async () => {
		const { run, ids, orders, sandbox } = await payable();
		sandbox.admin.addFault({ kind: 'resetAfter', match: { path: 'createPaymentOrder' } });
		const { json, hints } = await run(order({ accountingDocuments: ids.join(',') }));
		expect(json).toEqual([expect.objectContaining({ existed: false })]);
		expect(hints.join()).toMatch(/did not confirm creating a payment order/);
		expect(orders()).toHaveLength(1);
	});
});

describe('Create Payment Order for one document from two bank accounts', () => {
	const other = 301;
	const otherOrders = ({ admin }: Bench['sandbox'], id: string) =>
		admin.paymentOrders(other).filter((one) => documentsIn(one).includes(id));
	const from = (changes: Parameters = {}) =>
		order({
			bankAccountId: byId('={{ $json.account }}'),
			accountingDocuments: '={{ $json.ids }}',
			...changes,
		});
	const rowsFor = (...ids: string[][]) =>
		ids.map((one, index) => ({ account: index % 2 === 0 ? account : other, ids: one }));
	const message = (id: string, name: string): unknown =>
		expect.stringContaining(
			`Another bank account has, or may have, a payment order for these documents: Document ID ${id} (${name}, bank account ${account})`,
		);

	it('is refused in one execution, also beside others, and by the next run of the same rows', async () => {
		const { run, ids, orders, sandbox } = await payable();
		const [first, second] = ids;
		const items = rowsFor([first], [second, first], [second]);
		const { json } = await run(from(), { items, node: goOn });
		const made = orders().find((one) => documentsIn(one).includes(first));
		const says = message(first, `Payment Order ID ${String(made?.id)}`);
		expect(json[1].error).toEqual(says);
		expect(otherOrders(sandbox, ids[0])).toEqual([]);
		const again = await run(from(), { items, node: goOn });
		expect(again.json[1].error).toEqual(says);
		expect(otherOrders(sandbox, ids[0])).toEqual([]);
		expect(orders().map(documentsIn)).toHaveLength(2);
	});

	it('is refused by a preview as by the run', async () => {
		const { run, ids } = await payable();
		const items = rowsFor([ids[0]], [ids[0]], [ids[0]]);
		const preview = { options: { preview: true } };
		const { json } = await run(from(preview), { items, node: goOn });
		expect(json[1].error).toEqual(message(ids[0], 'payment order of row 1'));
		expect(json[2]).toMatchObject({ existed: true, wouldSend: [] });
	});

	it('is refused in the list that has an order of an earlier execution, beside the one that was made', async () => {
		const { run, ids, sandbox } = await payable();
		const [id] = ids;
		const { json: old } = await run(from(), { items: [{ account: other, ids: [id] }] });
		const items = rowsFor([id], [id], [id]);
		const says = (has: string, known: string): unknown =>
			expect.stringContaining(
				`The bank account already has a payment order (${has}), and another bank account has, or may have, one for these documents: Document ID ${id} (${known})`,
			);
		const options = { preview: true };
		const preview = await run(from({ options }), { items, node: goOn });
		const oldOrder = `Payment Order ID ${String(old[0].id)}`;
		const ofRow = 'payment order of row 1';
		expect(preview.json.map(({ error }) => error)).toEqual([
			undefined,
			says(oldOrder, `${ofRow}, bank account ${account}`),
			says(ofRow, `${oldOrder}, bank account ${other}`),
		]);
		const { json } = await run(from(), { items, node: goOn });
		const newOrder = `Payment Order ID ${String(json[0].id)}`;
		expect(json.map(({ error }) => error)).toEqual([
			undefined,
			says(oldOrder, `${newOrder}, bank account ${account}`),
			says(newOrder, `${oldOrder}, bank account ${other}`),
		]);
		expect(otherOrders(sandbox, id)).toHaveLength(1);
	});

	it.each<[string, string[], string[]]>([
		['before that order is found', ['B', 'A'], ['', 'B']],
		['after it', ['A', 'B'], ['', 'B']],
		['after a row of which it has a part', ['AC', 'B'], ['FV', 'B']],
		['beside a row of which it has a part', ['B', 'AB'], ['', 'B']],
	])(
		'is refused if an earlier order has it together with another one, %s',
		async (_, rows, named) => {
			const { run, ids, sandbox, orders } = await payable();
			const idOf = (name: string) => ids['ABC'.indexOf(name)];
			await run(order({ accountingDocuments: [idOf('A'), idOf('B')] }));
			const items = rows.map((names) => ({
				account: names === 'B' ? other : account,
				ids: [...names].map(idOf),
			}));
			for (const options of [{ preview: true }, {}]) {
				const { json } = await run(from({ options }), { items, node: goOn });
				const errors = json.map(({ error }) => String(error ?? ''));
				expect(errors[0] === '').toBe(named[0] === '');
				expect(errors[1]).toContain(`Document ID ${idOf(named[1])}`);
			}
			const isFirst = rows[0] === 'B';
			expect(otherOrders(sandbox, idOf('B'))).toHaveLength(isFirst ? 1 : 0);
			expect(orders()).toHaveLength(1);
		},
	);

	it('is named after its row if the same bank account gets it twice, and counted for each account', async () => {
		const { run, ids } = await payable();
		const items = [account, account, other].map((one, row) => ({
			account: one,
			ids: [ids[row === 2 ? 1 : 0]],
		}));
		const { json, hints } = await run(from(), { items });
		expect(json.map(({ existed }) => existed)).toEqual([false, true, false]);
		expect(hints).toContain(
			`Row 1 created the payment order (ID ${String(json[0].id)}), so the node created nothing for row 2.`,
		);
		expect(hints.join()).not.toMatch(/existed already|one per input/);
	});

	it('existed for a row in preview, if an earlier row of the run made it', async () => {
		const { run, ids } = await payable();
		const items = [
			{ isPreviewed: false, day: '2026-12-01' },
			{ isPreviewed: true, day: '2026-12-02' },
		];
		const options = { preview: '={{ $json.isPreviewed }}' };
		const dueDate = '={{ $json.day }}';
		const { json, hints } = await run(order({ accountingDocuments: ids[0], dueDate, options }), {
			items,
		});
		expect(json[1]).toMatchObject({ existed: true, wouldSend: [] });
		expect(hints).toContainEqual(
			expect.stringContaining(
				`Row 2: the existing payment order (ID ${String(json[0].id)}) would be returned unchanged.`,
			),
		);
	});

	it('is not ordered by a retry that skips the first row', async () => {
		const { run, ids, sandbox } = await payable();
		const match = { url: `/v2/bankaccounts/${other}/paymentorders` };
		sandbox.admin.addFault({ kind: 'status', status: 403, match });
		const items = rowsFor([ids[0]], [ids[0]]);
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await run(from(), { items, node });
		expect(error?.message).toContain('Another bank account has, or may have, a payment order');
		expect(otherOrders(sandbox, ids[0])).toEqual([]);
	});

	it.each([
		['that may have been made is refused', 200, 0],
		['that the service has refused is made', 400, 1],
	] as const)('after one %s', async (_, status, count) => {
		const { run, ids, sandbox } = await payable();
		const body = { message: 'Failed', fieldsAffected: [{ name: 'dueDate' }] };
		const match = { path: 'createPaymentOrder', call: 1 } as const;
		sandbox.admin.addFault({ kind: 'status', status, body, match });
		const { json } = await run(from(), { items: rowsFor([ids[0]], [ids[0]]), node: goOn });
		expect(json[0].error).toBeDefined();
		expect(otherOrders(sandbox, ids[0])).toHaveLength(count);
	});

	it('is ordered twice if Create Another is chosen', async () => {
		const { run, ids, sandbox } = await payable();
		const items = rowsFor([ids[0]], [ids[0]]);
		const { error } = await run(from({ ifOrderExists: 'another' }), { items });
		expect(error).toBeUndefined();
		expect(otherOrders(sandbox, ids[0])).toHaveLength(1);
	});
});

describe('Create Payment Order of an amount', () => {
	it('has no identity: a hint names the orders of the same day and amount', async () => {
		const { run, orders } = await payable();
		const first = await run(order({ amount: '1210.50' }));
		const second = await run(order({ amount: '1210.5' }));
		await run(order({ amount: '1210.50', dueDate: '2026-12-02' }));
		expect([first.hints, second.error]).toEqual([[], undefined]);
		expect(second.hints).toEqual([
			`Row 1: the bank account already has a payment order of the same amount on the same day (Payment Order ID ${String(first.json[0].id)}). Check that they are two payments.`,
		]);
		expect(orders()).toHaveLength(3);
		const meant = await run(order({ amount: '1210.50', ifOrderExists: 'another' }));
		expect(meant.hints).toEqual([]);
	});

	it.each(['0', '0.00', 0, '-0'])('refuses %j', async (amount) => {
		const { run, asked } = await payable();
		const { error } = await run(order({ amount }));
		expect(error?.message).toBe('Order Amount must be above 0, but is 0');
		expect(asked()).toEqual([]);
	});
});

describe('Create Payment Order: the documents', () => {
	it.each<[string, DocumentFields, string, string]>([
		['marked as paid', { payments: { paid: true } }, 'paid', 'Paid Documents'],
		['paid in full', { amountPaid: 100 }, 'paid', 'Paid Documents'],
		['issued', { direction: 1 }, 'issued', 'Issued Documents'],
		['a received credit note', { type: 3, total: -100 }, 'creditNotes', 'Received Credit Notes'],
	])('that are %s are refused unless Allow says so', async (_, change, choice, label) => {
		const { run, ids, orders, sandbox } = await payable();
		sandbox.admin.changeDocument(ids[1], change);
		const { error } = await run(order({ accountingDocuments: ids.join(',') }));
		const { accountingDocumentNo } = sandbox.admin.documentAt(1);
		expect(error?.message).toMatch(`This document needs no payment: ${accountingDocumentNo} (`);
		expect(error?.description).toContain(`add ${label} in Options > Allow`);
		expect(orders()).toEqual([]);
		const others = ['paid', 'issued', 'creditNotes', 'unchecked'].filter((one) => one !== choice);
		const other = order({ accountingDocuments: ids.join(','), ...allowing(...others) });
		expect((await run(other)).error?.message).toBe(error?.message);
		const allowed = order({ accountingDocuments: ids.join(','), ...allowing(choice) });
		expect((await run(allowed)).error).toBeUndefined();
		expect(orders().map(documentsIn)).toEqual([ids]);
	});

	it('are all named that are refused', async () => {
		const { run, ids, sandbox } = await payable();
		sandbox.admin.changeDocument(ids[0], { direction: 1, amountPaid: 100 });
		sandbox.admin.changeDocument(ids[2], { amountPaid: 100 });
		const { accountingDocumentNo } = sandbox.admin.documentAt(2);
		sandbox.admin.changeDocument(ids[0], { accountingDocumentNo: ' ' });
		const { error } = await run(order({ accountingDocuments: ids, ...allowing('issued') }));
		expect(error?.message).toBe(
			`These documents need no payment: ID ${ids[0]} (paid) and ${accountingDocumentNo} (paid)`,
		);
	});

	it('that are more than 50 are refused unless Allow says so', async () => {
		const { run, ids, orders, asked } = await payable(51);
		const { error } = await run(order({ accountingDocuments: ids }));
		expect(error?.message).toBe(
			'The payment order has 51 documents, but the node checks at most 50',
		);
		expect(orders()).toEqual([]);
		await run(order({ accountingDocuments: ids, ...allowing('unchecked') }));
		expect(orders().map(documentsIn)).toEqual([ids]);
		expect(asked(`/v2/accountingdocuments/${ids[0]}`)).toEqual([]);
	});

	it('that cannot be read are refused unless Allow says so', async () => {
		const { run, ids, orders, sandbox } = await payable();
		const match = { path: 'getDocument' };
		sandbox.admin.addFault({ kind: 'status', status: 404, times: 0, match });
		const { error } = await run(order({ accountingDocuments: ids[0] }));
		expect(error?.message).toMatch(/^The service found nothing while fetching accounting document/);
		expect(error?.description).toMatch(
			/If this is a document number, use the ID .* add Unchecked Documents in Options > Allow\./,
		);
		expect(orders()).toEqual([]);
		const allowed = order({ accountingDocuments: ids[0], ...allowing('unchecked') });
		const { hints } = await run(allowed);
		expect(hints).toEqual([
			`The node could not check document ${ids[0]} before the payment order. Look at it in the service.`,
		]);
		expect(orders()).toHaveLength(1);
	});

	it('are picked, listed, or both', async () => {
		const { run, ids, orders } = await payable();
		const row = ids.slice(0, 2).map((id) => ({
			accountingDocumentId: { __rl: true, mode: 'list', value: id },
		}));
		const accountingDocumentsPicked = { row };
		const { error } = await run(order({ accountingDocumentsPicked, accountingDocuments: ids[2] }));
		expect(error).toBeUndefined();
		expect(orders().map(documentsIn)).toEqual([ids]);
		const both = await run(order({ accountingDocumentsPicked, accountingDocuments: ids[1] }));
		expect(both.error?.message).toMatch(/contains .* twice/);
		const amount = await run(order({ accountingDocumentsPicked, amount: 5 }));
		expect(amount.error?.message).toBe('Document IDs and Order Amount cannot be used together');
		row[1].accountingDocumentId.value = 'FP-17';
		const odd = await run(order({ accountingDocumentsPicked }));
		expect(odd.error?.message).toMatch(/^Document 2 must be a positive whole number/);
	});

	it.each(['FV-2026-0017', '2026/17'])('are no numbers: %s', async (value) => {
		const { run, asked } = await payable();
		const picked = { row: [{ accountingDocumentId: byId(value) }] };
		for (const entered of [{ accountingDocuments: value }, { accountingDocumentsPicked: picked }]) {
			const { error } = await run(order(entered));
			expect(error?.description).toBe('This looks like a document number. Use its ID, or pick it.');
		}
		expect(asked()).toEqual([]);
	});

	it.each([
		['', [] as string[]],
		['={{ $json.allow }}', [expect.stringMatching(/empty for every item: Allow\./) as string]],
	])('may be allowed by none of the choices: %j', async (entered, expected) => {
		const { run, ids, orders } = await payable();
		const options = { allow: entered || [] };
		const parameters = order({ accountingDocuments: ids[0], options });
		const { hints } = await run(parameters, { items: [{ allow: [] }] });
		expect(hints).toEqual(expected);
		expect(orders()).toHaveLength(1);
	});

	it('cannot be allowed by an unknown choice', async () => {
		const { run, ids, orders } = await payable();
		const { error } = await run(order({ accountingDocuments: ids, ...allowing('all') }));
		expect(error?.message).toBe('Allow has the unknown choice "all"');
		expect(orders()).toEqual([]);
	});
});

it.each(['invoking', 'requesting'] as const)(
	'an agent that is %s and repeats itself orders a payment once, and learns that it existed',
	async (kind) => {
		const { credentials, ids, orders } = await payable();
		const parameters = order({ accountingDocuments: ids.join(','), output: 'simplified' });
		const first = await callTool(kind, credentials, parameters);
		const second = await callTool(kind, credentials, parameters);
		expect(first.text).toContain('"existed":false');
		expect(second.text).toContain('"existed":true');
		expect(orders()).toHaveLength(1);
	},
);
