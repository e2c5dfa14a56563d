import type { IDataObject } from 'n8n-workflow';

import type { Bounds } from './bounds';
import { type Column, columnsFor } from './columns';
import { csvFormat } from './csv';
import { defaultDocumentPaths, defaultLineItemPaths } from './documentFields';
import type { FileFormat } from './format';
import { ndjsonFormat } from './ndjson';
import { xlsxFormat } from './xlsx';
import { fieldsOfScope, scopeOf } from '../../shared/documents/scope';
import { refuseInput } from '../../shared/client/errors';
import { collection, type Form } from '../../shared/fields/form';
import { plainText, positiveId, wholeNumber } from '../../shared/fields/values';

/** @throws ServiceError (badInput) for a format or an option that is not in the lists */
export function formatOf(form: Form): FileFormat {
	if (form.get('format') === 'ndjson') return ndjsonFormat;
	const fileOptions = collection(form, 'exportOptions');
	const perLineItem = form.get('rowsPer') === 'lineItem';
	const columns = columnsFor(pathsOf(form, perLineItem), {
		perLineItem,
		enumLabels: fileOptions.enumLabels !== false,
		headingLabels: fileOptions.headings === 'labels',
	});
	return tableOf(form, columns, perLineItem);
}

/** @throws ServiceError (badInput) for a format or an option that is not in the lists */
export function tableOf(form: Form, columns: Column[], perLineItem: boolean): FileFormat {
	const format = form.get('format');
	const fileOptions = collection(form, 'exportOptions');
	if (format === 'xlsx') return xlsxFormat({ columns, perLineItem });
	const formulaProtection = fileOptions.formulaProtection !== false;
	if (format === 'csvForExcel') {
		return csvFormat({ columns, perLineItem, formulaProtection, ...forExcel });
	}
	if (format === 'csv') {
		return csvFormat({
			columns,
			perLineItem,
			formulaProtection,
			delimiter: delimiterOf(fileOptions.delimiter),
			decimalSeparator: fileOptions.decimalSeparator === ',' ? ',' : '.',
			byteOrderMark: fileOptions.byteOrderMark === true,
		});
	}
	return refuseInput(
		'format',
		`The format "${String(format).slice(0, 20)}" is unknown`,
		'Use csv, csvForExcel, ndjson or xlsx.',
	);
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
export const boundsFields = ['resumeAfterId', 'untilId'];

/** Which part of the list to export. @throws ServiceError (badInput) for what is no ID, an empty text included */
export function boundsOf({ resumeAfterId = null, untilId = null }: IDataObject): Bounds {
	return {
		...(resumeAfterId !== null && {
			afterId: positiveId(resumeAfterId, 'resumeAfterId', 'Resume After ID'),
		}),
		...(untilId !== null && { untilId: positiveId(untilId, 'untilId', 'Until ID') }),
	};
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The chosen columns in their order, and those of the properties that were asked for. */
export function pathsOf(form: Form, perLineItem: boolean): string[] {
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

function delimiterOf(value: unknown): string {
	if (value === undefined || value === '') return ',';
	if (typeof value === 'string' && value.length === 1 && !/["\r\n]/.test(value)) return value;
	return refuseInput(
		'delimiter',
		`The delimiter "${String(value).slice(0, 20)}" cannot be used`,
		'Use one character that is neither a quote nor a line end, such as a comma, a semicolon or a tab.',
	);
}
