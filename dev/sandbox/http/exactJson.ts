/** JSON with int64 IDs: integers that a double would round are bigints here, and plain digits in the text. */

/** Precedes the digits of a bigint in JSON.parse and JSON.stringify. */
const MARK = '\u0000int64:';
const MARKED = /"\\u0000int64:(-?\d+)"/g;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** An int64 has at most nineteen digits; longer numbers stay doubles, which the contracts refuse. */
const isBent = (token: string): boolean =>
	/^-?\d{16,19}$/.test(token) && !Number.isSafeInteger(Number(token));

/** Throws a SyntaxError if the text is not JSON. */
export function parseExactly(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (!/\d{16}/.test(text)) return value;
	const marked = text.replace(TOKEN, (token) =>
		isBent(token) ? JSON.stringify(MARK + token) : token,
	);
	return JSON.parse(marked, (_name, member: unknown) =>
		typeof member === 'string' && member.startsWith(MARK)
			? BigInt(member.slice(MARK.length))
			: member,
	);
}

export function printExactly(value: unknown): string {
	const text = JSON.stringify(value, (_name, member: unknown) =>
		typeof member === 'bigint' ? `${MARK}${member}` : member,
	);
	return text.replace(MARKED, '$1');
}

/** A JSON value without bigints: IDs beyond 2^53 are strings of digits. */
export type Plain<T> = T extends bigint
	? string
	: T extends ReadonlyArray<infer Member>
		? Array<Plain<Member>>
		: T extends object
			? { [Name in keyof T]: Plain<T[Name]> }
			: T;

export function plain<T>(value: T): Plain<T> {
	const text = JSON.stringify(value, (_name, member: unknown) =>
		typeof member === 'bigint' ? String(member) : member,
	);
	return JSON.parse(text) as Plain<T>;
}
