import type { IDataObject } from 'n8n-workflow';

import { criteriaOf, type SearchCriteria } from '../../shared/documents/criteria';
import { fieldsOfScope, scopeOf } from '../../shared/documents/scope';
import { collection, type Form } from '../../shared/fields/form';
import { isEmpty, plainText, positiveId, wholeNumber } from '../../shared/fields/values';
import {
	type Column,
	columnsFor,
	columnsOfChanges,
	defaultDocumentPaths,
	defaultLineItemPaths,
} from './columns';
import { csvFormat } from './csv';
import type { FileFormat } from './format';
import { ndjsonChanges, ndjsonFormat } from './ndjson';
import type { Bounds } from './range';
import { xlsxFormat } from './xlsx';

/** What the forms of exports say. */

/** The search of the form; undefined for all documents. @throws ServiceError as {@link criteriaOf} */
export function searchOf(form: Form): SearchCriteria | undefined {
	return form.get('source') === 'search' ? criteriaOf(form) : undefined;
}

/** @throws ServiceError (badInput) for an option that no file can be written with */
export function formatOf(form: Form): FileFormat {
	if (form.get('format') === 'ndjson') return ndjsonFormat;
	const perLineItem = form.get('rowsPer') === 'lineItem';
	return tableOf(form, shownColumns(form, pathsOf(form, perLineItem), perLineItem), perLineItem);
}

/** What Export Changes compares, and how it is written. @throws ServiceError (badInput) as {@link formatOf} */
export function comparedIn(form: Form) {
	if (form.get('format') === 'ndjson') {
		const fields = ['*', ...scopeOf(form)];
		return { fields, columns: undefined, fileFormat: ndjsonChanges, perField: false };
	}
	const perField = collection(form, 'options').nameFields === true;
	const fields = [...new Set(['id', ...pathsOf(form, false)])];
	const raw = { perLineItem: false, enumLabels: false, headingLabels: false };
	const columns = shownColumns(form, fields, false);
	const displayed = columnsOfChanges(columns, perField, hasHeadingsInWords(form));
	const fileFormat = tableOf(form, displayed, false);
	return { fields, columns: columnsFor(fields, raw), fileFormat, perField };
}

function shownColumns(form: Form, paths: string[], perLineItem: boolean): Column[] {
	const { enumLabels } = collection(form, 'exportOptions');
	const headingLabels = hasHeadingsInWords(form);
	return columnsFor(paths, { perLineItem, enumLabels: enumLabels !== false, headingLabels });
}

/** People read what Excel opens; programs read CSV, by names that stay as they are. */
function hasHeadingsInWords(form: Form): boolean {
	const { headings } = collection(form, 'exportOptions');
	return headings === undefined ? form.get('format') !== 'csv' : headings === 'labels';
}

function tableOf(form: Form, columns: Column[], perLineItem: boolean): FileFormat {
	const format = form.get('format');
	if (format === 'xlsx') return xlsxFormat({ columns, perLineItem });
	const options = collection(form, 'options');
	const table = { columns, perLineItem, formulaProtection: options.formulaProtection !== false };
	if (format === 'csvForExcel') return csvFormat({ ...table, ...forExcel });
	return csvFormat({
		...table,
		delimiter: String(options.delimiter ?? ','),
		decimalSeparator: options.decimalSeparator === ',' ? ',' : '.',
		byteOrderMark: options.byteOrderMark === true,
	});
}

/** What Excel reads by a double click wherever numbers have a decimal comma. */
const forExcel = { delimiter: ';', decimalSeparator: ',', byteOrderMark: true } as const;

/** Infinity for all in one file. @throws ServiceError (badInput) for a number below 1 */
export function maxDocumentsOf(form: Form): number {
	const { maxDocumentsPerFile } = collection(form, 'exportOptions');
	if (isEmpty(maxDocumentsPerFile)) return Infinity;
	return wholeNumber(maxDocumentsPerFile, 'maxDocumentsPerFile', 'Max Documents per File', 1);
}

/** Null is an open end: the lastId of an export that has found nothing yet, the first share. */
export const boundsFields = ['afterId', 'untilId'];

/** Which part of the list to export. @throws ServiceError (badInput) for what is no ID, an empty text included */
export function boundsOf({ afterId = null, untilId = null }: IDataObject): Bounds {
	return {
		afterId: afterId === null ? null : positiveId(afterId, 'afterId', 'Resume After ID'),
		untilId: untilId === null ? null : positiveId(untilId, 'untilId', 'Until ID'),
	};
}

/** The chosen columns in their order, and those of the properties that were asked for. */
function pathsOf(form: Form, perLineItem: boolean): string[] {
	const usual = perLineItem ? defaultLineItemPaths : defaultDocumentPaths;
	const chosen = form.get('columns');
	const paths = namesIn(chosen, 'columns', 'Columns');
	const { otherColumns } = collection(form, 'exportOptions');
	const further = namesIn(otherColumns, 'otherColumns', 'Other Columns');
	const extra = fieldsOfScope(scopeOf(form));
	return [...(paths.length > 0 ? paths : usual), ...further, ...extra];
}

/** A list of names, or names with commas. */
function namesIn(value: unknown, field: string, label: string): string[] {
	return (Array.isArray(value) ? value : [value])
		.flatMap((one) => (plainText(one, field, label) ?? '').split(','))
		.map((name) => name.trim())
		.filter(Boolean);
}
