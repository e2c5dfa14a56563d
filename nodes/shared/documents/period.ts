import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { calendarDate, inZone } from '../fields/dates';
import { isBlank } from '../fields/values';
import { choiceField } from '../fields/properties';

const custom = 'custom';

export const period = choiceField(
	'Period',
	'period',
	"When the documents were issued, in the workflow's time zone",
	'thisMonth',
	{
		custom: ['Custom', 'Add the filters Issued From and Issued To'],
		last30Days: ['Last 30 Days', 'Today and the 29 days before'],
		last7Days: ['Last 7 Days', 'Today and the 6 days before'],
		lastMonth: ['Last Month'],
		lastQuarter: ['Last Quarter'],
		lastYear: ['Last Year'],
		thisMonth: ['This Month'],
		thisQuarter: ['This Quarter'],
		thisYear: ['This Year'],
	},
);

type Moment = ReturnType<typeof inZone>;

const wholePeriod = (moment: Moment, unit: 'month' | 'quarter' | 'year') => [
	moment.startOf(unit),
	moment.endOf(unit),
];

/** The first and last day of each period. */
const ranges: Record<string, (now: Moment) => Moment[]> = {
	last30Days: (now) => [now.minus({ days: 29 }), now],
	last7Days: (now) => [now.minus({ days: 6 }), now],
	lastMonth: (now) => wholePeriod(now.minus({ months: 1 }), 'month'),
	lastQuarter: (now) => wholePeriod(now.minus({ quarters: 1 }), 'quarter'),
	lastYear: (now) => wholePeriod(now.minus({ years: 1 }), 'year'),
	thisMonth: (now) => wholePeriod(now, 'month'),
	thisQuarter: (now) => wholePeriod(now, 'quarter'),
	thisYear: (now) => wholePeriod(now, 'year'),
};

/** Whether the days of a period depend on the day of the run. */
export const isRollingPeriod = (chosen: unknown): boolean => !isBlank(chosen) && chosen !== custom;

/** Whether Custom is chosen without a date, so that Period has no effect. */
export const isPeriodWithoutDates = ({ period, issueDateFrom, issueDateTo }: IDataObject) =>
	period === custom && isBlank(issueDateFrom) && isBlank(issueDateTo);

/**
 * The issue dates of a form, from Period or from Issued From and Issued To.
 * @param timeZone of the workflow
 * @returns ISO dates, inclusive
 * @throws ServiceError (badInput) for invalid dates and for a period together with a date
 */
export function issueDates(
	filters: IDataObject,
	timeZone: string | undefined,
): { issueDateFrom?: string; issueDateTo?: string } {
	const dateOf = (name: string, label: string) =>
		calendarDate(filters[name], name, label, timeZone);
	const issueDateFrom = dateOf('issueDateFrom', 'Issued From');
	const issueDateTo = dateOf('issueDateTo', 'Issued To');
	const chosen = filters.period;
	if (!isRollingPeriod(chosen)) return { issueDateFrom, issueDateTo };
	if (issueDateFrom !== undefined || issueDateTo !== undefined) {
		refuseInput(
			'period',
			'Period cannot be combined with Issued From or Issued To',
			'Set Period to Custom, or remove the two dates.',
		);
	}
	const range = ranges[String(chosen)](inZone(new Date(), timeZone));
	const [first, last] = range.map((moment) => moment.toISODate() ?? undefined);
	return { issueDateFrom: first, issueDateTo: last };
}
