import type { IDataObject } from 'n8n-workflow';

import { amountOf, newTrial, type randomOf, rounded, rowsOf, type Trial } from './creditTrials';

/** Documents as a service may have computed them, and what copies of them must contain, in exact units. */
export interface CopyTrial extends Trial {
	/** The choice in Type. */
	newType: string;
	isCredit: boolean;
	/** The form's rows; none for all lines. */
	rows: IDataObject[];
	/** Copied lines by index, with the number of pieces. */
	taken: Array<{ index: number; pieces: bigint }>;
}

const types = ['creditNote', 'invoice', 'original', 'advance'];

/** @param random see {@link randomOf} */
export function newCopyTrial(random: ReturnType<typeof randomOf>): CopyTrial {
	const trial = newTrial(random);
	const newType = types[Math.floor(random() * types.length)];
	const [step] = trial.steps;
	const all = trial.lines.map(({ pieces }, index) => ({ index, pieces }));
	const coupon = random() < 0.3 ? 1 + Math.ceil(random() * 30) / 100 : 1;
	const rounding = random() < 0.25 ? roundings[Math.floor(random() * roundings.length)] : undefined;
	return {
		...trial,
		newType,
		isCredit: newType === 'creditNote',
		document: roundedTotal(asComputed(trial, coupon), rounding),
		rows: step ? rowsOf(trial, step) : [],
		taken: step ?? all,
	};
}

/** With dates, an exchange rate, and with unit prices before a coupon, which the totals do not show. */
function asComputed({ document, currency }: Trial, coupon: number): IDataObject {
	const before = (price: unknown) => Number((Number(price) * coupon).toFixed(4));
	const lines = document.lineItems as IDataObject[];
	return {
		...document,
		...{ issueDate: '2026-10-01', dueDate: '2026-10-15' },
		exchRate: currency === 'CZK' ? null : 25.125,
		lineItems: lines.map((line) => ({
			...line,
			unitPrice: before(line.unitPrice),
			unitPriceVatExcl: before(line.unitPriceVatExcl),
		})),
	};
}

/** Rounding Type of the service, to whole units. */
const roundings = [
	{ type: 2, of: Math.round },
	{ type: 3, of: Math.ceil },
	{ type: 4, of: Math.floor },
];

/** A manual recap contains what the user rounded. */
function roundedTotal(document: IDataObject, rounding?: (typeof roundings)[number]): IDataObject {
	if (!rounding || document.vatRecapCalculationMode === 2) return document;
	const before = Number(document.total);
	const total = rounding.of(before);
	const roundingAmount = Number((total - before).toFixed(3));
	return { ...document, total, roundingType: rounding.type, roundingAmount };
}

const reversed = ['qt', 'total', 'totalVatExcl', 'vatValue'];

/** The lines of the request. */
export function copiedLinesOf({ document, lines, mode, currency, taken, isCredit }: CopyTrial) {
	const originals = document.lineItems as IDataObject[];
	return taken.map(({ index, pieces }) => {
		const { pieces: all, piece, total } = lines[index];
		const { unitPrice, unitPriceVatExcl, vatValue, ...others } = originals[index];
		const { total: withVat, totalVatExcl, ...rest } = others;
		const whole = { ...others, unitPrice, unitPriceVatExcl, vatValue };
		const part = {
			...rest,
			qt: Number(pieces * piece) / 1_000,
			[mode === 1 ? 'total' : 'totalVatExcl']: amountOf(shareOf(total, pieces, all), currency),
		};
		const line: IDataObject = pieces === all ? whole : part;
		const turned = reversed
			.filter((name) => isCredit && name in line)
			.map((name) => [name, 0 - Number(line[name])]);
		return { ...line, ...Object.fromEntries(turned) } as IDataObject;
	});
}

/** All lines may also be chosen one by one. */
export const isWhole = ({ lines, taken }: CopyTrial): boolean =>
	taken.length === lines.length &&
	taken.every(({ index, pieces }) => pieces === lines[index].pieces);

/** What the copy must come to: the total of a whole original, or that of its copied lines. */
export function copiedTotalOf(trial: CopyTrial): string {
	const { document, mode, currency, isCredit } = trial;
	const sign = isCredit ? -1 : 1;
	if (isWhole(trial)) return String(sign * Number(document.total));
	const lines = trial.taken.map(({ index, pieces }) => {
		const { total, rate, pieces: all } = trial.lines[index];
		return { total: shareOf(total, pieces, all), rate };
	});
	const rates = [...new Set(lines.map(({ rate }) => rate))];
	const sums = rates.map((rate) => {
		const base = lines.filter((one) => one.rate === rate).reduce((sum, one) => sum + one.total, 0n);
		return mode === 1 ? base : base + rounded(base * BigInt(rate), 100n);
	});
	const total = sums.reduce((sum, one) => sum + one, 0n);
	return String(sign * amountOf(total, currency));
}

const shareOf = (total: bigint, pieces: bigint, all: bigint) =>
	pieces === all ? total : rounded(total * pieces, all);
