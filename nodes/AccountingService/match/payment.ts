import { refuseInput } from '../../shared/client/errors';
import type { Decimal } from '../../shared/decimal';
import { plainText } from '../../shared/fields/readValue';
import { isBlank, quoteValue } from '../../shared/fields/values';
import { readAmount } from './amount';
import { matchKey, messageOf, symbolsIn } from './keys';

export type Money = 'incoming' | 'outgoing';

/** The cells of a row as the form gives them, and what the row looks for. */
export interface PaymentCells {
	paymentAmount: unknown;
	paymentCurrency: unknown;
	paymentSymbol: unknown;
	paymentMessage: unknown;
	paymentId: unknown;
	money: unknown;
	/** Document types (docs/api/resources.md#codes). */
	documentTypes: number[];
	reusedSymbols: boolean;
}

/** A row with clear cells. */
export interface Payment {
	/** Above 0, exactly as written. */
	amount: Decimal;
	/** In capitals. */
	currency: string;
	money: Money;
	/** The bank took an earlier payment back. */
	isReversal: boolean;
	/** The bank's own ID; '' if there is none. */
	id: string;
	/** The cell of the symbol; '' if it is empty. */
	symbol: string;
	/** Keys (keys.ts), none twice. */
	symbols: string[];
	/** Where numbers of documents may stand, by `messageOf` (keys.ts). */
	messages: string[];
	types: number[];
	reusedSymbols: boolean;
}

/** The labels of the form. */
export const paymentLabels = {
	paymentAmount: 'Amount',
	paymentCurrency: 'Currency',
	paymentSymbol: 'Variable Symbol',
	paymentMessage: 'Message',
	paymentId: 'Payment ID',
	money: 'Money',
} as const;

type Cell = keyof typeof paymentLabels;

/** The direction, if it is not in the sign, and whether it is a reversal. */
type Direction = readonly [money?: Money, isReversal?: true];

/** What Money may say (ISO 20022 and SWIFT MT940). */
export const directionWords: Readonly<Record<string, Direction>> = {
	bysign: [],
	incoming: ['incoming'],
	outgoing: ['outgoing'],
	crdt: ['incoming'],
	c: ['incoming'],
	dbit: ['outgoing'],
	d: ['outgoing'],
	rc: ['outgoing', true],
	rd: ['incoming', true],
};

/** What banks write if there is no ID (ISO 20022, SWIFT MT940). */
const noIds = ['NOTPROVIDED', 'NONREF'];

/** @throws ServiceError (badInput) for an unclear cell, with the label and the value */
export function readPayment(cells: PaymentCells): Payment {
	const text = (name: Cell) => plainText(cells[name], name, paymentLabels[name]) ?? '';
	const unclear = (name: Cell, expected: string): never =>
		refuseInput(
			name,
			isBlank(cells[name])
				? `${paymentLabels[name]} is empty`
				: `${paymentLabels[name]} ${quoteValue(cells[name])} is unclear: ${expected}`,
			`Correct ${paymentLabels[name]}.`,
		);
	const currency = text('paymentCurrency').toUpperCase();
	if (!/^[A-Z]{3}$/.test(currency)) unclear('paymentCurrency', 'enter a code such as CZK');
	const { amount, isNegative } =
		readAmount(text('paymentAmount'), currency) ??
		unclear('paymentAmount', `it must be one plain number, with the decimals of ${currency}`);
	const way = text('money').toLowerCase();
	if (!Object.hasOwn(directionWords, way)) unclear('money', 'it names no direction');
	const [named, isReversal = false] = directionWords[way];
	if (named === 'incoming' && isNegative)
		unclear('paymentAmount', 'it has a minus, but Money says incoming');
	const id = text('paymentId');
	return {
		amount,
		currency,
		money: named ?? (isNegative ? 'outgoing' : 'incoming'),
		isReversal,
		id: noIds.includes(id.toUpperCase()) ? '' : id,
		symbol: text('paymentSymbol'),
		...keysIn(text('paymentSymbol'), text('paymentMessage')),
		types: cells.documentTypes,
		reusedSymbols: cells.reusedSymbols,
	};
}

/** A symbol that has more than digits is a message of its own: "VS 20260001" in its column. */
function keysIn(symbol: string, message: string): Pick<Payment, 'symbols' | 'messages'> {
	const key = matchKey(symbol);
	const isMessage = /\D/.test(key);
	const texts = isMessage ? [symbol, message] : [message];
	const messages = [...new Set(texts.map(messageOf))].filter(Boolean);
	const symbols = [...(isMessage ? [] : [key]), ...messages.flatMap(symbolsIn)];
	return { symbols: [...new Set(symbols)].filter(Boolean), messages };
}
