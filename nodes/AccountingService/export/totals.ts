import { Decimal } from '../../shared/decimal';

/** Exact sums by currency; null if an amount is invalid, because the sum would be wrong. */
export type Sums = Record<string, string | null>;

/** Sums of `total` by currency (docs/api/resources.md#accounting-document). */
export class Totals {
	/** Null: an amount is invalid. */
	private readonly sums = new Map<string, Decimal | null>();

	/** A document without a total adds nothing. */
	add(currency: unknown, total: unknown): void {
		if (total === undefined || total === null) return;
		const name = typeof currency === 'string' ? currency : '';
		const sum = this.sums.get(name);
		if (sum === null) return;
		const amount = Decimal.from(total);
		this.sums.set(name, amount ? (sum?.plus(amount) ?? amount) : null);
	}

	/** In alphabetical order, e.g. {"CZK": "1210.5"}. */
	byCurrency(): Sums {
		const names = [...this.sums.keys()].sort();
		return Object.fromEntries(names.map((name) => [name, this.sums.get(name)?.toString() ?? null]));
	}

	/** A warning; undefined if all amounts are valid. */
	note(): string | undefined {
		const uncounted = [...this.sums].filter(([, sum]) => sum === null);
		if (uncounted.length === 0) return undefined;
		const names = uncounted.map(([name]) => name || 'no currency').join(', ');
		return `There is no sum for ${names}, because some totals are not numbers or have more than 40 digits before or after the decimal point`;
	}
}
