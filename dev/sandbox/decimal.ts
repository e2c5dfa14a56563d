/** Exact amounts: sums use whole numbers, not doubles. */

/** Throws if the number has more than four decimals, because its sum would not be exact. */
export function toTenThousandths(amount: number): bigint {
	const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(amount));
	if (match === null)
		throw new Error(`An amount of the sandbox has at most four decimals, not ${amount}`);
	const units = BigInt(match[2] + (match[3] ?? '').padEnd(4, '0'));
	return match[1] === '-' ? -units : units;
}

/** `-12345678n` -> `-1234.5678`; no trailing zeros. */
export function toDecimalText(tenThousandths: bigint): string {
	const digits = (tenThousandths < 0n ? -tenThousandths : tenThousandths)
		.toString()
		.padStart(5, '0');
	const fraction = digits.slice(-4).replace(/0+$/, '');
	return `${tenThousandths < 0n ? '-' : ''}${digits.slice(0, -4)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Adds whole numbers exactly: as a number while that is safe, then as a BigInt. */
export class ExactSum {
	private exact = 0n;
	private pending = 0;

	add(tenThousandths: number): void {
		this.pending += tenThousandths;
		if (Math.abs(this.pending) > 2 ** 51) this.flush();
	}

	text(): string {
		this.flush();
		return toDecimalText(this.exact);
	}

	private flush(): void {
		this.exact += BigInt(this.pending);
		this.pending = 0;
	}
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** How to round. `up` and `down` refer to the magnitude, so that a credit note mirrors its invoice. */
export type Rounding = 'nearest' | 'up' | 'down';

/** `numerator / denominator` as a whole number. */
function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
	const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
	const [above, below] = [magnitude(numerator), magnitude(denominator)];
	const rest = above % below;
	const goesUp = rounding === 'nearest' ? rest * 2n >= below : rounding === 'up' && rest > 0n;
	return sign * (above / below + (goesUp ? 1n : 0n));
}

/** A number of `units` of 10^-scale. */
export class Decimal {
	static readonly ZERO = new Decimal(0n, 0);

	private constructor(
		private readonly units: bigint,
		private readonly scale: number,
	) {}

	/** The digits of a number, as far as a double keeps them (at least 15). The number must be finite. */
	static of(value: number): Decimal {
		const [, sign, whole, fraction = '', exponent = '0'] =
			/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
		if (whole === undefined) throw new Error(`${value} is no finite number`);
		const scale = fraction.length - Number(exponent);
		const units = BigInt(sign + whole + fraction + '0'.repeat(Math.max(0, -scale)));
		return new Decimal(units, Math.max(0, scale));
	}

	plus(other: Decimal): Decimal {
		const scale = Math.max(this.scale, other.scale);
		return new Decimal(this.at(scale) + other.at(scale), scale);
	}

	minus(other: Decimal): Decimal {
		return this.plus(new Decimal(-other.units, other.scale));
	}

	times(other: Decimal): Decimal {
		return new Decimal(this.units * other.units, this.scale + other.scale);
	}

	/** Rounded to `decimals`. Throws a RangeError for a division by zero. */
	dividedBy(other: Decimal, decimals: number): Decimal {
		const scale = Math.max(this.scale, other.scale);
		const shifted = this.at(scale) * 10n ** BigInt(decimals);
		return new Decimal(divide(shifted, other.at(scale), 'nearest'), decimals);
	}

	rounded(decimals: number, rounding: Rounding = 'nearest'): Decimal {
		if (decimals >= this.scale) return this;
		const step = 10n ** BigInt(this.scale - decimals);
		return new Decimal(divide(this.units, step, rounding), decimals);
	}

	/** As a double, which prints the same digits if there are at most 15. */
	toNumber(): number {
		return Number(`${this.units}e-${this.scale}`);
	}

	private at(scale: number): bigint {
		return this.units * 10n ** BigInt(scale - this.scale);
	}
}
