import { protect, quote, whileReading } from '../../../nodes/shared/client/redact';

const secret = 'p&ss/wörd=?+ 77';
const token = 'eyJhbGciOi.JIUzI1-NiIsInR5_cCI6';

describe('quote', () => {
	beforeAll(() => protect(secret, token, 'q&z/lo+ng=77', 'ab-1', 'xyz', 7, undefined));

	const base64 = (text: string) => Buffer.from(text).toString('base64');

	it.each([
		secret,
		encodeURIComponent(secret),
		encodeURIComponent(secret).toLowerCase(),
		base64(secret),
		base64(`app:${secret}`),
		base64(`id:${secret}:tail`),
		base64(`x${secret}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
		token,
		token.toUpperCase(),
	])('shows no secret in any form: %s', (echoed) => {
		const shown = quote(`You sent ${echoed}, which is wrong`);
		expect(shown).toMatch(/^You sent \S*\[hidden\]\S*, which is wrong$/);
		for (const part of [secret, token, 'ss/w', '77']) expect(shown).not.toContain(part);
	});

	it('shows none that begins where the quotation ends', () => {
		expect(quote(`${'a'.repeat(295)}${token}`)).not.toContain(token.slice(0, 4));
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

describe('quote, while a response is read,', () => {
	const shownOf = (text: string, body: unknown) => whileReading(body, () => quote(text));

	it("keeps words that only look like a short value, and hides only this request's", () => {
		expect(shownOf('The renamed name: EUR', { a: 'name', currency: 'EUR' })).toBe(
			'The renamed [hidden]: EUR',
		);
		expect(shownOf('Long Lane 12', { a: 'Other' })).toBe('Long Lane 12');
		expect(quote('name')).toBe('name');
	});

	it('shows no rest of a longer value', () => {
		expect(shownOf('Long Lane 12 b', { a: 'Long Lane', b: 'Long Lane 12 b' })).toBe('[hidden]');
	});

	it('hides a secret escaped for JSON', () => {
		const secret = 'quo"te&d<secret>';
		protect(secret);
		expect(quote(JSON.stringify({ secret }))).toBe('{"secret":"[hidden]"}');
	});
});
