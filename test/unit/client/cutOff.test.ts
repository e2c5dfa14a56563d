import fc from 'fast-check';

import { isCutOff } from '../../../nodes/shared/client/cutOff';

const rich =
	'{"a": [1, -2.5e+10, "t\\"e\\u00e9x\\\\t\\n", true, false, null, {}, [], {"b": {"c": ""}}, "\\\\"], "d\\"": "x"}';

describe('isCutOff', () => {
	it('is what every beginning of an object or a list is', () => {
		for (let end = 1; end < rich.length; end++) {
			const text = rich.slice(0, end);
			expect([text, isCutOff(text)]).toEqual([text, true]);
		}
	});

	it('is what the beginnings of any JSON are', () => {
		const json = fc.array(fc.jsonValue()).map((value) => JSON.stringify(value));
		fc.assert(
			fc.property(json, fc.nat(), (text, end) => {
				expect(isCutOff(text.slice(0, 1 + (end % (text.length - 1))))).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		rich,
		'[1,]',
		'{"a":1,}',
		'[NaN]',
		'[1, NaN',
		'[undefined',
		'{"a":1}{"b":2}',
		'{"a":1}\n{"b":',
		"{'a':1",
		'{a:1',
		'[1 2',
		'{"a" 1',
		'{"a"}',
		'[1,,',
		'{"a":1]',
		'{"two\nlines": "',
	])('is nothing that is whole, or wrong in itself: %j', (text) => {
		expect(isCutOff(text)).toBe(false);
	});

	it.each(['[', '"', '\\', '[0', '{"a":', 'e'])('reads a megabyte of %s', (text) => {
		expect(typeof isCutOff(`[${text.repeat(2 ** 20 / text.length)}`)).toBe('boolean');
	});
});
