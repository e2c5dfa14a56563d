/** docs/reference/match-payments.md: which payment belongs to which document. */
import type { IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox';
import { matchPayments, officeWith, row } from '../support/payments';
import type { Parameters } from '../support/withSandbox';

const paid = { payments: { paid: true } };

type Documents = Record<string, DocumentFields>;

/** Of each row: its result, and the documents to mark. */
type Verdicts = Array<[result: string, ...marked: string[]]>;

async function verdictsOf(documents: Documents, rows: IDataObject[], more: Parameters = {}) {
	const { run, names } = await officeWith(documents);
	const { json, error } = await run(matchPayments(more), { items: rows });
	expect(error).toBeUndefined();
	return json.map(({ result, id, ids }) => [result, ...names(id === null ? ids : id)]);
}

/** The documents that a payment names, with amounts that match nothing. */
async function namedBy(documents: Documents, cells: IDataObject): Promise<string[]> {
	const { run, names } = await officeWith(documents);
	const { json } = await run(matchPayments(), { items: [row({ ...cells, amount: '9.99' })] });
	return names(json[0].candidates).sort();
}

const vs = (variableSymbol: string, more: DocumentFields = {}) => ({ variableSymbol, ...more });
const no = (accountingDocumentNo: string, more: DocumentFields = {}) => ({
	...{ accountingDocumentNo, ...more },
});

describe('a payment names', () => {
	it.each<[cells: IDataObject, documents: Documents, named: string[]]>([
		[{ symbol: '17' }, { a: vs('17'), b: vs('0000000017'), c: vs('170') }, ['a', 'b']],
		[{ symbol: ' 00-1 7–' }, { a: vs('17') }, ['a']],
		[{ symbol: 17 }, { a: vs('1-7') }, ['a']],
		[{ symbol: '0000000000' }, { a: vs('0'), b: vs('-') }, []],
		[{ message: 'VS 17' }, { a: vs('17') }, ['a']],
		[{ message: 'platba v.s.: 17, dekuji' }, { a: vs('17') }, ['a']],
		[{ message: 'Var. symbol 17' }, { a: vs('17') }, ['a']],
		[{ message: 'variabilní symbol #17' }, { a: vs('17') }, ['a']],
		[{ message: 'Variabilny Symbol=17' }, { a: vs('17') }, ['a']],
		[{ message: '/VS0020260001/SS/KS0308' }, { a: vs('20260001'), b: vs('308') }, ['a']],
		[{ symbol: 'VS17' }, { a: vs('17') }, ['a']],
		[{ symbol: '17', message: 'VS 18' }, { a: vs('17'), b: vs('18') }, ['a', 'b']],
		[{ message: 'VS 2026 0001' }, { a: vs('2026') }, []],
		[{ message: 'VS 2026-0001' }, { a: vs('2026') }, []],
		[{ message: 'VS 2026.0001' }, { a: vs('2026') }, []],
		[{ message: 'VS 2026/01' }, { a: vs('2026') }, []],
		[{ message: 'VS 2026a' }, { a: vs('2026') }, []],
		[{ message: 'VS 12345678901' }, { a: vs('1234567890') }, []],
		[{ message: 'CVS 17' }, { a: vs('17') }, []],
		[{ message: 'VS:    17' }, { a: vs('17') }, []],
		// By number only if no document has the symbol.
		[{ symbol: '20260001' }, { a: no('2026-0001'), b: no('X20260001') }, ['a']],
		[{ symbol: '20260001' }, { a: no('2026-0001'), b: vs('20260001') }, ['b']],
		[{ symbol: '123' }, { a: no('123'), b: no('0123') }, []],
		[{ symbol: '1234' }, { a: no('1234') }, ['a']],
		[{ message: 'faktura FV2026-0001.' }, { a: no('FV-2026-0001'), b: no('FV2026-0001') }, ['b']],
		[{ message: 'faktura fv20260001' }, { a: no('FV-2026-0001') }, ['a']],
		[{ message: 'FV 2026/1 a (A-17)' }, { a: no('FV 2026/1'), b: no('a-17'), c: no('b-1') }, ['a']],
		[{ message: 'ab12' }, { a: no('AB12'), b: vs('ab12') }, ['a', 'b']],
		[{ message: 'a12' }, { a: no('A12') }, []],
		[{ message: '123456 a 12345' }, { a: no('123456'), b: no('12345') }, ['a']],
		[{ message: '12/2026 202612 122026' }, { a: no('12/2026'), b: no('202612') }, []],
		[{ message: '2026-11-12' }, { a: no('20261112') }, []],
		[{ message: '20260001/0100' }, { a: vs('20260001') }, []],
		[{ message: 'PO-20260001' }, { a: vs('20260001') }, []],
		[{ message: '20260001_a x20260001 20260001x' }, { a: vs('20260001') }, []],
		[
			{ message: '20260001, 20260002+20260003' },
			{ a: vs('20260001'), b: vs('20260003') },
			['a', 'b'],
		],
		[{ message: 'SS 20260001 KS:20260002' }, { a: vs('20260001'), b: no('20260002') }, []],
		[{ message: 'KS-20260001' }, { a: no('KS-20260001') }, []],
		// Money out pays received documents, by the number of the supplier.
		[
			{ symbol: '20260001', money: 'outgoing' },
			{
				a: { direction: 0, externalNo: '20260001', accountingDocumentNo: 'P1' },
				b: { direction: 0, externalNo: 'X', accountingDocumentNo: '20260001' },
				c: vs('20260001'),
			},
			['a'],
		],
		[{ symbol: '17' }, { a: vs('17', { type: 3 }), b: vs('17', { type: 2 }) }, []],
	])('by %j', async (cells, documents, named) => {
		expect(await namedBy(documents, cells)).toEqual(named);
	});
});

describe('the rules, in their order', () => {
	const instalments = [row({ amount: '400', symbol: '1' }), row({ amount: '600', symbol: '1' })];
	const equal = (first: string, second: string) =>
		[first, second].map((id) => row({ amount: '500', symbol: '1', id }));

	it.each<[says: string, documents: Documents, rows: IDataObject[], verdicts: Verdicts]>([
		['one exact payment', { a: vs('1') }, [row({ symbol: '1' })], [['matched', 'a']]],
		[
			'the same movement in two files',
			{ a: vs('1') },
			[row({ symbol: '1', id: 'B1' }), row({ symbol: '1', id: 'B1' })],
			[['matched', 'a'], ['repeated']],
		],
		[
			'the same payment without an ID',
			{ a: vs('1') },
			[row({ symbol: '1', id: 'NOTPROVIDED' }), row({ symbol: '1', id: 'notprovided' })],
			[['matched', 'a'], ['alreadyPaid']],
		],
		[
			'another amount under the same ID',
			{ a: vs('1'), b: vs('2', { total: 5 }) },
			[row({ symbol: '1', id: 'B1' }), row({ symbol: '2', id: 'B1', amount: 5 })],
			[
				['matched', 'a'],
				['matched', 'b'],
			],
		],
		[
			'a reversal, and what it takes back',
			{ a: vs('1') },
			[row({ symbol: '1' }), row({ symbol: '1', money: 'RC' }), row({ money: 'RD' })],
			[['returned'], ['returned'], ['returned']],
		],
		[
			'money that came and went',
			{ a: vs('1'), b: vs('2') },
			[row({ symbol: '1' }), row({ symbol: '1', amount: '-1000' }), row({ symbol: '2' })],
			[['returned'], ['returned'], ['matched', 'b']],
		],
		[
			'one payment for several documents',
			{ a: vs('1'), b: vs('2', { total: 500 }) },
			[row({ amount: '1500', message: 'VS 1, VS 2' })],
			[['severalDocuments', 'b', 'a']],
		],
		[
			'an advance and its invoice under one symbol',
			{ a: vs('1', { type: 1 }), b: vs('1') },
			[row({ symbol: '1' }), row({ symbol: '1', amount: 2000 })],
			[['alreadyPaid'], ['severalDocuments', 'b', 'a']],
		],
		[
			'one of two that share a symbol',
			{ a: vs('1', { type: 1 }), b: vs('1') },
			[row({ symbol: '1' })],
			[['ambiguous']],
		],
		[
			'a permanent symbol, whose old payment would pay the new invoice',
			{ old: vs('1', paid), a: vs('1') },
			[row({ symbol: '1' })],
			[['ambiguous']],
		],
		[
			'a paid document with another total, or in another currency',
			{
				old: vs('1', { ...paid, total: 999 }),
				eur: vs('1', { ...paid, currency: 'EUR' }),
				a: vs('1'),
			},
			[row({ symbol: '1' })],
			[['matched', 'a']],
		],
		[
			'a part of what is due',
			{ a: vs('1', { amountPaid: 400 }) },
			[instalments[1]],
			[['matched', 'a']],
		],
		['instalments', { a: vs('1') }, instalments, [['matchedTogether'], ['matchedTogether', 'a']]],
		[
			'equal instalments with IDs',
			{ a: vs('1') },
			equal('B1', 'B2'),
			[['matchedTogether'], ['matchedTogether', 'a']],
		],
		[
			'equal instalments without',
			{ a: vs('1') },
			equal('', 'B2'),
			[['differentAmount'], ['differentAmount']],
		],
		[
			'instalments, of which one also names another unpaid document',
			{ a: vs('1'), b: vs('2') },
			[instalments[0], row({ amount: '600', symbol: '1', message: 'VS 2' })],
			[['differentAmount'], ['ambiguous']],
		],
		[
			'the whole amount after a part of it',
			{ a: vs('1') },
			[instalments[0], row({ symbol: '1' })],
			[['alreadyPaid'], ['matched', 'a']],
		],
		['no symbol', { a: vs('1') }, [row({ message: 'dekuji' })], [['noKey']]],
		['an unknown symbol', { a: vs('1') }, [row({ symbol: '2' })], [['notFound']]],
		['a paid document', { a: vs('1', paid) }, [row({ symbol: '1', amount: 5 })], [['alreadyPaid']]],
		[
			'a document paid in full',
			{ a: vs('1', { amountPaid: 1000 }) },
			[row({ symbol: '1' })],
			[['alreadyPaid']],
		],
		[
			'another currency',
			{ a: vs('1', { currency: 'EUR' }) },
			[row({ symbol: '1' })],
			[['otherCurrency']],
		],
		[
			'another currency, beside rows that pay the document',
			{ a: vs('1'), b: vs('2') },
			[
				...[row({ symbol: '1', currency: 'EUR' }), row({ symbol: '1' })],
				...[row({ message: 'VS 1, VS 2', currency: 'EUR' }), row({ symbol: '2' })],
			],
			[['otherCurrency'], ['matched', 'a'], ['alreadyPaid'], ['matched', 'b']],
		],
		[
			'another currency, with the amount of a paid document',
			{ old: vs('1', { ...paid, currency: 'EUR' }), a: vs('1') },
			[row({ symbol: '1', currency: 'EUR' }), row({ symbol: '1' })],
			[['alreadyPaid'], ['matched', 'a']],
		],
		['too little', { a: vs('1') }, [row({ symbol: '1', amount: '999.99' })], [['differentAmount']]],
		['a double', { a: vs('1', { total: 1000.0004 }) }, [row({ symbol: '1' })], [['matched', 'a']]],
		[
			'a hundredth more',
			{ a: vs('1', { total: 1000.01 }) },
			[row({ symbol: '1' })],
			[['differentAmount']],
		],
		['a draft', { a: vs('1', { state: 'Draft' }) }, [row({ symbol: '1' })], [['ambiguous']]],
		[
			'a draft beside',
			{ a: vs('1'), b: vs('1', { state: 'Draft' }) },
			[row({ symbol: '1' })],
			[['ambiguous']],
		],
	])('decide about %s', async (_says, documents, rows, verdicts) => {
		expect(await verdictsOf(documents, rows)).toEqual(verdicts);
	});

	it('let Reused Symbols raise no doubt, and Types choose the documents', async () => {
		const documents = { old: vs('1', paid), a: vs('1'), b: vs('2', { type: 1 }) };
		const rows = [row({ symbol: '1' }), row({ symbol: '2' })];
		const options = { reusedSymbols: true };
		expect(await verdictsOf(documents, rows, { options, documentTypes: [0] })).toEqual([
			['matched', 'a'],
			['notFound'],
		]);
	});
});
