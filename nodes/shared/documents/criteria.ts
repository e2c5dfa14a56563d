import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber } from '../client/json';
import { collection, type Form } from '../fields/form';
import {
	calendarDate,
	decimalText,
	isBlank,
	pickedValue,
	plainText,
	positiveId,
} from '../fields/values';
import { otherFiltersOf, type OtherFilter } from './otherFilters';
import { issueDates } from './period';

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
	/** ISO 4217, upper case. */
	currency?: string;
	state?: string;
	paid?: boolean;
	documentNo?: string;
}

/**
 * The criteria of the form. A value is either used or refused, never dropped: without one of its filters, a search would
 * return documents that the user does not want.
 * @throws ServiceError (badInput) for invalid values and for filters that exclude each other (docs/api/requests.md#search)
 */
export function criteriaOf(form: Form): SearchCriteria {
	const filters = collection(form, 'filters');
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
		...issueDates(filters, form.timeZone),
		dueDateFrom: calendarDate(filters.dueDateFrom, 'dueDateFrom', 'Due From'),
		dueDateTo: calendarDate(filters.dueDateTo, 'dueDateTo', 'Due To'),
		currency: plainText(filters.currency, 'currency', 'Currency')?.toUpperCase(),
		state: plainText(filters.state, 'state', 'State'),
		paid: filters.paid as boolean | undefined,
		documentNo: plainText(filters.documentNo, 'documentNo', 'Document Number'),
	};
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
	return criteria;
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

function contactOf(filters: IDataObject): string | undefined {
	const id = pickedValue(filters.contactId);
	const whatToDo = 'Enter the ID, or choose From List.';
	return isBlank(id) ? undefined : positiveId(id, 'contactId', 'Contact', whatToDo);
}

function amountOf(filters: IDataObject, field: string, label: string): ExactNumber | undefined {
	const value = filters[field];
	return isBlank(value) ? undefined : new ExactNumber(decimalText(value, field, label));
}
