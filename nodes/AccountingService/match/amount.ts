import { Decimal, decimalsOf } from '../../shared/decimal';

/** An amount of a bank file. */
interface WrittenAmount {
	/** Above 0. */
	amount: Decimal;
	isNegative: boolean;
}

/** Signs of banks: a hyphen, the minus of typesetting, a plus. */
const signedAmount = /^([-−+]?)([^-−+]*)([-−+]?)$/;

/** At most one separator, which is the decimal sign: "1210,50", "1 210.50". */
const simpleAmount = /^(\d+|\d{1,3}(?:\s\d{3})+)(?:[.,](\d+))?$/;

/** Two kinds of separators, of which the last is the decimal sign: "1.210.000,50", "1'210.50". */
const grouped = /^(\d{1,3}([.,'’])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)$/;

/** Banks write two decimals for every currency, so two are no mistake where the currency has none. */
const usualDecimals = 2;

/**
 * Reads an amount as banks write it. What could also be another number is refused: "1.210" may be a thousand.
 * @param text trimmed
 * @returns undefined if it is unclear, also for 0
 */
export function readAmount(text: string, currency: string): WrittenAmount | undefined {
	const [, before = '', digits = '', behind = ''] = signedAmount.exec(text) ?? [];
	if (before !== '' && behind !== '') return undefined;
	const [, whole, fraction = ''] = simpleAmount.exec(digits) ?? withoutSign(grouped.exec(digits));
	if (whole === undefined) return undefined;
	if (fraction.length > Math.max(usualDecimals, decimalsOf(currency, []))) return undefined;
	const amount = Decimal.from(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
	if (!amount || amount.isZero) return undefined;
	return { amount, isNegative: (before || behind) !== '' && before + behind !== '+' };
}

/** Without the group of the sign before thousands. */
const withoutSign = (found: RegExpExecArray | null): Array<string | undefined> =>
	found ? [found[0], found[1], found[3]] : [];
