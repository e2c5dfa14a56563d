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

/** What is escaped: a character of HTML by its number or name, bytes of an address in a row, a character of JSON. */
const escaped =
	/&#(\d{1,6});|&#x([\da-f]{1,6});|&([a-z]{2,6});|((?:%[\da-f]{2})+)|\\u([\da-f]{4})/gi;

/** Gateways escape what came escaped already. */
const rounds = 3;

/** A text with its escaped characters as they are, and without what leaves no mark: in small letters, to be compared. */
export function unfolded(text: string): string {
	let plain = text;
	for (let round = 0; round < rounds; round++) {
		plain = plain.replace(escaped, (all: string, ...groups: string[]) => {
			const [decimal, hex, name, bytes, unicode] = groups;
			if (name) return named[name.toLowerCase()] ?? all;
			if (bytes) return decoded(Buffer.from(bytes.replaceAll('%', ''), 'hex'));
			const code = decimal ? Number(decimal) : parseInt(hex || unicode, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : all;
		});
	}
	return plain.replace(unseen, '').toLowerCase();
}

/** White space, and what is not shown. */
const unseen = /[\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu;

/** Addresses escape the bytes of UTF-8, older ones those of Latin 1. */
function decoded(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}
