import { issueDates } from '../../nodes/shared/documents/period';

/** @returns the range of a period at a moment */
function rangeAt(moment: string, period: string, timeZone = 'Europe/Prague'): string[] {
	jest.useFakeTimers({ now: new Date(moment), doNotFake: ['nextTick', 'setImmediate'] });
	try {
		const { issueDateFrom = '', issueDateTo = '' } = issueDates({ period }, timeZone);
		return [issueDateFrom, issueDateTo];
	} finally {
		jest.useRealTimers();
	}
}

describe('the days of a period', () => {
	it.each([
		['2026-01-15T12:00:00Z', 'thisMonth', '2026-01-01', '2026-01-31'],
		['2026-01-15T12:00:00Z', 'lastMonth', '2025-12-01', '2025-12-31'],
		['2026-03-31T12:00:00Z', 'lastMonth', '2026-02-01', '2026-02-28'],
		['2028-03-01T12:00:00Z', 'lastMonth', '2028-02-01', '2028-02-29'],
		['2026-11-22T12:00:00Z', 'thisQuarter', '2026-10-01', '2026-12-31'],
		['2026-03-31T12:00:00Z', 'thisQuarter', '2026-01-01', '2026-03-31'],
		['2026-11-22T12:00:00Z', 'lastQuarter', '2026-07-01', '2026-09-30'],
		['2026-01-31T12:00:00Z', 'lastQuarter', '2025-10-01', '2025-12-31'],
		['2026-05-31T12:00:00Z', 'lastQuarter', '2026-01-01', '2026-03-31'],
		['2028-02-29T12:00:00Z', 'lastYear', '2027-01-01', '2027-12-31'],
		['2026-11-22T12:00:00Z', 'thisYear', '2026-01-01', '2026-12-31'],
		['2026-03-02T12:00:00Z', 'last7Days', '2026-02-24', '2026-03-02'],
		['2026-03-29T12:00:00Z', 'last30Days', '2026-02-28', '2026-03-29'],
	])('at %s: %s', (moment, period, first, last) => {
		expect(rangeAt(moment, period)).toEqual([first, last]);
	});

	it('begin at midnight of the time zone of the workflow', () => {
		// Half past eleven at night in UTC is the next day, month and year in Prague.
		const moment = '2026-12-31T23:30:00Z';
		expect(rangeAt(moment, 'thisMonth', 'Europe/Prague')).toEqual(['2027-01-01', '2027-01-31']);
		expect(rangeAt(moment, 'thisMonth', 'America/New_York')).toEqual(['2026-12-01', '2026-12-31']);
	});

	it('are those of the two dates for Custom', () => {
		const dates = { issueDateFrom: '2026-01-05', issueDateTo: '2026-01-07' };
		expect(issueDates({ period: 'custom', ...dates }, 'UTC')).toEqual(dates);
	});
});
