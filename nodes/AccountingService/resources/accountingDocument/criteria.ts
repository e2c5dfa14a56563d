import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { calendarDate, collection, wholeNumber, type Form } from '../../../shared/fields/values';
import type { SearchCriteria } from './documents';

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
