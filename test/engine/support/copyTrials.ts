import type { IDataObject } from 'n8n-workflow';

import {
	amountOf,
	chargedRate,
	newTrial,
	type randomOf,
	rateKey,
	rounded,
	rowsOf,
	type Trial,
} from './creditTrials';

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
	return {
		...trial,
		newType,
		isCredit: newType === 'creditNote',
		document: dated(trial),
		rows: step ? rowsOf(trial, step) : [],
		taken: step ?? all,
	};
}

/** With what a copy may take over besides lines and sums. */
const dated = ({ document, currency }: Trial): IDataObject => ({
	...document,
	...{ issueDate: '2026-10-01', dueDate: '2026-10-15' },
	exchRate: currency === 'CZK' ? null : 25.125,
});

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
	const taken = trial.taken.map(({ index, pieces }) => {
		const line = trial.lines[index];
		return { line, total: shareOf(line.total, pieces, line.pieces) };
	});
	const groups = new Map(taken.map(({ line }) => [rateKey(line), chargedRate(line)]));
	const sums = [...groups].map(([key, rate]) => {
		const base = taken
			.filter(({ line }) => rateKey(line) === key)
			.reduce((sum, one) => sum + one.total, 0n);
		return mode === 1 ? base : base + rounded(base * BigInt(rate), 100n);
	});
	const total = sums.reduce((sum, one) => sum + one, 0n);
	return String(sign * amountOf(total, currency));
}

const shareOf = (total: bigint, pieces: bigint, all: bigint) =>
	pieces === all ? total : rounded(total * pieces, all);
