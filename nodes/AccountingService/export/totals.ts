import { decimalText, plainDecimal } from './decimals';

/** Up to 15 digits every decimal has its own double, so this many ten-thousandths are exact. */
const exactLimit = 1e15;

/** Sum of decimals without drift: exact over any number of amounts with any number of decimals. */
class DecimalSum {
	/** Ten-thousandths, below 2^53. */
	private pending = 0;

	private sum = 0n;

	/** Decimals that `sum` is scaled by. */
	private scale = 4;

	add(value: number): void {
		const units = Math.round(value * 10_000);
		if (units / 10_000 === value && Math.abs(units) < exactLimit) {
			this.pending += units;
			if (Math.abs(this.pending) > exactLimit) this.flush();
		} else {
			this.addText(decimalText(value));
		}
	}

	/** @param text a plain decimal such as -12.345; its length bounds the work (decimals.ts) */
	addText(text: string): void {
		const [whole, fraction = ''] = text.split('.');
		const decimals = Math.max(4, fraction.length);
		if (decimals > this.scale) {
			this.sum *= 10n ** BigInt(decimals - this.scale);
			this.scale = decimals;
		}
		this.sum += BigInt(whole + fraction.padEnd(this.scale, '0'));
	}

	/** Without trailing zeros. */
	text(): string {
		this.flush();
		const digits = String(this.sum < 0n ? -this.sum : this.sum).padStart(this.scale + 1, '0');
		const whole = digits.slice(0, -this.scale);
		const fraction = digits.slice(-this.scale).replace(/0+$/, '');
		return `${this.sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
	}

	private flush(): void {
		this.sum += BigInt(this.pending) * 10n ** BigInt(this.scale - 4);
		this.pending = 0;
	}
}

/** The world has some 180 currencies; a list of more is no list of currencies. */
const mostCurrencies = 200;

const longestCurrency = 40;

/** Sums by currency as exact decimals; null where an amount could not be counted, so that no sum is wrong. */
export type Sums = Record<string, string | null>;

/** Sums of `total` by currency (specification section 2.1). */
export class Totals {
	private readonly sums = new Map<string, DecimalSum>();

	private readonly uncounted = new Set<string>();

	/** A document without a total counts nothing. */
	add(currency: unknown, total: unknown): void {
		if (total === undefined || total === null) return;
		const name = typeof currency === 'string' ? shownCurrency(currency) : '';
		let sum = this.sums.get(name);
		if (!sum) {
			if (this.sums.size >= mostCurrencies) return void this.uncounted.add(otherCurrencies);
			this.sums.set(name, (sum = new DecimalSum()));
		}
		if (typeof total === 'number') return sum.add(total);
		// Amounts with more digits than a number can hold come as text.
		const plain = typeof total === 'string' ? plainDecimal(total) : undefined;
		if (plain === undefined) this.uncounted.add(name);
		else sum.addText(plain);
	}

	/** Adds the sums of another export, as its item has them. */
	addSums(sums: Sums): void {
		for (const [currency, sum] of Object.entries(sums)) this.add(currency, sum ?? notCounted);
	}

	/** By currency in alphabetical order, e.g. {"CZK": "1210.5"}. */
	byCurrency(): Sums {
		const names = [...new Set([...this.sums.keys(), ...this.uncounted])].sort();
		return Object.fromEntries(
			names.map((name) => [
				name,
				this.uncounted.has(name) ? null : (this.sums.get(name)?.text() ?? null),
			]),
		);
	}

	/** What to tell beside the sums; undefined when every amount was counted. */
	notice(): string | undefined {
		if (this.uncounted.size === 0) return undefined;
		const names = [...this.uncounted].map((name) => name || 'no currency').join(', ');
		return `Some totals could not be added up, so there is no sum for ${names}: they are no numbers, have more digits than the node counts, or come in too many currencies`;
	}
}

const otherCurrencies = 'other';

const notCounted = {};

/** A currency is the name of a sum in the item, so it is short and printable. */
function shownCurrency(currency: string): string {
	return currency.slice(0, longestCurrency).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
}
