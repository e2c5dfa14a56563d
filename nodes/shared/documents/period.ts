import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { calendarDate, isBlank } from '../fields/values';
import { choiceField } from '../fields/properties';

const days = 86_400_000;

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
		thisMonth: ['This Month'],
		thisQuarter: ['This Quarter'],
		thisYear: ['This Year'],
	},
);

/** The first and last day of each period, from today at midnight UTC. */
const ranges: Record<string, (today: Date) => [first: number, last: number]> = {
	last30Days: (today) => [today.getTime() - 29 * days, today.getTime()],
	last7Days: (today) => [today.getTime() - 6 * days, today.getTime()],
	lastMonth: (today) => months(today, today.getUTCMonth() - 1, 1),
	thisMonth: (today) => months(today, today.getUTCMonth(), 1),
	thisQuarter: (today) => months(today, Math.floor(today.getUTCMonth() / 3) * 3, 3),
	thisYear: (today) => months(today, 0, 12),
};

/**
 * The issue dates of a form, from Period or from Issued From and Issued To.
 * @param timeZone of the workflow
 * @returns ISO dates, inclusive
 * @throws ServiceError (badInput) for invalid dates and for a period together with a date
 */
export function issueDates(
	filters: IDataObject,
	timeZone?: string,
): { issueDateFrom?: string; issueDateTo?: string } {
	const issueDateFrom = calendarDate(filters.issueDateFrom, 'issueDateFrom', 'Issued From');
	const issueDateTo = calendarDate(filters.issueDateTo, 'issueDateTo', 'Issued To');
	const chosen = filters.period;
	if (isBlank(chosen) || chosen === custom) return { issueDateFrom, issueDateTo };
	if (issueDateFrom !== undefined || issueDateTo !== undefined) {
		refuseInput(
			'period',
			'Period cannot be combined with Issued From or Issued To',
			'Set Period to Custom, or remove the two dates.',
		);
	}
	const today = calendarDate(new Date(), 'period', 'Period', timeZone) ?? '';
	const [first, last] = ranges[String(chosen)](new Date(`${today}T00:00:00Z`)).map(dayOf);
	return { issueDateFrom: first, issueDateTo: last };
}

/** @param month -1 is December of the previous year */
function months(today: Date, month: number, count: number): [number, number] {
	const year = today.getUTCFullYear();
	return [Date.UTC(year, month, 1), Date.UTC(year, month + count, 0)];
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
