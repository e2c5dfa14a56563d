/**
 * Exact sums of decimal numbers in text, so that a check of money does not use floating point. Amounts are whole
 * hundred-millionths.
 */
const places = 8;

export function toUnits(text: string): bigint {
	const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
	const fraction = match?.[3] ?? '';
	if (!match || fraction.length > places) throw new Error(`"${text}" is no plain decimal number.`);
	const units = BigInt((match[2] ?? '') + fraction.padEnd(places, '0'));
	return match[1] === '-' ? -units : units;
}

export function fromUnits(units: bigint): string {
	const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
	const fraction = digits.slice(-places).replace(/0+$/, '');
	return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`;
}

/** Sums per group, in a unique notation, so that sums can be compared as text. */
export function sumsBy<T>(
	rows: T[],
	group: (row: T) => string,
	amount: (row: T) => string,
): Record<string, string> {
	const sums = new Map<string, bigint>();
	for (const row of rows) sums.set(group(row), (sums.get(group(row)) ?? 0n) + toUnits(amount(row)));
	const sorted = [...sums].sort(([first], [second]) => first.localeCompare(second));
	return Object.fromEntries(sorted.map(([name, units]) => [name, fromUnits(units)]));
}
