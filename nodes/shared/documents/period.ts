import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { inZone } from '../fields/dates';
import { isBlank } from '../fields/values';
import { formField } from '../fields/formField';
import { choice } from '../fields/describe';

const custom = 'custom';

type Moment = ReturnType<typeof inZone>;
type Range = [first: Moment, last: Moment];

interface Period {
	words: [label: string, description?: string];
	rangeAt: (now: Moment) => Range;
}

const calendarPeriod = (day: Moment, unit: 'month' | 'quarter' | 'year'): Range => [
	day.startOf(unit),
	day.endOf(unit),
];

/** The periods that depend on the day of the run, in the order of the form. */
const rollingPeriods: Record<string, Period> = {
	last30Days: {
		words: ['Last 30 Days', 'Today and the 29 days before'],
		rangeAt: (now) => [now.minus({ days: 29 }), now],
	},
	last7Days: {
		words: ['Last 7 Days', 'Today and the 6 days before'],
		rangeAt: (now) => [now.minus({ days: 6 }), now],
	},
	lastMonth: {
		words: ['Last Month'],
		rangeAt: (now) => calendarPeriod(now.minus({ months: 1 }), 'month'),
	},
	lastQuarter: {
		words: ['Last Quarter'],
		rangeAt: (now) => calendarPeriod(now.minus({ quarters: 1 }), 'quarter'),
	},
	lastYear: {
		words: ['Last Year'],
		rangeAt: (now) => calendarPeriod(now.minus({ years: 1 }), 'year'),
	},
	thisMonth: { words: ['This Month'], rangeAt: (now) => calendarPeriod(now, 'month') },
	thisQuarter: { words: ['This Quarter'], rangeAt: (now) => calendarPeriod(now, 'quarter') },
	thisYear: { words: ['This Year'], rangeAt: (now) => calendarPeriod(now, 'year') },
};

export const period = formField(
	'period',
	choice(
		'Period',
		{
			[custom]: ['Custom', 'Add the filters Issued From and Issued To'],
			...Object.fromEntries(
				Object.entries(rollingPeriods).map(([value, { words }]) => [value, words]),
			),
		},
		"When the documents were issued, in the workflow's time zone",
		{ usual: 'thisMonth' },
	),
);

/** Whether the days of a period depend on the day of the run. */
export const isRollingPeriod = (chosen: unknown): boolean => !isBlank(chosen) && chosen !== custom;

/** Whether Custom is chosen without a date, so that Period has no effect. */
export const isPeriodWithoutDates = ({ period, issueDateFrom, issueDateTo }: IDataObject) =>
	period === custom && isBlank(issueDateFrom) && isBlank(issueDateTo);

interface IssueDates {
	/** ISO dates, inclusive. */
	issueDateFrom?: string;
	issueDateTo?: string;
}

/**
 * The issue dates of a form, from Period or from Issued From and Issued To.
 * @param timeZone of the workflow
 * @throws ServiceError (badInput) for a period together with a date
 */
export function issueDates(
	{ issueDateFrom, issueDateTo, period: chosen }: IssueDates & { period?: unknown },
	timeZone: string | undefined,
): IssueDates {
	if (!isRollingPeriod(chosen)) return { issueDateFrom, issueDateTo };
	if (issueDateFrom !== undefined || issueDateTo !== undefined) {
		refuseInput(
			'period',
			'Period cannot be combined with Issued From or Issued To',
			'Set Period to Custom, or remove the two dates.',
		);
	}
	const range = rollingPeriods[String(chosen)].rangeAt(inZone(new Date(), timeZone));
	const [first, last] = range.map((moment) => moment.toISODate() ?? undefined);
	return { issueDateFrom: first, issueDateTo: last };
}
