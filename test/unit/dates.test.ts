import { dayAt, dayNumber, dayOf } from '../../nodes/shared/fields/dates';

it.each([
	['1970-01-01', 0],
	['2024-02-29', 19_782],
	['2026-11-24', 20_781],
	['1900-02-28', -25_509],
])('%s is day %d', (day, number) => {
	expect(dayNumber(day)).toBe(number);
	expect(dayAt(number)).toBe(day);
});

it.each(['', '2026-02-30', '2026-13-01', '2026-1-1', 'yesterday', '2026-01-31T10:00:00Z'])(
	'"%s" is no calendar date',
	(text) => {
		expect(dayNumber(text)).toBeNaN();
	},
);

it('the day before and after the years of four digits has no text', () => {
	expect([dayAt(dayNumber('0000-01-01') - 1), dayAt(dayNumber('9999-12-31') + 1)]).toEqual([
		'',
		'',
	]);
});

it.each([
	['2026-01-31T23:59:00+02:00', '2026-01-31'],
	['2026-01-31', '2026-01-31'],
	[20260131, ''],
	[null, ''],
])('the day of the value %s of the service is "%s"', (value, day) => {
	expect(dayOf(value)).toBe(day);
});
