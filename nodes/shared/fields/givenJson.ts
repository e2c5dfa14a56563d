import { ExactNumber } from '../client/exactJson';
import { parseJsonExactly } from '../client/json';

/**
 * JSON that a user gives, to be sent: numbers that a JavaScript number cannot hold become {@link ExactNumber}s.
 * @throws SyntaxError when the text is not JSON
 * @throws RangeError as {@link parseJsonExactly}, and for a number of absurd length
 */
export function jsonToSend(text: string): unknown {
	const exact = parseJsonExactly(text);
	return withNumbers(JSON.parse(text), exact);
}

/** What is a number when it is read plainly and a text when it is read exactly is a long number. */
function withNumbers(plain: unknown, exact: unknown): unknown {
	if (typeof plain === 'number' && typeof exact === 'string') return new ExactNumber(exact);
	if (Array.isArray(plain) && Array.isArray(exact)) {
		return plain.map((one, index) => withNumbers(one, exact[index]));
	}
	if (!isObject(plain) || !isObject(exact)) return plain;
	return Object.fromEntries(
		Object.entries(plain).map(([name, member]) => [name, withNumbers(member, exact[name])]),
	);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
