import { dayAt, dayNumber } from '../../nodes/shared/fields/dates';

it('the day before and after the years of four digits has no text', () => {
	const [first, last] = ['0000-01-01', '9999-12-31'].map(dayNumber);
	expect([first - 1, first, last, last + 1].map(dayAt)).toEqual([
		...['', '0000-01-01', '9999-12-31', ''],
	]);
});
