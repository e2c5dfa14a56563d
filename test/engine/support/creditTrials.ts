import type { IDataObject } from 'n8n-workflow';

/** Invoices as a service may have computed them, and what credit notes of them must contain, in exact fractions. */

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The quotient, half a unit away from zero. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
	const isNegative = numerator < 0n !== denominator < 0n;
	const [above, below] = [numerator, denominator].map((one) => (one < 0n ? -one : one));
	const whole = (2n * above + below) / (2n * below);
	return isNegative ? -whole : whole;
}

const sumOf = (amounts: bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

/** Digits after the point. */
const decimals = { CZK: 2, EUR: 2, JPY: 0, KWD: 3 };
type Currency = keyof typeof decimals;

export const amountOf = (units: bigint, currency: Currency): number =>
	Number(units) / 10 ** decimals[currency];

/** Amounts are in units of the currency. */
interface ModelLine {
	/** A part is a number of them. */
	pieces: bigint;
	/** What one piece is, in thousandths: 250 for a quarter of an hour, negative for a discount. */
	piece: bigint;
	/** By the mode of the VAT recap: with or without VAT. */
	total: bigint;
	rate: number;
	/** Not yet credited. */
	left: { pieces: bigint; total: bigint };
}

/** A part of a line in one credit note. */
interface Step {
	index: number;
	pieces: bigint;
	/** Whether the row of the form has a quantity. */
	isEntered: boolean;
}

export interface Trial {
	document: IDataObject;
	mode: number;
	currency: Currency;
	lines: ModelLine[];
	/** One credit note each; undefined for all lines at once. */
	steps: Array<Step[] | undefined>;
}

const sizes = [
	{ pieces: 1n, piece: 1_000n },
	{ pieces: 2n, piece: 1_000n },
	{ pieces: 3n, piece: 1_000n },
	{ pieces: 7n, piece: 1_000n },
	{ pieces: 1_000n, piece: 1_000n },
	{ pieces: 10n, piece: 250n },
	{ pieces: 3n, piece: -1_000n },
];

/** @param random see {@link randomOf} */
export function newTrial(random: () => number): Trial {
	const upTo = (most: number) => BigInt(1 + Math.floor(random() * most));
	const pick = <T>(values: readonly T[]): T => values[Number(upTo(values.length)) - 1];
	const currency = pick(['CZK', 'CZK', 'EUR', 'JPY', 'KWD'] as const);
	const mode = pick([0, 0, 1, 1, 2]);
	const lines = Array.from({ length: pick([1, 2, 3, 4]) }, (): ModelLine => {
		const size = pick(sizes);
		const total = size.piece < 0n ? -upTo(900) : 1_000n + upTo(2_000_000);
		return { ...size, total, rate: pick([21, 21, 12, 0]), left: { pieces: size.pieces, total } };
	});
	const isWhole = mode === 2 || random() < 0.3;
	// A manual recap may say anything.
	const extra = mode === 2 ? upTo(3) : 0n;
	return {
		...{ mode, currency, lines },
		document: documentOf(lines, mode, currency, extra),
		steps: isWhole ? [undefined] : stepsOf(lines, random),
	};
}

/** One to three credit notes that together contain all lines, the discounts first: never more than was invoiced. */
function stepsOf(lines: ModelLine[], random: () => number): Step[][] {
	const left = lines.map(({ pieces }) => pieces);
	const last = Math.floor(random() * 3);
	const steps = Array.from({ length: last + 1 }, (_one, at) =>
		lines.flatMap(({ pieces: all, piece }, index): Step[] => {
			const share = at === last || piece < 0n ? 1 : random();
			const pieces = BigInt(Math.floor(Number(left[index]) * share));
			left[index] -= pieces;
			const isEntered = pieces !== all || random() < 0.5;
			return pieces === 0n ? [] : [{ index, pieces, isEntered }];
		}),
	);
	return steps.filter((step) => step.length > 0);
}

/** With the unit prices as the service shows them: rounded, they do not explain the totals. */
function documentOf(
	lines: ModelLine[],
	mode: number,
	currency: Currency,
	extra: bigint,
): IDataObject {
	const amount = (units: bigint) => amountOf(units, currency);
	const vatOf = (base: bigint, rate: number) => rounded(base * BigInt(rate), 100n);
	const computed = lines.map((line) => {
		const vat =
			mode === 1
				? rounded(line.total * BigInt(line.rate), BigInt(100 + line.rate))
				: vatOf(line.total, line.rate);
		const base = mode === 1 ? line.total - vat : line.total;
		return { ...line, base, vat };
	});
	const recap = [...new Set(lines.map(({ rate }) => rate))].map((rate) => {
		const group = computed.filter((line) => line.rate === rate);
		const base = sumOf(group.map((line) => line.base));
		const vat = mode === 0 ? vatOf(base, rate) : sumOf(group.map((line) => line.vat));
		return { rate, base, vat };
	});
	const bases = sumOf(recap.map(({ base }) => base));
	const rateOf = (vatRate: number) => ({ vatRate, vatRateType: vatRate === 0 ? 5 : 1 });
	return {
		...{ type: 0, direction: 1, currency, vatCountryType: 1, vatRecapCalculationMode: mode },
		...{ roundingType: 1, roundingAmount: 0, totalVatExcl: amount(bases) },
		total: amount(bases + sumOf(recap.map(({ vat }) => vat)) + extra),
		vatRecap: recap.map(({ rate, base, vat }) => ({
			...rateOf(rate),
			...{ base: amount(base), vatAmount: amount(vat), total: amount(base + vat) },
		})),
		lineItems: computed.map(({ base, vat, rate, pieces, piece }, index) => {
			const quantity = pieces * piece;
			return {
				...{ description: `Line ${index + 1}`, qt: Number(quantity) / 1_000 },
				unitPrice: amount(rounded((base + vat) * 1_000n, quantity)),
				unitPriceVatExcl: amount(rounded(base * 1_000n, quantity)),
				...{ total: amount(base + vat), totalVatExcl: amount(base), vatValue: amount(vat) },
				...rateOf(rate),
			};
		}),
	};
}

/** The form's rows of a credit note. */
export const rowsOf = ({ lines }: Trial, step: Step[]): IDataObject[] =>
	step.map(({ index, pieces, isEntered }) => ({
		lineNumber: index + 1,
		...(isEntered && { qt: Number(pieces * lines[index].piece) / 1_000 }),
	}));

/** Quantity and total of the lines that a credit note must have. Counts them as credited. */
export function credit({ lines, currency, mode }: Trial, step: Step[]): IDataObject[] {
	return step.map(({ index, pieces }) => {
		const line = lines[index];
		const isLast = pieces === line.left.pieces;
		const total = isLast ? line.left.total : rounded(line.total * pieces, line.pieces);
		line.left = { pieces: line.left.pieces - pieces, total: line.left.total - total };
		return {
			qt: -Number(pieces * line.piece) / 1_000,
			[mode === 1 ? 'total' : 'totalVatExcl']: -amountOf(total, currency),
		};
	});
}
