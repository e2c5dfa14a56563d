import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { protect, quote, whileReading } from '../../../nodes/shared/client/redact';
import { echoForms, echoFormsMarkdown } from '../../engine/support/echoForms';

const secret = 'p&ss/wörd=?+! 77';
const token = 'eyJhbGciOi.JIUzI1-NiIsInR5_cCI6';
const short = 'q!7/x';

beforeAll(() => protect(secret, token, short, 'ab-1', 'xyz', 7, undefined));

describe('a secret', () => {
	it.each(echoForms)('is hidden, as is text of the request: $name', ({ of, ofSecrets }) => {
		for (const one of [secret, token, short]) {
			const shown = quote(`You sent ${of(one)}, which is wrong`);
			expect(shown).toMatch(/^You sent \S*\[hidden\]\S*, which is wrong$/);
			// Only the first and last characters of an echo in a longer text remain.
			expect(shown.length).toBeLessThan('You sent , which is wrong'.length + 24);
			expect(shown).not.toContain(one);
		}
		const text = 'Example & "Sons"/7+! Ltd';
		const shown = whileReading([{ text }], () => quote(`No: ${of(text)}.`));
		if (!ofSecrets) expect(shown).toBe('No: [hidden].');
	});

	it('is hidden at the end of the quotation', () => {
		expect(quote(`${'a'.repeat(295)}${token}`)).not.toContain(token.slice(0, 4));
	});

	it('is hidden after a long echo, and so are its neighbours', () => {
		const echoed = 'words '.repeat(20_000).trim();
		const shown = whileReading({ echoed }, () => quote(`${echoed}${token}${token} ${secret}`));
		expect(shown).toBe('[hidden][hidden][hidden] [hidden]');
	});

	it('is hidden to its end, even if other hidden text ends inside it', () => {
		const text = `Bearer ${token.slice(0, 12)}`;
		expect(whileReading({ text }, () => quote(`Bearer ${token}!`))).toBe('[hidden]!');
	});

	it('is hidden only as a separate word if it is short', () => {
		expect(quote('the app ab-1 is unknown')).toBe('the app [hidden] is unknown');
		expect(quote('id%3Dab-1%26 and "\\nab-1"')).toBe('id%3D[hidden]%26 and "\\n[hidden]"');
		expect(quote('cab-12 and xyz')).toBe('cab-12 and xyz');
	});
});

describe('quote', () => {
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

	it('is short for any input', () => {
		expect(quote('word '.repeat(100_000))).toHaveLength(300);
		expect(quote('word '.repeat(100_000))).toMatch(/…$/);
		expect(quote('abcdef', 5)).toBe('abcd…');
		expect(quote('abcde', 5)).toBe('abcde');
		expect(quote(`${' '.repeat(100_000)}x`)).toBe('x');
	});
});

describe('quote, while a response is read,', () => {
	const shownOf = (text: string, body: unknown) => whileReading(body, () => quote(text));

	it('keeps words that only look like a short value, and hides only values of this request', () => {
		expect(shownOf('The renamed name: EUR', { a: 'name', currency: 'EUR' })).toBe(
			'The renamed [hidden]: EUR',
		);
		expect(shownOf('Long Lane 12', { a: 'Other' })).toBe('Long Lane 12');
		expect(quote('name')).toBe('name');
	});

	it('leaves no part of a longer value', () => {
		expect(shownOf('Long Lane 12 b', { a: 'Long Lane', b: 'Long Lane 12 b' })).toBe('[hidden]');
	});

	it('accepts text of any length, count and depth', () => {
		const long = `(${'['.repeat(100_000)}`;
		const many = Array.from({ length: 20_000 }, (_, index) => `Item (${index}`);
		let deep: unknown = 'at the bottom';
		for (let level = 0; level < 100_000; level++) deep = [deep];
		const echo = `${long} ${many[19_999]} at the bottom ${'Item '.repeat(5_000)}`;
		expect(shownOf(echo, [long, many, deep])).toMatch(/^\[hidden\] \[hidden\] \[hidden\] Item/);
	});

	it('takes time in proportion to the length of the text', () => {
		const same = 'a'.repeat(200_000);
		expect(shownOf(`${same}b`, [`${same}c`, same.slice(1)])).toBe('[hidden]ab');
		expect(shownOf(`${same.repeat(5)} end`, [`${same}c`, same])).toMatch(/^(\[hidden\]){5} end$/);
	});
});

it('the forms are those that the documentation lists', () => {
	const page = readFileSync(join(__dirname, '../../../docs/internals/security.md'), 'utf8');
	expect(page).toContain(echoFormsMarkdown());
});
