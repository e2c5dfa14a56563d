import type { ResultKind } from '../../../nodes/AccountingService/match/rows';
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

/** What is wrong or right, and how many cases of each. */
const cases = {
	exact: 610,
	instalments: 15,
	severalOpen: 60,
	noSymbol: 20,
	otherCurrency: 40,
	outgoing: 30,
	paidInPart: 40,
	tooHigh: 50,
	tooLow: 50,
	oddAmount: 30,
	unknown: 40,
};

type CaseKind = keyof typeof cases;

interface Case {
	documents: DocumentFields[];
	payments: Array<Omit<Payment, 'payment'>>;
	/** Of each payment. */
	results: ResultKind[];
}

export interface BankDay {
	documents: DocumentFields[];
	payments: Payment[];
	/** By the number of the payment. */
	results: Map<string, ResultKind>;
	/** Documents that several payments pay together, by their positions. */
	together: Set<number>;
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
		// A draft is never matched.
		state: 'Schváleno',
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

const one = (
	result: ResultKind,
	index: number,
	payment: Partial<Payment>,
	document: DocumentFields = {},
): Case => ({
	documents: [documentOf(index, document)],
	payments: [paymentOf(index, payment)],
	results: [result],
});

/** What is wrong in one of the ways that a document and its payment can be wrong. */
const makers: Record<CaseKind, (index: number, turn: number) => Case> = {
	// Every tenth total has more decimals than its currency; the payment cannot have them.
	exact: (index, turn) =>
		one(
			'matched',
			index,
			{},
			turn % 10 === 0 ? { total: Number(`${(hundredthsOf(index) / 100).toFixed(2)}4`) } : {},
		),
	instalments: (index, turn) => {
		const parts = [1_000, hundredthsOf(index) - 1_000];
		const payments = parts.map((part) => paymentOf(index, { amount: amountText(part, turn) }));
		return {
			documents: [documentOf(index)],
			payments,
			results: payments.map(() => 'matchedTogether'),
		};
	},
	severalOpen: (index) => {
		const document = documentOf(index);
		const twin = { ...document, variableSymbol: written(symbolOf(index), 5) };
		return { documents: [document, twin], payments: [paymentOf(index)], results: ['ambiguous'] };
	},
	noSymbol: (index, turn) => {
		const none = ['', '0000', ' - '][turn % 3];
		return one(
			'noKey',
			index,
			{ variableSymbol: none },
			{ variableSymbol: [null, '', '000'][turn % 3] },
		);
	},
	otherCurrency: (index, turn) =>
		turn % 2 === 0
			? one('otherCurrency', index, { currency: 'USD' })
			: one('unclear', index, { currency: '' }),
	// Everything else fits, but outgoing money pays received documents.
	outgoing: (index, turn) => {
		const kinds = ['D', 'DBIT', 'Debit', 'Debet', '-', 'odchozí úhrada', ' MD '];
		const isSigned = turn % 3 === 0;
		const amount = amountText(hundredthsOf(index), turn);
		const signed = [`-${amount}`, `−${amount}`, `${amount}-`][(turn / 3) % 3];
		return one(
			'notFound',
			index,
			isSigned ? { amount: signed } : { kind: kinds[turn % kinds.length] },
		);
	},
	paidInPart: (index, turn) => {
		const [total, before] = [hundredthsOf(index), 1_000];
		const isRest = turn % 2 === 0;
		const amount = amountText(isRest ? total - before : total, turn);
		const result = isRest ? 'matched' : 'differentAmount';
		return one(result, index, { amount }, { amountPaid: before / 100 });
	},
	tooHigh: (index, turn) => {
		const amount = amountText(hundredthsOf(index) + (turn % 2 === 0 ? 1 : 9_900), turn);
		return one('differentAmount', index, { amount });
	},
	tooLow: (index, turn) => {
		const amount = amountText(hundredthsOf(index) - (turn % 2 === 0 ? 1 : 900), turn);
		return one('differentAmount', index, { amount });
	},
	oddAmount: (index, turn) => {
		const plain = (hundredthsOf(index) / 100).toFixed(2);
		// "1,210" may be one and a fifth, or a thousand; the document has the total that the first means.
		const amounts = [`(${plain})`, `${plain} Kč`, '', '1.210', '1,210', `+${plain}`];
		const amount = amounts[turn % amounts.length];
		const result = amount.startsWith('+') ? 'matched' : 'unclear';
		return one(result, index, { amount }, amount === '1,210' ? { total: 1.21 } : {});
	},
	unknown: (index, turn) => {
		const symbol = symbolOf(index);
		const gone: Array<[result: ResultKind, fields: DocumentFields]> = [
			['alreadyPaid', { payments: { paid: true } }],
			['alreadyPaid', { amountPaid: hundredthsOf(index) / 100 }],
			['notFound', { direction: 0 }],
			...([2, 3, 7, 8, 10, 11, 12] as const).map((type): [ResultKind, DocumentFields] => [
				'notFound',
				{ type },
			]),
		];
		const near = [`${symbol}0`, `1${symbol.padStart(6, '0')}`, String(Number(symbol) + 1)];
		const [result, fields] = gone[(turn / 2) % gone.length] ?? ['notFound', {}];
		return turn % 2 === 0
			? one(result, index, {}, fields)
			: one('notFound', index, { variableSymbol: near[((turn - 1) / 2) % near.length] });
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
	const documents: DocumentFields[] = [];
	const day: BankDay = {
		...{ documents, payments: [], results: new Map(), pays: new Map(), together: new Set() },
	};
	let index = 0;
	for (const [kind, count] of Object.entries(cases)) {
		for (let turn = 0; turn < count; turn++) {
			const made = makers[kind as CaseKind](index++, turn);
			for (const [place, payment] of made.payments.entries()) {
				const number = `P-${day.payments.length + 1}`;
				day.payments.push({ payment: number, ...payment });
				day.results.set(number, made.results[place]);
				if (made.results[place] === 'matched') day.pays.set(number, documents.length);
				if (made.results[place] === 'matchedTogether') day.together.add(documents.length);
			}
			documents.push(...made.documents);
		}
	}
	while (documents.length < size.documents) documents.push(otherDocument(index++));
	if (day.payments.length !== size.payments || documents.length !== size.documents)
		throw new Error(`${documents.length} documents, ${day.payments.length} payments`);
	return day;
}

/** The payments in the order of the file, which is another one than that of the documents. */
export const inFileOrder = ({ payments }: BankDay): Payment[] =>
	payments
		.map((payment, position) => ({ payment, place: (position * 619) % payments.length }))
		.sort((a, b) => a.place - b.place)
		.map(({ payment }) => payment);

/** The file as the bank gives it out. */
export function bankFile(day: BankDay): string {
	const lines = inFileOrder(day).map(({ payment, variableSymbol, amount, currency, kind }) =>
		[payment, variableSymbol, amount, currency, kind].map((cell) => `"${cell}"`).join(','),
	);
	return `\ufeff${['id,variableSymbol,amount,currency,kind', ...lines].join('\r\n')}\r\n`;
}
