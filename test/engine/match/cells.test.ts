/** docs/reference/match-payments.md: which columns and cells of a bank statement are read. */
import type { IDataObject } from 'n8n-workflow';

import { matchPayments, officeWith, row } from '../support/payments';

const unclear = 'unclear';

/** What is read of an amount: a number, or that it is unclear. */
const amounts: Array<[cell: unknown, amount: number | typeof unclear, currency?: string]> = [
	['1210', 1210],
	['1210.50', 1210.5],
	['1210,5', 1210.5],
	['1 210,50', 1210.5],
	['1\u00a0210,50', 1210.5],
	['1\u202f210\u202f000', 1210000],
	['1.210,50', 1210.5],
	['1,210.50', 1210.5],
	['1.210.000,50', 1210000.5],
	["1'210.50", 1210.5],
	['1’210’000.50', 1210000.5],
	[' +1210.50 ', 1210.5],
	['1210.50+', 1210.5],
	[1210.5, 1210.5],
	['0.01', 0.01],
	['0012.50', 12.5],
	['1210.00', 1210, 'JPY'],
	['1.210', 1.21, 'KWD'],
	['1.2101', 1.2101, 'CLF'],
	// Unclear.
	...[
		'0',
		'0,00',
		'',
		' ',
		'-',
		'abc',
		'1210 Kč',
		'(1210)',
		'1e3',
		'1.210',
		'500.000',
		'1,210',
		'12.105',
	]
		.concat([
			'1.210.000',
			'1 21,50',
			'12.34,50',
			'1.210,50.00',
			"1'210",
			'1 210.000,50',
			'.50',
			'50.',
		])
		.concat([
			'1210,-',
			'-1210-',
			'+-1210',
			'- 1210',
			'1234 567',
			'–1210',
			'0x10',
			'١٢٣',
			'1210.50.',
		])
		.map((cell): [unknown, typeof unclear] => [cell, unclear]),
	[0, unclear],
	[1e21, unclear],
	[2 ** 53, unclear],
	[0.1 + 0.2, unclear],
	[true, unclear],
	[['1210'], unclear],
	[{ amount: 1210 }, unclear],
	[null, unclear],
	['1210.501', unclear, 'JPY'],
];

/** The result of the word in Money, for an amount with a sign. */
const words: Array<[money: unknown, amount: string, read: string]> = [
	['bySign', '5', 'incoming'],
	['bySign', '-5', 'outgoing'],
	['bySign', '5−', 'outgoing'],
	...['incoming', 'INCOMING', 'CRDT', 'crdt', 'C', 'c ', 'RD'].map(
		(word): [string, string, string] => [word, '5', 'incoming'],
	),
	...['outgoing', 'DBIT', 'D', 'dbit', 'RC', 'rc'].flatMap(
		(word): Array<[string, string, string]> => [
			[word, '5', 'outgoing'],
			[word, '-5', 'outgoing'],
		],
	),
	...['', null, 'Kredit', 'K', 'CREDIT', '+', 1, true, ['C'], {}].map(
		(word): [unknown, string, string] => [word, '5', 'unclear'],
	),
	...['incoming', 'C', 'CRDT', 'RD'].map((word): [string, string, string] => [
		word,
		'-5',
		'unclear',
	]),
];

const others: Array<[cells: IDataObject, label: string]> = [
	[{ currency: 'Kč' }, 'Currency "Kč"'],
	[{ currency: '' }, 'Currency is empty'],
	[{ currency: '€' }, 'Currency'],
	[{ currency: 'KČS' }, 'Currency'],
	[{ currency: 203 }, 'Currency'],
	[{ currency: ['CZK'] }, 'Currency'],
	[{ symbol: true }, 'Variable Symbol'],
	[{ symbol: 2 ** 60 }, 'Variable Symbol'],
	[{ message: { text: 'VS 1' } }, 'Message'],
	[{ id: ['1'] }, 'Payment ID'],
];

describe('a cell', () => {
	it('with an amount is read exactly, or is unclear', async () => {
		const { run, asked } = await officeWith({});
		const items = amounts.map(([amount, , currency = 'CZK']) => ({ amount, currency }));
		const { json, error } = await run(matchPayments(), { items: items as IDataObject[] });
		expect(error).toBeUndefined();
		const read = json.map(({ result, amount }) => (result === 'unclear' ? unclear : amount));
		const shown = read.map((one, index) => [JSON.stringify(amounts[index][0]), one]);
		expect(shown).toEqual(amounts.map(([cell, amount]) => [JSON.stringify(cell), amount]));
		expect(asked().length).toBeGreaterThan(0);
	});

	it('with the direction is one of the known words, or is unclear', async () => {
		const { run } = await officeWith({});
		const items = words.map(([money, amount]) => row({ money, amount } as IDataObject));
		const { json } = await run(matchPayments(), { items });
		const read = json.map((one) => (one.result === 'unclear' ? 'unclear' : one.money));
		const shown = read.map((one, index) => [...words[index].slice(0, 2), one]);
		expect(shown).toEqual(words);
	});

	it.each(others)('that is unclear never stops the run: %j', async (cells, label) => {
		const { run } = await officeWith({ paid: { variableSymbol: '17' } });
		const items = [row(cells), row({ symbol: '17', currency: 'czk' })];
		const { json, error } = await run(matchPayments(), { items });
		expect(error).toBeUndefined();
		expect(json.map(({ result }) => result)).toEqual(['unclear', 'matched']);
		expect(json[0].reason).toContain(label);
		expect(json[0]).toMatchObject({ id: null, ids: [], candidates: [], amountDue: null });
	});

	it('with types that do not exist is unclear, and nothing is read without a clear row', async () => {
		const { run, asked } = await officeWith({ one: { variableSymbol: '17' } });
		for (const documentTypes of ['={{ [3] }}', '={{ [] }}', '={{ "zz" }}']) {
			const { json, error } = await run(matchPayments({ documentTypes }), {
				items: [row({ symbol: '17' })],
			});
			expect([error, json.map(({ result }) => result)]).toEqual([undefined, ['unclear']]);
			expect(json[0].reason).toContain('Types');
		}
		expect(asked()).toEqual([]);
	});

	it('can be in no row if the field is empty on the form, so that is refused', async () => {
		const { run, asked } = await officeWith({});
		const parameters = matchPayments({ paymentAmount: '', paymentCurrency: '' });
		const { error } = await run(parameters, { items: [row(), row()] });
		expect(error?.message).toBe('Amount and Currency are empty');
		expect(asked()).toEqual([]);
	});
});

it.each(['777001.0', '7,77E+05', 'INV 22 7', '11112222/0100', '000'])(
	'Variable Symbol %s, of which no document has a word, is quoted and not called empty',
	async (symbol) => {
		const { run } = await officeWith({});
		const { json } = await run(matchPayments(), { items: [row({ symbol }), row()] });
		expect(json.map(({ reason }) => reason)).toEqual([
			`No symbol can be read from Variable Symbol "${symbol}", and Message names no symbol or document.`,
			'Variable Symbol is empty, and Message names no symbol or document.',
		]);
	},
);
