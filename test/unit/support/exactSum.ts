/** Sum of plain decimals in whole numbers of the smallest unit, independent of the package's own method. */
export function exactSum(texts: string[]): string {
	const decimals = Math.max(0, ...texts.map((text) => (text.split('.')[1] ?? '').length));
	const units = texts.reduce((sum, text) => {
		const [whole, fraction = ''] = text.split('.');
		return sum + BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
	}, 0n);
	const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}
