import { decimalText } from './format';

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

	/** @param text a plain decimal such as -12.345 */
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

/** Sums of `total` by currency (specification section 2.1), as exact decimals. */
export class Totals {
	private readonly sums = new Map<string, DecimalSum>();

	add(currency: unknown, total: unknown): void {
		const isText = typeof total === 'string' && /^-?\d+(\.\d+)?$/.test(total);
		if (typeof total !== 'number' && !isText) return;
		const name = typeof currency === 'string' ? currency : '';
		let sum = this.sums.get(name);
		if (!sum) this.sums.set(name, (sum = new DecimalSum()));
		// Amounts with more digits than a number can hold come as text.
		if (typeof total === 'number') sum.add(total);
		else sum.addText(String(total));
	}

	/** By currency in alphabetical order, e.g. {"CZK": "1210.5"}. */
	byCurrency(): Record<string, string> {
		const names = [...this.sums.keys()].sort();
		return Object.fromEntries(names.map((name) => [name, this.sums.get(name)?.text() ?? '0']));
	}
}
