import type { IDataObject } from 'n8n-workflow';

import { pageSizeLimits } from '../client/dialect';
import type { SearchCriteria } from '../../AccountingService/resources/accountingDocument/documents';
import { refuseInput } from '../client/errors';
import type { ReadOptions } from '../lists/listing';
import { calendarDate, collection, pageSizeOf, wholeNumber, type Form } from './values';

const defaultParallelPages = 4;

/**
 * How to read a list, from Return All, Limit and the options.
 * @param limit undefined for Return All
 * @param filtered whether records are dropped after the fetch, so that the limit says nothing about
 * the number of pages
 */
export function readOptions(options: IDataObject, limit?: number, filtered = false): ReadOptions {
	const chosen = pageSizeOf(options);
	const { minimum, maximum } = pageSizeLimits;
	const fitting = limit === undefined || filtered ? maximum : Math.max(minimum, limit);
	return {
		pageSize: chosen ?? Math.min(maximum, fitting),
		parallelPages:
			options.parallelPages === undefined
				? defaultParallelPages
				: wholeNumber(options.parallelPages, 'parallelPages', 'Parallel Pages', 1, 8),
		wanted: limit === undefined || !filtered ? limit : Number.POSITIVE_INFINITY,
		allowIncomplete: options.allowIncomplete === true,
	};
}

/** @returns undefined for Return All @throws ServiceError (badInput) for a limit below 1 */
export function limitOf(form: Form): number | undefined {
	if (form.get('returnAll') === true) return undefined;
	return wholeNumber(form.get('limit') ?? 50, 'limit', 'Limit', 1);
}

/**
 * The search of the form.
 * @throws ServiceError (badInput) for filters that exclude each other (specification section 4), an
 * unknown sort direction, or a date that is none
 */
export function criteriaOf(form: Form): SearchCriteria {
	const filters = collection(form, 'filters');
	const criteria: SearchCriteria = {
		searchText: textOf(form.get('searchText')),
		sortDirection: sortDirectionOf(form.get('sortDirection')),
		value: valueOf(filters.value),
		valueFrom: valueOf(filters.valueFrom),
		valueTo: valueOf(filters.valueTo),
		otherFilters: otherFiltersOf(filters.otherFilters),
		types: typesOf(filters.type),
		direction:
			filters.direction === undefined || filters.direction === ''
				? undefined
				: wholeNumber(filters.direction, 'direction', 'Direction', 0, 1),
		issueDateFrom: calendarDate(filters.issueDateFrom, 'issueDateFrom', 'Issued From'),
		issueDateTo: calendarDate(filters.issueDateTo, 'issueDateTo', 'Issued To'),
	};
	const { value, valueFrom, valueTo, issueDateFrom, issueDateTo } = criteria;
	if (value !== undefined && (valueFrom !== undefined || valueTo !== undefined)) {
		refuseInput(
			'value',
			'Value cannot be combined with Value From or Value To',
			'Use either Value for an exact match, or Value From and Value To for a range.',
		);
	}
	if (issueDateFrom !== undefined && issueDateTo !== undefined && issueDateFrom > issueDateTo) {
		refuseInput(
			'issueDateFrom',
			`Issued From (${issueDateFrom}) is later than Issued To (${issueDateTo})`,
			'Swap the two dates.',
		);
	}
	return criteria;
}

function sortDirectionOf(value: unknown): 'ASC' | 'DESC' {
	if (value === undefined || value === '' || value === 'DESC') return 'DESC';
	if (value === 'ASC') return 'ASC';
	return refuseInput(
		'sortDirection',
		`The sort direction "${String(value).slice(0, 20)}" is unknown`,
		'Use ASC for the oldest first or DESC for the newest first.',
	);
}

function otherFiltersOf(value: unknown): Array<{ name: string; value: string }> {
	const entries = (value as { filter?: unknown } | undefined)?.filter;
	if (!Array.isArray(entries)) return [];
	return entries.map((entry: IDataObject) => {
		const name = textOf(entry.name) ?? '';
		if (name === '') {
			refuseInput(
				'otherFilters',
				'One of the Other Filters has no name',
				'Enter the name of the parameter as the service expects it, or remove the filter.',
			);
		}
		return { name, value: String(entry.value ?? '') };
	});
}

function typesOf(value: unknown): number[] {
	if (value === undefined || value === '') return [];
	const list: unknown[] = Array.isArray(value) ? value : [value];
	return list.map((type) => wholeNumber(type, 'type', 'Type', 0));
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return text === '' ? undefined : text;
}

function valueOf(value: unknown): string | number | undefined {
	return typeof value === 'number' ? value : textOf(value);
}
