const named: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	sol: '/',
	plus: '+',
	equals: '=',
};

/** An escaped character: of HTML by its number or name, of an address, or of JSON. */
const escaped = /&#(\d{1,6});|&#x([\da-f]{1,6});|&([a-z]{2,6});|%([\da-f]{2})|\\u([\da-f]{4})/gi;

/** Gateways escape what came escaped already. */
const rounds = 3;

/** A text with its escaped characters as they are, and without white space: in small letters, to be compared. */
export function unfolded(text: string): string {
	let plain = text;
	for (let round = 0; round < rounds; round++) {
		plain = plain.replace(escaped, (all: string, ...groups: string[]) => {
			const [decimal, hex, name, percent, unicode] = groups;
			if (name) return named[name.toLowerCase()] ?? all;
			const code = decimal ? Number(decimal) : parseInt(hex || percent || unicode, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : all;
		});
	}
	return plain.replace(/\s+/g, '').toLowerCase();
}
