import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../../shared/client/message';
import { documentTypes } from '../../shared/documents/choices';
import type { SearchCriteria } from '../../shared/documents/criteria';
import { isRollingPeriod, period } from '../../shared/documents/period';
import { searchText } from '../../shared/documents/criteria';
import { filters } from '../../shared/documents/filters';
import { collection, type ItemForm, nameOfPicked } from '../../shared/fields/readForm';
import { inWords, isBlank, quoteValue } from '../../shared/fields/values';
import { reports } from './formFields';
import type { Report } from './reports';

/** What the report page says in words. */

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const utcDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** "24 November 2026" @param day YYYY-MM-DD */
export const longDate = (day: string): string => dayFormat.format(utcDate(day));

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "Issued invoices in CZK". Types that the service added keep their numbers. */
export function headingOf({ direction, type, currency }: IDataObject): string {
	const side = isBlank(direction) ? '' : `${String(direction)} `;
	const money = isBlank(currency) ? '' : ` in ${String(currency)}`;
	const heading = `${side}${pluralOf(type)}${money}`;
	return heading.charAt(0).toUpperCase() + heading.slice(1);
}

function pluralOf(type: unknown): string {
	if (isBlank(type)) return 'documents';
	if (type === documentTypes[12]) return 'uncategorized cash movements';
	const isKnown = Object.values<unknown>(documentTypes).includes(type);
	return isKnown ? `${String(type).toLowerCase()}s` : `documents of type ${String(type)}`;
}

/** "Unpaid by Age", or "Totals by Contact and Due Year" for the user's own groups. @param value of the report */
export function titleOf(value: string, { dimensions }: Report): string {
	if (value !== 'custom') return reports[value][0];
	const labels = dimensions.flatMap(({ label, isId }) => (isId ? [] : [label]));
	return labels.length === 0 ? 'Totals' : `Totals by ${inWords(labels)}`;
}

/** Which documents the report counts, and how many. */
export function countedInWords(report: Report, count: number, filters: string): string {
	const which = filters === '' ? 'No filters.' : `Filters: ${filters}.`;
	return `Documents counted: ${count}, ${report.counts}. ${which}`;
}

/** The filled filters: "Direction Issued; Type Invoice or Credit Note". */
export function filtersInWords(form: ItemForm, criteria: SearchCriteria): string {
	const fields = (filters.options ?? []) as INodeProperties[];
	const entered = (form.entered[filters.name] ?? {}) as IDataObject;
	const entries = Object.entries(collection(form, filters.name)).flatMap(([name, value]) => {
		const field = fields.find((one) => one.name === name);
		if (!field || isBlank(value)) return [];
		const words = nameOfPicked(entered[name]) ?? criterionInWords(field, value, criteria);
		return [`${field.displayName} ${words}`.trim()];
	});
	const { searchText: text } = criteria;
	return [
		...(isBlank(text) ? [] : [`${searchText.displayName} ${quoteValue(text)}`]),
		...entries,
	].join('; ');
}

function criterionInWords(
	field: INodeProperties,
	value: unknown,
	criteria: SearchCriteria,
): string {
	const { name, type, options = [] } = field;
	if (type === 'dateTime') return longDate(String(criteria[name as 'issueDateFrom']));
	const choices = options as INodePropertyOptions[];
	const named = (one: unknown) => choices.find((choice) => choice.value === one)?.name ?? one;
	const values: unknown[] = Array.isArray(value) ? value : [value];
	const words = anyOf.format(values.map((one) => (isObject(one) ? '' : String(named(one)))));
	const { issueDateFrom = '', issueDateTo = '' } = criteria;
	if (name !== period.name || !isRollingPeriod(value)) return words;
	return `${words} (${dayFormat.formatRange(utcDate(issueDateFrom), utcDate(issueDateTo))})`;
}
