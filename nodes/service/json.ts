/**
 * Parses JSON without losing digits. Ids are int64 (specification section 2) and JavaScript numbers
 * hold integers exactly only up to 2^53, so a number that a JavaScript number cannot represent comes
 * back as a string with the digits as sent. Pages without such numbers pay one quick regex test.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonExactly(text: string): unknown {
	return JSON.parse(mayHoldLongNumber.test(text) ? quoteInexactNumbers(text) : text);
}

// Outside strings a number follows ':', ',' or '['; 16 characters is where doubles start to lose.
const mayHoldLongNumber = /[:,[]\s*-?\d[\d.]{15,}/;

const stringOrLongNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;

/** What is no number stays as it is, for JSON.parse to refuse. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function quoteInexactNumbers(text: string): string {
	return text.replace(stringOrLongNumber, (token) =>
		jsonNumber.test(token) && !isExact(token) ? `"${token}"` : token,
	);
}

function isExact(literal: string): boolean {
	const value = Number(literal);
	if (/^-?\d+$/.test(literal)) return Number.isSafeInteger(value);
	return decimalKey(literal) === decimalKey(String(value));
}

/** Sign, significant digits and exponent: equal for equal decimals, however they are written. */
function decimalKey(literal: string): string {
	const [mantissa, exponent = '0'] = literal.toLowerCase().split('e');
	const negative = mantissa.startsWith('-');
	const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
	return `${negative ? '-' : ''}${significant}e${scale}`;
}
