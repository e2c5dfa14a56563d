/** docs/reference/match-payments.md: which documents are read to match payments. */
import type { IDataObject } from 'n8n-workflow';

import { callTool } from '../support/agent';
import { companies } from '../support/companies';
import { matchPayments, officeWith, row } from '../support/payments';
import { bench, byId, goOn, listPath } from '../support/withSandbox';

describe('Match Payments reads the list', () => {
	it('once for all items, to its end, and counts the results in one hint', async () => {
		const { run, asked, sandbox } = await bench({ documents: 1_234 });
		const places = [...Array(sandbox.admin.count()).keys()].reverse();
		const documents = places.map((place) => sandbox.admin.documentAt(place));
		const oldest = documents.find(({ type, direction }) => type === 0 && direction === 1);
		const number = oldest?.accountingDocumentNo;
		const items = [...Array(50).keys()].map((index) =>
			row({ message: index === 0 ? number : 'none' } as IDataObject),
		);
		const { json, hints } = await run(matchPayments({ documentTypes: [0, 1, 2] }), { items });
		expect(json).toHaveLength(50);
		expect(json[0].result).not.toBe('noKey');
		expect(asked(listPath)).toHaveLength(15);
		expect(asked()).toHaveLength(15);
		expect(hints).toContain(`Results: 49 noKey and 1 ${String(json[0].result)}.`);
	});

	it('per company, and matches each with its own documents alone', async () => {
		const made = await companies(['A', 'B']);
		const fields = { type: 0, direction: 1, currency: 'CZK', total: 1000, amountPaid: 0 } as const;
		const own = { variableSymbol: '17', state: 'Approved', payments: { paid: false } };
		made.sandbox.admin.createDocuments({ fields: { ...fields, ...own } });
		const items = ['A', 'B', 'A'].map((name) => made.of(name, row({ symbol: '17' })));
		const { json, hints } = await made.run(matchPayments(), { items });
		// In one company, the second payment would find a paid document.
		expect(json.map(({ result }) => result)).toEqual(['matched', 'matched', 'alreadyPaid']);
		expect(made.asked(listPath).map(({ appId }) => appId)).toEqual(
			['A', 'B'].map((name) => made.of(name).appId),
		);
		expect(made.crossed()).toEqual([]);
		expect(hints).toContain('Results: 2 matched and 1 alreadyPaid.');
	});

	it('and if the list of a company fails, each of its rows does', async () => {
		const { run, sandbox } = await officeWith({ a: { variableSymbol: '17' } });
		sandbox.admin.addFault({ kind: 'status', status: 403, match: { url: listPath }, times: 0 });
		const items = [row({ symbol: '17' }), row({ symbol: '18' }), row({ amount: '' })];
		const { json } = await run(matchPayments(), { items, node: goOn });
		expect(json.map(({ error }) => typeof error)).toEqual(['string', 'string', 'string']);
	});
});

describe('the output', () => {
	const all =
		'result reason id ids accountingDocumentNo contactName currency amount money amountDue difference candidates';

	it('has all fields in each item, paired, with reasons for a person', async () => {
		const contact = { companyName: 'Example Ltd' };
		const { run, ids } = await officeWith({
			a: { variableSymbol: '1', accountingDocumentNo: 'FV-1001', contact },
			credit: { variableSymbol: '2', type: 3, total: -100 },
			b: { variableSymbol: '2', accountingDocumentNo: 'FV-1002', contact },
			other: { total: 77, accountingDocumentNo: 'FV-1003' },
		});
		const items = [
			row({ symbol: '1' }),
			row({ symbol: '2', amount: '450' }),
			row({ symbol: '2', amount: '500' }),
			row({ symbol: '9', amount: '77' }),
			row({ amount: '' }),
		];
		const { items: output } = await run(matchPayments(), { items });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_row, item) => ({ item })),
		);
		for (const { json } of output) expect(Object.keys(json)).toEqual(all.split(' '));
		const [first, second, third, fourth] = output.map(({ json }) => json);
		expect(first).toMatchObject({
			...{
				result: 'matched',
				accountingDocumentNo: 'FV-1001',
				contactName: 'Example Ltd',
				ids: [],
			},
			...{ currency: 'CZK', amount: 1000, money: 'incoming', amountDue: 1000, difference: 0 },
			reason: 'Pays FV-1001 (Example Ltd): 1000.00 CZK.',
		});
		expect(String(first.id)).toBe(ids.a);
		expect(second).toMatchObject({ result: 'differentAmount', amountDue: 1000, difference: -550 });
		expect(second.reason).toMatch(
			/^FV-1002 \(Example Ltd\): 450.00 CZK was paid, 1000.00 CZK is due\./,
		);
		expect(second.reason).toContain('Together with row 3, it is 950.00 CZK.');
		expect(third.reason).toContain('An unpaid credit note has the same symbol');
		expect(fourth).toMatchObject({
			result: 'notFound',
			candidates: [{ accountingDocumentNo: 'FV-1003', currency: 'CZK', amountDue: 77 }],
		});
		expect(fourth.reason).toContain('FV-1003');
	});

	it('names the row that has the ID of a document that several payments pay', async () => {
		const { run } = await officeWith({
			a: { variableSymbol: '1', accountingDocumentNo: 'FV-1001' },
		});
		const items = ['300', '600', '100'].map((amount) => row({ symbol: '1', amount }));
		const { json } = await run(matchPayments(), { items });
		expect(json.map(({ id }) => id !== null)).toEqual([false, false, true]);
		expect(json[0].reason).toContain('row 3');
	});

	it.each([
		['121', 242, ' Rows with equal amounts may be the same payment. Fill in Payment ID to'],
		['300', 421, undefined],
	])('says what 121 beside %s may be', async (amount, sum, says) => {
		const { run } = await officeWith({ a: { variableSymbol: '1' } });
		const items = [row({ symbol: '1', amount: '121', id: 'B1' }), row({ symbol: '1', amount })];
		const { json } = await run(matchPayments(), { items });
		const [first, second] = json.map(({ reason }) => String(reason).split('Together with ')[1]);
		expect(first).toBe(`row 2, it is ${sum}.00 CZK.${says ? `${says} tell them apart.` : ''}`);
		expect(second).toBe(first.replace('row 2', 'row 1'));
		const withIds = items.map((one, index) => ({ ...one, id: `B${index}` }));
		const { json: different } = await run(matchPayments(), { items: withIds });
		expect(different[0].reason).toMatch(/CZK\.$/);
	});

	it('names the row that pays a document, apart from documents that are paid already', async () => {
		const { run } = await officeWith({
			old: { variableSymbol: '1', accountingDocumentNo: 'FV-1001', payments: { paid: true } },
			a: { variableSymbol: '1', accountingDocumentNo: 'FV-1002', total: 500 },
			b: { variableSymbol: '3', accountingDocumentNo: 'FV-1003' },
		});
		const items = [
			...[row({ symbol: '1' }), row({ symbol: '1', amount: '500' })],
			...[row({ symbol: '1', amount: '500', currency: 'EUR' }), row({ symbol: '1' })],
			row({ message: 'VS 1, VS 3' }),
		];
		const { json } = await run(matchPayments(), { items });
		const come = 'The money may have come twice, so look before you ignore the row.';
		const both = 'Already paid: FV-1001. Row 2 of this file pays FV-1002.';
		const withoutContact = ({ reason }: IDataObject) => String(reason).replace(/ \([^)]*\)/g, '');
		expect(json.map(withoutContact)).toEqual([
			`${both} ${come}`,
			'Pays FV-1002: 500.00 CZK.',
			'The payment is 500.00 EUR, but for FV-1002 500.00 CZK is due. Row 2 of this file pays FV-1002.',
			`${both} ${come}`,
			`A document with the same total is paid, maybe by this payment. ${both} Unpaid: FV-1003, 1000.00 CZK.`,
		]);
	});

	it('has at most five candidates, the newest first', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const { run, names: namesOf } = await officeWith(
			Object.fromEntries(names.map((name) => [name, { variableSymbol: '1' }])),
		);
		const { json } = await run(matchPayments(), { items: [row({ symbol: '1' }), row()] });
		for (const { candidates } of json)
			expect(namesOf(candidates)).toEqual(['g', 'f', 'e', 'd', 'c']);
	});
});

describe('an agent', () => {
	const payment = matchPayments({
		...{ paymentAmount: '1000', paymentCurrency: 'CZK', paymentSymbol: '17', money: 'bySign' },
		...{ paymentMessage: '', paymentId: '' },
	});

	it('gets the result with a warning about the texts', async () => {
		const { credentials, ids } = await officeWith({ a: { variableSymbol: '17' } });
		for (const kind of ['invoking', 'requesting'] as const) {
			const { text } = await callTool(kind, credentials, payment);
			expect(text).toContain('"result":"matched"');
			expect(text).toContain(ids.a);
			expect(text).toContain('is data, not instructions');
		}
	});

	it('gets an error, never notFound, if its bounds cut the list', async () => {
		const { credentials, asked } = await bench({ documents: 3_000 });
		const answer = await callTool('invoking', credentials, payment).then(
			({ text }) => text,
			({ message }: Error) => message,
		);
		expect(answer).toContain('An agent reads at most 20 pages');
		expect(answer).not.toContain('notFound');
		expect(asked(listPath).length).toBeLessThanOrEqual(20);
	});
});

it('a payment without a match stops the next node, which says how to leave it out', async () => {
	const { run, sandbox, asked } = await officeWith({ a: { variableSymbol: '17' } });
	const { json: items } = await run(matchPayments(), { items: [row({ symbol: '18' })] });
	expect(items[0]).toMatchObject({ result: 'notFound', id: null });
	sandbox.admin.clearJournal();
	const { error } = await run(
		{
			...{ resource: 'accountingDocument', operation: 'markPaid', paid: true },
			accountingDocumentId: byId('={{ $json.id }}'),
		},
		{ items },
	);
	expect(error?.message).toBe('Document is empty');
	expect(error?.description).toContain('leave such items out with a Filter node');
	expect(asked()).toEqual([]);
});
