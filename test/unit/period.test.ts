import type { INodePropertyOptions } from 'n8n-workflow';

import { issueDates, period as periodField } from '../../nodes/shared/documents/period';

const prague = 'Europe/Prague';
// Half past eleven at night in UTC is the next day, month and year in Prague.
const newYear = '2026-12-31T23:30:00Z';

const cases: Array<
	[moment: string, period: string, timeZone: string, first: string, last: string]
> = [
	['2026-01-15T12:00:00Z', 'thisMonth', prague, '2026-01-01', '2026-01-31'],
	[newYear, 'thisMonth', prague, '2027-01-01', '2027-01-31'],
	[newYear, 'thisMonth', 'America/New_York', '2026-12-01', '2026-12-31'],
	['2026-01-15T12:00:00Z', 'lastMonth', prague, '2025-12-01', '2025-12-31'],
	['2026-03-31T12:00:00Z', 'lastMonth', prague, '2026-02-01', '2026-02-28'],
	['2028-03-01T12:00:00Z', 'lastMonth', prague, '2028-02-01', '2028-02-29'],
	['2026-11-22T12:00:00Z', 'thisQuarter', prague, '2026-10-01', '2026-12-31'],
	['2026-01-31T12:00:00Z', 'lastQuarter', prague, '2025-10-01', '2025-12-31'],
	['2026-05-31T12:00:00Z', 'lastQuarter', prague, '2026-01-01', '2026-03-31'],
	['2028-02-29T12:00:00Z', 'lastYear', prague, '2027-01-01', '2027-12-31'],
	['2026-11-22T12:00:00Z', 'thisYear', prague, '2026-01-01', '2026-12-31'],
	['2026-03-02T12:00:00Z', 'last7Days', prague, '2026-02-24', '2026-03-02'],
	['2026-03-29T12:00:00Z', 'last30Days', prague, '2026-02-28', '2026-03-29'],
];

it.each(cases)(
	'at %s, the period %s in %s is %s to %s',
	(moment, period, timeZone, first, last) => {
		jest.useFakeTimers({ now: new Date(moment), doNotFake: ['nextTick', 'setImmediate'] });
		try {
			const days = { issueDateFrom: first, issueDateTo: last };
			expect(issueDates({ period }, timeZone)).toEqual(days);
		} finally {
			jest.useRealTimers();
		}
	},
);

it('tests each choice of Period', () => {
	const choices = (periodField.options as INodePropertyOptions[]).map(({ value }) => value);
	const tested = new Set(['custom', ...cases.map(([, period]) => period)]);
	expect(choices.filter((choice) => !tested.has(String(choice)))).toEqual([]);
});
