import type { DocumentFields } from '../../sandbox';

/**
 * Books and the bank file of one day, made together, so that the right answer to every payment is known before a
 * workflow sees it. Amounts are whole hundredths here: nothing is computed with fractions.
 */
export interface Payment {
	/** The bank's own number. */
	payment: string;
	variableSymbol: string;
	amount: string;
	currency: string;
	/** In which direction the money went. */
	kind: string;
}

export type Verdict =
	| 'Fits'
	| 'Ambiguous'
	| 'No symbol'
	| 'Other currency'
	| 'Outgoing'
	| 'Paid in part before'
	| 'Too high'
	| 'Too low'
	| 'Unclear amount'
	| 'Unknown symbol';

/** How many cases of each; an ambiguous one has a payment more in every second case. */
const cases: Record<Verdict, number> = {
	Fits: 610,
	Ambiguous: 60,
	'No symbol': 20,
	'Other currency': 40,
	Outgoing: 30,
	'Paid in part before': 40,
	'Too high': 50,
	'Too low': 50,
	'Unclear amount': 30,
	'Unknown symbol': 40,
};

interface Case {
	documents: DocumentFields[];
	payments: Array<Omit<Payment, 'payment'>>;
}

export interface BankDay {
	documents: DocumentFields[];
	payments: Payment[];
	/** By the number of the payment. */
	verdicts: Map<string, Verdict>;
	/** The position in `documents` that a payment pays exactly, by the number of the payment. */
	pays: Map<string, number>;
}

/** No two are alike without their zeros, and none is another one with a digit more, or one off: 11 modulo 37. */
const symbolOf = (index: number) => String(11 + 37 * index);
const hundredthsOf = (index: number) => 2_000 + ((index * 7_919) % 4_000_000);

/** The ways in which people and banks write a symbol. */
function written(symbol: string, way: number): string {
	const middle = Math.ceil(symbol.length / 2);
	const halves = [symbol.slice(0, middle), symbol.slice(middle)];
	const ways = [
		symbol,
		symbol.padStart(10, '0'),
		halves.join('-'),
		halves.join(' '),
		halves.join('\u00a0'),
		`00-${symbol}`,
		` ${halves.join(' – ')} `,
	];
	return ways[way % ways.length] ?? symbol;
}

/** The ways in which banks write an amount. */
function amountText(hundredths: number, way: number): string {
	const plain = (hundredths / 100).toFixed(2);
	const grouped = plain.replace(/\B(?=(\d{3})+\.)/g, way % 2 === 0 ? ' ' : '\u00a0');
	const ways = [plain, plain.replace('.', ','), grouped, grouped.replace('.', ',')];
	return ways[way % ways.length] ?? plain;
}

/** Issued and unpaid, unless the fields say otherwise. */
export function documentOf(index: number, fields: DocumentFields = {}): DocumentFields {
	const total = fields.total ?? hundredthsOf(index) / 100;
	return {
		lineItems: [lineOf(total)],
		totalVatExcl: total,
		type: index % 9 === 0 ? 1 : 0,
		direction: 1,
		variableSymbol: written(symbolOf(index), index % 3),
		currency: index % 5 === 0 ? 'EUR' : 'CZK',
		total,
		amountPaid: 0,
		payments: { paid: false },
		...fields,
	};
}

/** A line that gives all of its amounts, so that the service computes none of them anew. */
const lineOf = (total: number) => ({
	description: 'Goods',
	qt: 1,
	...{ unitPrice: total, unitPriceVatExcl: total, total, totalVatExcl: total, vatValue: 0 },
});

function paymentOf(index: number, fields: Partial<Payment> = {}): Omit<Payment, 'payment'> {
	return {
		variableSymbol: written(symbolOf(index), index),
		amount: amountText(hundredthsOf(index), index),
		currency: index % 5 === 0 ? 'EUR' : 'CZK',
		kind: ['', 'C', 'CRDT', 'Kredit', '+', 'Příchozí platba'][index % 6] ?? '',
		...fields,
	};
}

const one = (index: number, payment: Partial<Payment>, document: DocumentFields = {}): Case => ({
	documents: [documentOf(index, document)],
	payments: [paymentOf(index, payment)],
});

/** What is wrong in one of the ways that a document and its payment can be wrong. */
const makers: Record<Verdict, (index: number, turn: number) => Case> = {
	// Every tenth total has more decimals than its currency; the payment cannot have them.
	Fits: (index, turn) =>
		one(
			index,
			{},
			turn % 10 === 0 ? { total: Number(`${(hundredthsOf(index) / 100).toFixed(2)}4`) } : {},
		),
	Ambiguous: (index, turn) => {
		const [document, payment] = [documentOf(index), paymentOf(index)];
		return turn % 2 === 0
			? {
					documents: [document, { ...document, variableSymbol: written(symbolOf(index), 5) }],
					payments: [payment],
				}
			: {
					documents: [document],
					payments: [payment, { ...payment, variableSymbol: written(symbolOf(index), 3) }],
				};
	},
	'No symbol': (index, turn) => {
		const none = ['', '0000', ' - '][turn % 3];
		return one(index, { variableSymbol: none }, { variableSymbol: [null, '', '000'][turn % 3] });
	},
	'Other currency': (index, turn) => one(index, { currency: turn % 2 === 0 ? 'USD' : '' }),
	// Everything else fits.
	Outgoing: (index, turn) => {
		const kinds = ['D', 'DBIT', 'Debit', 'Debet', '-', 'odchozí úhrada', 'RC', ' MD '];
		const isSigned = turn % 3 === 0;
		const amount = amountText(hundredthsOf(index), turn);
		const signed = [`-${amount}`, `−${amount}`, `${amount}-`][(turn / 3) % 3];
		return one(index, isSigned ? { amount: signed } : { kind: kinds[turn % kinds.length] });
	},
	'Paid in part before': (index, turn) => {
		const [total, before] = [hundredthsOf(index), 1_000];
		const amount = amountText(turn % 2 === 0 ? total - before : total, turn);
		return one(index, { amount }, { amountPaid: before / 100 });
	},
	'Too high': (index, turn) =>
		one(index, { amount: amountText(hundredthsOf(index) + (turn % 2 === 0 ? 1 : 9_900), turn) }),
	'Too low': (index, turn) =>
		one(index, { amount: amountText(hundredthsOf(index) - (turn % 2 === 0 ? 1 : 900), turn) }),
	'Unclear amount': (index, turn) => {
		const plain = (hundredthsOf(index) / 100).toFixed(2);
		// "1,210" may be one and a fifth, or a thousand; the document has the total that the first means.
		const amounts = [`(${plain})`, `${plain} Kč`, '', '1.210,00', '1,210', `+${plain}`];
		const amount = amounts[turn % amounts.length];
		return one(index, { amount }, amount === '1,210' ? { total: 1.21 } : {});
	},
	'Unknown symbol': (index, turn) => {
		const symbol = symbolOf(index);
		const gone: DocumentFields[] = [
			{ payments: { paid: true } },
			{ amountPaid: hundredthsOf(index) / 100 },
			{ direction: 0 },
			...([2, 3, 7, 8, 10, 11, 12] as const).map((type) => ({ type })),
		];
		const near = [`${symbol}0`, `1${symbol.padStart(6, '0')}`, String(Number(symbol) + 1)];
		return turn % 2 === 0
			? one(index, {}, gone[(turn / 2) % gone.length])
			: one(index, { variableSymbol: near[((turn - 1) / 2) % near.length] });
	},
};

/** Documents that no payment is about: paid, unpaid, received, credit notes and such without a symbol. */
function otherDocument(index: number): DocumentFields {
	const total = hundredthsOf(index) / 100;
	const others: DocumentFields[] = [
		{},
		{ payments: { paid: true } },
		{ amountPaid: total },
		{ direction: 0 },
		{ type: 3, total: -total },
		{ variableSymbol: null },
	];
	return documentOf(index, others[index % others.length]);
}

export function makeBankDay(size: { documents: number; payments: number }): BankDay {
	const day: BankDay = { documents: [], payments: [], verdicts: new Map(), pays: new Map() };
	let index = 0;
	for (const [name, count] of Object.entries(cases)) {
		const verdict = name as Verdict;
		for (let turn = 0; turn < count; turn++) {
			const { documents, payments } = makers[verdict](index++, turn);
			for (const payment of payments) {
				const number = `P-${day.payments.length + 1}`;
				day.payments.push({ payment: number, ...payment });
				day.verdicts.set(number, verdict);
				if (verdict === 'Fits') day.pays.set(number, day.documents.length);
			}
			day.documents.push(...documents);
		}
	}
	while (day.documents.length < size.documents) day.documents.push(otherDocument(index++));
	if (day.payments.length !== size.payments || day.documents.length !== size.documents)
		throw new Error(`${day.documents.length} documents, ${day.payments.length} payments`);
	return day;
}

/** The file as the bank gives it out, its lines in another order than the documents. */
export function bankFile({ payments }: BankDay): string {
	const columns = ['payment', 'variableSymbol', 'amount', 'currency', 'kind'] as const;
	const lines = payments
		.map((payment, position) => ({ payment, place: (position * 619) % payments.length }))
		.sort((a, b) => a.place - b.place)
		.map(({ payment }) => columns.map((name) => `"${payment[name]}"`).join(','));
	return `\ufeff${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
