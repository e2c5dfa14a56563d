import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber } from '../client/json';
import { calendarDate, todayIn } from '../fields/dates';
import { collection, type Form } from '../fields/form';
import {
	decimalText,
	isBlank,
	pickedValue,
	plainText,
	positiveId,
	quoteValue,
	withoutLeadingZeros,
} from '../fields/values';
import { currencyCode } from './choices';
import { otherFiltersOf, type OtherFilter } from './otherFilters';
import type { PaymentStatus } from './paymentStatus';
import { isRollingPeriod, issueDates, period } from './period';

/** The criteria of a search (docs/api/requests.md#search). */
export interface SearchCriteria {
	searchText?: string;
	sortDirection?: 'ASC' | 'DESC';
	value?: ExactNumber;
	valueFrom?: ExactNumber;
	valueTo?: ExactNumber;
	otherFilters?: OtherFilter[];
	/** Document types (docs/api/resources.md#codes). */
	types?: number[];
	direction?: number;
	contactId?: string;
	/** ISO dates, inclusive. */
	issueDateFrom?: string;
	issueDateTo?: string;
	dueDateFrom?: string;
	dueDateTo?: string;
	taxDateFrom?: string;
	taxDateTo?: string;
	/** ISO 4217, upper case. */
	currency?: string;
	state?: string;
	paymentStatus?: PaymentStatus;
	/** ISO date. Set if the payment status depends on it. */
	today?: string;
	documentNo?: string;
	/** Without leading zeros. */
	variableSymbol?: string;
	orderNo?: string;
	externalNo?: string;
}

/**
 * The criteria of the form. A value is either used or refused, never dropped: without one of its filters, a search would
 * return documents that the user does not want.
 * @throws ServiceError (badInput) for invalid values and for filters that exclude each other (docs/api/requests.md#search)
 */
export function criteriaOf(form: Form): SearchCriteria {
	const filters = collection(form, 'filters');
	const { timeZone } = form;
	const textOf = (name: string, label: string) => plainText(filters[name], name, label);
	const dateOf = (name: string, label: string) =>
		calendarDate(filters[name], name, label, timeZone);
	const criteria: SearchCriteria = {
		searchText: plainText(form.get('searchText'), 'searchText', 'Search Text'),
		sortDirection: form.get('sortDirection') === 'ASC' ? 'ASC' : 'DESC',
		value: amountOf(filters, 'value', 'Total'),
		valueFrom: amountOf(filters, 'valueFrom', 'Total From'),
		valueTo: amountOf(filters, 'valueTo', 'Total To'),
		otherFilters: otherFiltersOf(filters.otherFilters),
		types: Array.isArray(filters.type) ? (filters.type as number[]) : [],
		direction: filters.direction as number | undefined,
		contactId: contactOf(filters),
		...issueDates(filters, timeZone),
		dueDateFrom: dateOf('dueDateFrom', 'Due From'),
		dueDateTo: dateOf('dueDateTo', 'Due To'),
		taxDateFrom: dateOf('taxDateFrom', 'Tax Date From'),
		taxDateTo: dateOf('taxDateTo', 'Tax Date To'),
		currency: currencyCode(filters.currency),
		state: textOf('state', 'State'),
		...paymentStatusOf(filters, timeZone),
		documentNo: textOf('documentNo', 'Document Number'),
		variableSymbol: symbolOf(filters),
		orderNo: textOf('orderNo', 'Order Number'),
		externalNo: textOf('externalNo', 'External Number'),
	};
	refuseContradictions(criteria);
	return criteria;
}

function refuseContradictions(criteria: SearchCriteria): void {
	const { value, valueFrom, valueTo } = criteria;
	if (value !== undefined && (valueFrom !== undefined || valueTo !== undefined)) {
		refuseInput(
			'value',
			'Total cannot be combined with Total From or Total To',
			'Use either Total for an exact match, or Total From and Total To for a range.',
		);
	}
	if (Number(valueFrom?.digits ?? -Infinity) > Number(valueTo?.digits ?? Infinity)) {
		refuseInput('valueFrom', 'Total From is higher than Total To', 'Swap the two amounts.');
	}
	refuseReversed(criteria.issueDateFrom, criteria.issueDateTo, 'issueDateFrom', 'Issued');
	refuseReversed(criteria.dueDateFrom, criteria.dueDateTo, 'dueDateFrom', 'Due');
	refuseReversed(criteria.taxDateFrom, criteria.taxDateTo, 'taxDateFrom', 'Tax Date');
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
			`Period is ${name}, which means other documents every day`,
			'The next run could not compare its documents with these. Set Period to Custom and enter a fixed date in Issued From, or remove Period.',
		);
	}
	if (filters.paymentStatus === 'overdue') {
		refuseInput(
			'paymentStatus',
			'Payment Status is Overdue, which means other documents every day',
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

function refuseReversed(from = '', to = '', field: string, label: string): void {
	if (from === '' || to === '' || from <= to) return;
	refuseInput(
		field,
		`${label} From (${from}) is later than ${label} To (${to})`,
		'Swap the two dates.',
	);
}

function paymentStatusOf(
	{ paymentStatus: chosen }: IDataObject,
	timeZone: string | undefined,
): Pick<SearchCriteria, 'paymentStatus' | 'today'> {
	if (isBlank(chosen) || chosen === 'any') return {};
	const paymentStatus = chosen as PaymentStatus;
	return paymentStatus === 'overdue'
		? { paymentStatus, today: todayIn(timeZone) }
		: { paymentStatus };
}

function symbolOf({ variableSymbol }: IDataObject): string | undefined {
	const [field, label] = ['variableSymbol', 'Variable Symbol'];
	const text = plainText(variableSymbol, field, label);
	if (text === undefined || /^\d+$/.test(text)) return text && withoutLeadingZeros(text);
	return refuseInput(
		field,
		`${label} must have digits only, but is ${quoteValue(text)}`,
		`Correct ${label}. For another reference, use Order Number or External Number.`,
	);
}

function contactOf(filters: IDataObject): string | undefined {
	const id = pickedValue(filters.contactId);
	const whatToDo = 'Enter the ID, or choose From List.';
	return isBlank(id) ? undefined : positiveId(id, 'contactId', 'Contact', whatToDo);
}

function amountOf(filters: IDataObject, field: string, label: string): ExactNumber | undefined {
	const value = filters[field];
	return isBlank(value) ? undefined : new ExactNumber(decimalText(value, field, label));
}
