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
	/** Whether the customer pays the VAT to the tax office. */
	isReverseCharge: boolean;
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
	{ pieces: 3n, piece: -1_000n, isDiscount: true },
	{ pieces: 1n, piece: 1_000n, isDiscount: true },
];

/** Rounding Type of the service, to whole units. */
const roundings = [
	{ type: 2, of: Math.round },
	{ type: 3, of: Math.ceil },
	{ type: 4, of: Math.floor },
];

/** @param random see {@link randomOf} */
export function newTrial(random: () => number): Trial {
	const upTo = (most: number) => BigInt(1 + Math.floor(random() * most));
	const pick = <T>(values: readonly T[]): T => values[Number(upTo(values.length)) - 1];
	const currency = pick(['CZK', 'CZK', 'EUR', 'JPY', 'KWD'] as const);
	const mode = pick([0, 0, 1, 1, 2]);
	const lines = Array.from({ length: pick([1, 2, 3, 4]) }, (): ModelLine => {
		const { pieces, piece, isDiscount } = pick(sizes);
		const total = isDiscount ? -upTo(900) : 1_000n + upTo(2_000_000);
		const rate = pick([21, 21, 12, 0]);
		const isReverseCharge = rate === 12 && random() < 0.3;
		return { pieces, piece, total, rate, isReverseCharge, left: { pieces, total } };
	});
	const isWhole = mode === 2 || random() < 0.3;
	// A manual recap may say anything.
	const extra = mode === 2 ? upTo(3) : 0n;
	const coupon = random() < 0.3 ? upTo(30) : 0n;
	const document = documentOf(lines, mode, currency, { extra, coupon });
	// A manual recap contains what the user rounded.
	const rounding = mode !== 2 && random() < 0.25 ? pick(roundings) : undefined;
	return {
		...{ mode, currency, lines },
		document: rounding ? roundedTotal(document, rounding) : document,
		steps: isWhole ? [undefined] : stepsOf(lines, random),
	};
}

/** One to three credit notes that together contain all lines, the discounts first: never more than was invoiced. */
function stepsOf(lines: ModelLine[], random: () => number): Step[][] {
	const left = lines.map(({ pieces }) => pieces);
	const last = Math.floor(random() * 3);
	const steps = Array.from({ length: last + 1 }, (_one, at) =>
		lines.flatMap(({ pieces: all, total }, index): Step[] => {
			const share = at === last || total < 0n ? 1 : random();
			const pieces = BigInt(Math.floor(Number(left[index]) * share));
			left[index] -= pieces;
			const isEntered = pieces !== all || random() < 0.5;
			return pieces === 0n ? [] : [{ index, pieces, isEntered }];
		}),
	);
	return steps.filter((step) => step.length > 0);
}

/** What the document adds to the lines. */
export const chargedRate = ({ rate, isReverseCharge }: ModelLine): number =>
	isReverseCharge ? 0 : rate;

/**
 * With the unit prices as the service shows them: rounded, they do not explain the totals.
 * @param coupon percent by which they are above the totals, because the service shows the ones before a coupon
 * @param extra added to the total
 */
function documentOf(
	lines: ModelLine[],
	mode: number,
	currency: Currency,
	{ extra, coupon }: { extra: bigint; coupon: bigint },
): IDataObject {
	const amount = (units: bigint) => amountOf(units, currency);
	const vatOf = (base: bigint, rate: number) => rounded(base * BigInt(rate), 100n);
	const priceOf = (total: bigint, quantity: bigint) =>
		amount(rounded(total * (100n + coupon) * 10n, quantity));
	const computed = lines.map((line) => {
		const rate = chargedRate(line);
		const vat =
			mode === 1 ? rounded(line.total * BigInt(rate), BigInt(100 + rate)) : vatOf(line.total, rate);
		const base = mode === 1 ? line.total - vat : line.total;
		return { ...line, base, vat };
	});
	const groups = new Map(lines.map((line) => [rateKey(line), line]));
	const recap = [...groups].map(([key, line]) => {
		const group = computed.filter((one) => rateKey(one) === key);
		const base = sumOf(group.map((one) => one.base));
		const vat = mode === 0 ? vatOf(base, chargedRate(line)) : sumOf(group.map((one) => one.vat));
		return { line, base, vat };
	});
	const bases = sumOf(recap.map(({ base }) => base));
	const rateOf = ({ rate, isReverseCharge }: ModelLine) => ({
		vatRate: rate,
		vatRateType: isReverseCharge ? 4 : rate === 0 ? 5 : 1,
	});
	return {
		...{ type: 0, direction: 1, currency, vatCountryType: 1, vatRecapCalculationMode: mode },
		...{ roundingType: 1, roundingAmount: 0, totalVatExcl: amount(bases) },
		total: amount(bases + sumOf(recap.map(({ vat }) => vat)) + extra),
		vatRecap: recap.map(({ line, base, vat }) => ({
			...rateOf(line),
			...{ base: amount(base), vatAmount: amount(vat), total: amount(base + vat) },
		})),
		lineItems: computed.map((line, index) => {
			const { base, vat, pieces, piece } = line;
			const quantity = pieces * piece;
			return {
				...{ description: `Line ${index + 1}`, qt: Number(quantity) / 1_000 },
				unitPrice: priceOf(base + vat, quantity),
				unitPriceVatExcl: priceOf(base, quantity),
				...{ total: amount(base + vat), totalVatExcl: amount(base), vatValue: amount(vat) },
				...rateOf(line),
			};
		}),
	};
}

/** Lines with one key are one row of the VAT recap. */
export const rateKey = ({ rate, isReverseCharge }: ModelLine): string =>
	`${rate} ${isReverseCharge}`;

function roundedTotal(document: IDataObject, { type, of }: (typeof roundings)[number]) {
	const before = Number(document.total);
	const total = of(before);
	const roundingAmount = Number((total - before).toFixed(3));
	return { ...document, total, roundingType: type, roundingAmount };
}

/** What is special about the amounts of a document. Trials must draw each. */
const traits: Record<string, (document: IDataObject, lines: IDataObject[]) => boolean> = {
	'a unit price that is rounded': (_document, lines) =>
		lines.some(({ qt, unitPrice, total }) => Number(qt) * Number(unitPrice) !== Number(total)),
	'a coupon': (_document, lines) =>
		lines.some((line) => Number(line.unitPrice) > (1.02 * Number(line.total)) / Number(line.qt)),
	'a negative quantity': (_document, lines) => lines.some(({ qt }) => Number(qt) < 0),
	'a negative unit price': (_document, lines) => lines.some((line) => Number(line.unitPrice) < 0),
	'a reverse charge': (_document, lines) => lines.some(({ vatRateType: type }) => type === 4),
	'a foreign currency': ({ currency }) => currency !== 'CZK',
	'a currency without cents': ({ currency }) => currency === 'JPY',
	'a VAT recap of totals without VAT': ({ vatRecapCalculationMode: mode }) => mode === 0,
	'a VAT recap of totals with VAT': ({ vatRecapCalculationMode: mode }) => mode === 1,
	'a manual VAT recap': ({ vatRecapCalculationMode: mode }) => mode === 2,
	'a rounded total': ({ roundingAmount }) => roundingAmount !== 0,
};

/** @returns the traits that none of the documents has */
export const undrawn = (documents: IDataObject[]): string[] =>
	Object.keys(traits).filter(
		(name) => !documents.some((one) => traits[name](one, one.lineItems as IDataObject[])),
	);

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
