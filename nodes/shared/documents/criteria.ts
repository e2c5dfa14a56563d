import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { checkRecord } from '../fields/check';
import { todayIn } from '../fields/dates';
import { collection, type Form, textIn } from '../fields/readForm';
import { isBlank, quoteValue, trimmed, withoutLeadingZeros } from '../fields/values';
import { currencyCode } from './choices';
import { filterFields, type FilterValues } from './filters';
import { otherFiltersOf, type OtherFilter } from './otherFilters';
import type { PaymentStatus } from './paymentStatus';
import { isRollingPeriod, issueDates, period } from './period';
import { formField } from '../fields/formField';
import { choice, text } from '../fields/describe';

export const searchText = formField(
	'searchText',
	text(
		'Search Text',
		'Text to find in descriptions, line items and the contact. For a number or symbol, add a filter. Leave it empty to find all documents.',
		{ placeholder: 'e.g. office chairs' },
	),
);

export const sortDirection = formField(
	'sortDirection',
	choice(
		'Sort Direction',
		{
			DESC: [
				'Newest First',
				"The service's default (DESC). Its documentation does not say by what date or number it sorts.",
			],
			ASC: ['Oldest First', 'The opposite order (ASC)'],
		},
		'Which documents come first',
	),
);

/** What a search looks for (docs/api/requests.md#search): the filters, and what has its own place in the form. */
export interface SearchCriteria extends FilterValues {
	searchText?: string;
	sortDirection?: 'ASC' | 'DESC';
	otherFilters?: OtherFilter[];
}

/** Filters that no field of a document describes. */
const filtersOfTheirOwn = ['type', 'paymentStatus', 'period', 'otherFilters'];

/**
 * The criteria of the form. A value is either used or refused, never dropped: without one of its filters, a search would
 * return documents that the user does not want.
 * @throws ServiceError (badInput) for invalid values and for filters that exclude each other (docs/api/requests.md#search)
 */
export function criteriaOf(form: Form): SearchCriteria {
	const { timeZone } = form;
	const entered = collection(form, 'filters');
	const { type, paymentStatus, otherFilters } = entered;
	const fields = Object.fromEntries(
		Object.entries(entered).filter(([name]) => !filtersOfTheirOwn.includes(name)),
	);
	const checked = trimmedTexts(checkRecord(filterFields, fields) as FilterValues);
	const criteria: SearchCriteria = {
		...checked,
		...issueDates({ ...checked, period: entered.period }, timeZone),
		currency: currencyCode(checked.currency),
		variableSymbol: symbolOf(checked.variableSymbol),
		searchText: textIn(form, searchText),
		sortDirection: collection(form, 'options').sortDirection === 'ASC' ? 'ASC' : 'DESC',
		otherFilters: otherFiltersOf(otherFilters),
		type: Array.isArray(type) ? (type as number[]) : [],
		...paymentStatusOf(paymentStatus, timeZone),
	};
	refuseContradictions(criteria);
	return criteria;
}

const trimmedTexts = (criteria: FilterValues): FilterValues =>
	Object.fromEntries(
		Object.entries(criteria).map(([name, value]: [string, unknown]) => [
			name,
			typeof value === 'string' ? trimmed(value) : value,
		]),
	);

function refuseContradictions(criteria: SearchCriteria): void {
	const { value, valueFrom, valueTo } = criteria;
	const [exact, from, to] = (['value', 'valueFrom', 'valueTo'] as const).map(
		(name) => filterFields[name].label,
	);
	if (value !== undefined && (valueFrom !== undefined || valueTo !== undefined)) {
		refuseInput(
			'value',
			`${exact} cannot be combined with ${from} or ${to}`,
			`Use either ${exact} for an exact match, or ${from} and ${to} for a range.`,
		);
	}
	if (Number(valueFrom?.digits ?? -Infinity) > Number(valueTo?.digits ?? Infinity)) {
		refuseInput('valueFrom', `${from} is higher than ${to}`, 'Swap the two amounts.');
	}
	for (const name of ['issueDate', 'dueDate', 'taxDate'] as const) {
		const [start = '', end = ''] = [criteria[`${name}From`], criteria[`${name}To`]];
		if (start === '' || end === '' || start <= end) continue;
		const [first, last] = ['From', 'To'].map((one) => filterFields[name + one].label);
		const message = `${first} (${start}) is later than ${last} (${end})`;
		refuseInput(`${name}From`, message, 'Swap the two dates.');
	}
}

/**
 * For a comparison with an earlier run, whose filters must have meant the same documents.
 * @throws ServiceError (badInput) for a filter that depends on the day of the run
 */
export function refuseRollingFilters(form: Form): void {
	const filters = collection(form, 'filters');
	if (isRollingPeriod(filters.period)) {
		const options = period.options as INodePropertyOptions[];
		const { name = '' } = options.find(({ value }) => value === filters.period) ?? {};
		refuseInput(
			'period',
			`Period is ${name}, which matches different documents each day`,
			'The next run could not compare its documents with these. Set Period to Custom and enter a fixed date in Issued From, or remove Period.',
		);
	}
	if (filters.paymentStatus === 'overdue') {
		refuseInput(
			'paymentStatus',
			'Payment Status is Overdue, which matches different documents each day',
			'The next run could not compare its documents with these. Choose Unpaid, or remove Payment Status.',
		);
	}
}

/** Whether a search with these criteria returns all documents in the default order. */
export function findsAll({ sortDirection, ...criteria }: SearchCriteria): boolean {
	const isUsed = (value: unknown) =>
		Array.isArray(value) ? value.length > 0 : value !== undefined;
	return sortDirection !== 'ASC' && !Object.values(criteria).some(isUsed);
}

function paymentStatusOf(
	chosen: IDataObject[string],
	timeZone: string | undefined,
): Pick<FilterValues, 'paymentStatus' | 'today'> {
	if (isBlank(chosen) || chosen === 'any') return {};
	const paymentStatus = chosen as PaymentStatus;
	return paymentStatus === 'overdue'
		? { paymentStatus, today: todayIn(timeZone) }
		: { paymentStatus };
}

function symbolOf(entered: string | undefined): string | undefined {
	if (entered === undefined || /^\d+$/.test(entered))
		return entered && withoutLeadingZeros(entered);
	const { variableSymbol, orderNo, externalNo } = filterFields;
	return refuseInput(
		'variableSymbol',
		`${variableSymbol.label} must have digits only, but is ${quoteValue(entered)}`,
		`Correct ${variableSymbol.label}. For another reference, use ${orderNo.label} or ${externalNo.label}.`,
	);
}
