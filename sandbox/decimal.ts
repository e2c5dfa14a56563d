/** Exact decimals as whole ten-thousandths: the sandbox's amounts have at most four decimals. */

/** Throws when the number has more than four decimals: its exact sum could not be told. */
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

/** Adds whole numbers exactly: a plain sum as long as that is safe, moved to a BigInt before it is not. */
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
