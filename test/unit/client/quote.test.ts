import { protect, quote } from '../../../nodes/shared/client/quote';

const secret = 'p&ss/wörd=?+ 77';
const token = 'eyJhbGciOi.JIUzI1-NiIsInR5_cCI6';

describe('quote', () => {
	beforeAll(() => protect(secret, token, 'q&z/lo+ng=77', 'ab-1', 'xyz', 7, undefined));

	const base64 = (text: string) => Buffer.from(text).toString('base64');

	it.each([
		secret,
		encodeURIComponent(secret),
		encodeURIComponent(secret).toLowerCase(),
		new URLSearchParams({ a: secret }).toString().slice(2),
		base64(secret),
		base64(`app:${secret}`),
		base64(`id:${secret}:tail`),
		base64(`x${secret}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
		token,
		token.toUpperCase(),
		...[secret, token].flatMap((one) => {
			const digits = Buffer.from(one).toString('hex');
			return [digits, digits.toUpperCase(), `0x${digits}`, `61${digits}61`];
		}),
	])('shows no secret in any form: %s', (echoed) => {
		const shown = quote(`You sent ${echoed}, which is wrong`);
		expect(shown).toMatch(/^You sent \S*\[hidden\]\S*, which is wrong$/);
		for (const part of [secret, token, 'ss/w', '77']) expect(shown).not.toContain(part);
	});

	const each = (text: string, write: (code: number) => string) =>
		[...text].map((letter) => write(letter.codePointAt(0) ?? 0)).join('');
	const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

	it.each([
		[
			'entities of HTML',
			secret.replaceAll('&', '&amp;').replaceAll('=', '&#61;').replaceAll('/', '&#x2f;'),
		],
		['entities throughout', each(secret, (code) => `&#x${hex(code, 2)};`)],
		['an address twice', encodeURIComponent(encodeURIComponent('q&z/lo+ng=77'))],
		['an address twice, not in ASCII', encodeURIComponent(encodeURIComponent(secret))],
		['an address three times', [1, 2, 3].reduce((text) => encodeURIComponent(text), secret)],
		['an address of Latin 1', encodeURIComponent(secret).replace('%C3%B6', '%25F6')],
		['hexadecimal digits in pairs', each(token, (code) => ` ${hex(code, 2)}`)],
		['characters without width', each(token, (code) => `${String.fromCodePoint(code)}\u200b`)],
		['characters that turn the text', `\u202e${token.slice(0, 9)}\u2066${token.slice(9)}`],
		['every byte for an address', each(token, (code) => `%${hex(code, 2)}`)],
		['JSON throughout', each(secret, (code) => `\\u${hex(code, 4)}`)],
		['line ends', `${token.slice(0, 9)}\r\n${token.slice(9, 18)}\r\n ${token.slice(18)}`],
		['base64 with line ends', base64(`app:${token}`).replace(/(.{10})/g, '$1\n')],
	])('shows nothing of a text that holds one escaped or broken by %s', (_, echoed) => {
		expect(quote(`You sent ${echoed}, which is wrong`)).toBe('[hidden]');
	});

	it('shows escaped texts that hold none', () => {
		const text = 'a &amp; b%20c \\u0041 &#99999999; &#x110000; %zz';
		expect(quote(text)).toBe(text);
	});

	it('shows none that begins where the quotation ends', () => {
		expect(quote(`${'a'.repeat(295)}${token}`)).not.toContain(token.slice(0, 4));
	});

	it.each([
		['its last letters missing', token.slice(0, -3)],
		['its first letters missing', token.slice(4)],
		['only its first twelve letters', token.slice(0, 12)],
		['a stretch from its middle', token.slice(9, 23)],
		['in other letters', token.slice(0, 20).toUpperCase()],
		['escaped in an address', encodeURIComponent(secret).slice(0, -2)],
	])('shows none that was echoed in part: %s', (_, echoed) => {
		expect(quote(`You sent ${echoed}, which is wrong`)).toBe('You sent [hidden], which is wrong');
		expect(quote(echoed)).toBe('[hidden]');
		expect(quote(`${echoed}... and ${echoed}`)).toBe('[hidden]... and [hidden]');
	});

	it('shows a word that a secret begins with', () => {
		expect(quote(`You sent ${token.slice(0, 7)}`)).toBe(`You sent ${token.slice(0, 7)}`);
	});

	it('knows the parts of the secrets that it remembers, and of no others', () => {
		const tokenOf = (at: number) => `number-${at}-${'of-very-many'.repeat(2)}`;
		for (let at = 0; at < 250; at++) protect(tokenOf(at));
		expect(quote('number-249-of-very')).toBe('[hidden]');
		expect(quote('number-0-of-v')).toBe('number-0-of-v');
		protect(secret, token, 'q&z/lo+ng=77', 'ab-1');
	});

	it('hides every part in a long text', () => {
		expect(quote(token.slice(0, -1).repeat(500))).toBe('[hidden]');
	});

	it('hides short ones only where they stand alone', () => {
		expect(quote('the app ab-1 is unknown')).toBe('the app [hidden] is unknown');
		expect(quote('cab-12 and xyz')).toBe('cab-12 and xyz');
	});

	it.each([
		['one\r\ntwo\u0000\u001b[31mthree', 'one two [31mthree'],
		['\u202eevil\u2066 \u200bhidden\ufeff', 'evil hidden'],
		['half \ud83d of one', 'half of one'],
		['line\u2028separator', 'line separator'],
		['a\u200eb\u061cc\u2069d', 'a b c d'],
		[
			'tags \u{e0041}\u{e0042}, fillers \u3164\u115f, selectors \ufe0f',
			'tags , fillers , selectors',
		],
		['žluťoučký 😀 kůň', 'žluťoučký 😀 kůň'],
	])('prints what can be printed: %j', (text, shown) => {
		expect(quote(text)).toBe(shown);
	});

	it('is short, whatever it is given', () => {
		expect(quote('word '.repeat(100_000))).toHaveLength(300);
		expect(quote('word '.repeat(100_000))).toMatch(/…$/);
		expect(quote('abcdef', 5)).toBe('abcd…');
		expect(quote('abcde', 5)).toBe('abcde');
	});
});
