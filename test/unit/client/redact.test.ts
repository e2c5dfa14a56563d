import { outputText, protect, protectDuring, quote } from '../../../nodes/shared/client/redact';
import { echoForms } from '../../engine/support/echoForms';

const secret = 'p&ss/wörd=?+! 77';
const token = 'eyJhbGciOi.JIUzI1-NiIsInR5_cCI6';
const short = 'q!7/x';

beforeAll(() => protect(secret, token, short, 'ab-1', 'xyz', 7, undefined));

describe('a secret', () => {
	it.each(echoForms)('is hidden: $name', ({ of }) => {
		for (const one of [secret, token, short]) {
			const shown = quote(`You sent ${of(one)}, which is wrong`);
			expect(shown).toMatch(/^You sent \S*\[hidden\]\S*, which is wrong$/);
			// Only the first and last characters of an echo in a longer text remain.
			expect(shown.length).toBeLessThan('You sent , which is wrong'.length + 24);
			expect(shown).not.toContain(one);
		}
	});

	it('is hidden at the end of the quotation', () => {
		expect(quote(`${'a'.repeat(295)}${token}`)).not.toContain(token.slice(0, 4));
	});

	it('is hidden beside others', () => {
		expect(quote(`${token}${token} ${secret}`)).toBe('[hidden][hidden] [hidden]');
		expect(quote(`${secret}${token}`.repeat(500))).toMatch(/^(\[hidden\]){37}\[hi…$/);
	});

	it('is hidden in a text of its own characters only', () => {
		protect('a'.repeat(16));
		expect(quote('a'.repeat(1_000_000))).toBe('[hidden]');
	});

	it('is hidden wherever a long text is cut off', () => {
		const start = 'word '.repeat(20_000).slice(0, 89_990);
		expect(quote(`${start}${token}`, 100_000)).not.toContain(token.slice(0, 4));
	});

	it('after the end of a long text does not take the text before it', () => {
		const text = 'word '.repeat(20_000);
		const cut = text.slice(0, 30_000);
		for (const at of [29_999, 30_000, 30_001, 60_000, 89_000, 95_000]) {
			const shown = outputText(`${text.slice(0, at)}${token}${text.slice(at)}`);
			expect(shown).toBe(at < 30_000 ? `${cut.slice(0, at)}[hidden]` : cut);
		}
		expect(outputText(`${token} ${text.slice(0, 50_000)}${token}${text}`)).toBe(
			`[hidden] ${cut.slice(0, 30_000 - token.length - 1)}`,
		);
	});

	it('is hidden only as a separate word if it is short', () => {
		expect(quote('the app ab-1 is unknown')).toBe('the app [hidden] is unknown');
		expect(quote('id%3Dab-1%26 and "\\nab-1"')).toBe('id%3D[hidden]%26 and "\\n[hidden]"');
		expect(quote('cab-12 and xyz')).toBe('cab-12 and xyz');
	});
});

it('the output has no secret of 12 characters or more', () => {
	protect('abc-efg-ijk', 'mno-qrs-uvwx');
	expect(outputText('abc-efg-ijk, mno-qrs-uvwx')).toBe('abc-efg-ijk, [hidden]');
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
		[
			'<a href="https://x.example">OK</a><!-- --><?x ?>',
			'< a href="https://x.example">OK< /a>< !-- -->< ?x ?>',
		],
		['<\u200ba>', '< a>'],
		['1 < 2, <3 and a<B', '1 < 2, <3 and a< B'],
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

describe('the list of secrets', () => {
	const others = (start: number) =>
		protect(...Array.from({ length: 300 }, (_, index) => `other-secret-${start + index}`));

	it('keeps those in use, however many others are used, and then as the most recent ones', async () => {
		const used = ['in-use-from-the-start', ''];
		const says = () => quote(used.join(' '));
		await protectDuring(
			() => used,
			async () => {
				others(0);
				used[1] = 'a-token-got-meanwhile';
				protect(used[1]);
				others(300);
				expect(says()).toBe('[hidden] [hidden]');
				await Promise.resolve();
			},
		);
		protect('another-secret-now');
		expect(says()).toBe('[hidden] [hidden]');
	});

	it('is limited', () => {
		protect('no-longer-in-use');
		others(600);
		expect(quote('no-longer-in-use')).toBe('no-longer-in-use');
	});
});
