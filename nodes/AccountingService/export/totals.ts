import { Decimal } from '../../shared/decimal';
import { decimalText } from './decimals';

/** Sums by currency as exact decimals; null if an amount could not be counted, so that no sum is wrong. */
export type Sums = Record<string, string | null>;

/** Sums of `total` by currency (docs/api/resources.md#accounting-document). */
export class Totals {
	/** Null: an amount could not be counted. */
	private readonly sums = new Map<string, Decimal | null>();

	/** A document without a total counts nothing. */
	add(currency: unknown, total: unknown): void {
		if (total === undefined || total === null) return;
		const name = typeof currency === 'string' ? currency : '';
		const sum = this.sums.get(name);
		if (sum === null) return;
		const amount = Decimal.from(typeof total === 'number' ? decimalText(total) : total);
		this.sums.set(name, amount ? (sum?.plus(amount) ?? amount) : null);
	}

	/** Adds the sums of another export, as its item has them. */
	addSums(sums: Sums): void {
		for (const [currency, sum] of Object.entries(sums)) this.add(currency, sum ?? notCounted);
	}

	/** By currency in alphabetical order, e.g. {"CZK": "1210.5"}. */
	byCurrency(): Sums {
		const names = [...this.sums.keys()].sort();
		return Object.fromEntries(names.map((name) => [name, this.sums.get(name)?.toString() ?? null]));
	}

	/** What to tell beside the sums; undefined if every amount was counted. */
	note(): string | undefined {
		const uncounted = [...this.sums].filter(([, sum]) => sum === null);
		if (uncounted.length === 0) return undefined;
		const names = uncounted.map(([name]) => name || 'no currency').join(', ');
		return `Some totals could not be added up, so there is no sum for ${names}: they are no numbers, or have more than 40 digits before or behind the point`;
	}
}

const notCounted = {};
