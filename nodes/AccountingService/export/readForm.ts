import { refuseInput } from '../../shared/client/errors';
import { fieldsOfScope, scopeOf } from '../../shared/documents/scope';
import { collection, type Form } from '../../shared/fields/readForm';
import { namesIn } from '../../shared/fields/values';
import { plainText } from '../../shared/fields/readValue';
import {
	absentFields,
	type Column,
	columnsFor,
	columnsOfChanges,
	defaultDocumentPaths,
	defaultLineItemPaths,
	lineItemsField,
	lineTablePaths,
	onePerDocument,
	onePerLine,
	onePerLineAtLeast,
	type RowsOf,
} from './columns';
import { csvFormat, type Delimiter } from './csv';
import type { FileFormat } from './format';
import { chosenColumnsLabel } from './formFields';
import { ndjsonChanges, ndjsonFormat, ndjsonLineItems, ndjsonLines } from './ndjson';
import { xlsxFormat } from './xlsx';
import { through } from './pipe';

/** Reads the forms of exports. */

/** @throws ServiceError (badInput) for an invalid option */
export function formatOf(form: Form): FileFormat {
	const perLineItem = form.get('rowsPer') === 'lineItem';
	if (form.get('format') === 'ndjson') {
		return withLineItems(form, packed(form, perLineItem ? ndjsonLines : ndjsonFormat));
	}
	const columns = shownColumns(form, pathsOf(form, perLineItem), perLineItem);
	return withLineItems(
		form,
		tableOf(form, columns, perLineItem ? onePerLineAtLeast : onePerDocument),
	);
}

const hasLineItemTable = (form: Form) => form.get('rowsPer') === 'both';

/** Adds the table of line items if the form says so. */
function withLineItems(form: Form, format: FileFormat): FileFormat {
	if (!hasLineItemTable(form)) return format;
	const lineItems =
		form.get('format') === 'ndjson'
			? packed(form, ndjsonLineItems)
			: tableOf(form, shownColumns(form, lineTablePaths, true), onePerLine);
	return { ...format, lineItems };
}

/** Compresses the files if the form says so. XLSX always does. */
function packed(form: Form, format: FileFormat): FileFormat {
	if (collection(form, 'options').compress !== true) return format;
	return {
		...format,
		extension: `${format.extension}.gz`,
		mimeType: 'application/gzip',
		pack: (text) => through(new CompressionStream('gzip'), text),
	};
}

/** The compared fields and the format of Export Changes. @throws ServiceError (badInput) as {@link formatOf} */
export function comparedIn(form: Form) {
	// The table of line items contains these fields of the document.
	const ofLineItems = hasLineItemTable(form) ? [lineItemsField, 'accountingDocumentNo'] : [];
	if (form.get('format') === 'ndjson') {
		const fields = ['*', ...scopeOf(form), ...ofLineItems];
		const fileFormat = withLineItems(form, packed(form, ndjsonChanges));
		return { fields, columns: undefined, fileFormat, perField: false, labels: false };
	}
	const perField = collection(form, 'options').nameFields === true;
	const displayedFields = ['id', ...pathsOf(form, false)];
	const fields = [...new Set([...displayedFields, ...ofLineItems])];
	const headingLabels = hasHeadingsInWords(form);
	const raw = { perLineItem: false, enumLabels: false, headingLabels };
	const columns = shownColumns(form, displayedFields, false);
	const displayed = columnsOfChanges(columns, perField, headingLabels);
	const fileFormat = withLineItems(form, tableOf(form, displayed, onePerDocument));
	const labels = hasLabels(form);
	return { fields, columns: columnsFor(fields, raw), fileFormat, perField, labels };
}

function shownColumns(form: Form, paths: string[], perLineItem: boolean): Column[] {
	const headingLabels = hasHeadingsInWords(form);
	return columnsFor(paths, { perLineItem, enumLabels: hasLabels(form), headingLabels });
}

const hasLabels = (form: Form): boolean => collection(form, 'options').enumLabels !== false;

/** People read files for Excel; programs read CSV and need stable names. */
function hasHeadingsInWords(form: Form): boolean {
	return form.get('format') !== 'csv';
}

function tableOf(form: Form, columns: Column[], rowsOf: RowsOf): FileFormat {
	const table = plainTableOf(form, columns, rowsOf);
	return { ...table, notices: () => [...(table.notices?.() ?? []), ...absentFields(columns)] };
}

function plainTableOf(form: Form, columns: Column[], rowsOf: RowsOf): FileFormat {
	const format = form.get('format');
	if (format === 'xlsx') return xlsxFormat({ columns, rowsOf });
	const { formulaProtection, delimiter = ',' } = collection(form, 'options');
	const table = { columns, rowsOf, formulaProtection: formulaProtection !== false };
	const own = { delimiter: delimiter as Delimiter, forExcel: false };
	return packed(form, csvFormat({ ...table, ...(format === 'csvForExcel' ? forExcel : own) }));
}

const forExcel = { delimiter: ';', forExcel: true } as const;

/** Infinity for a single file. @throws ServiceError (badInput) for a number below 1 */
export function maxDocumentsOf(form: Form): number {
	return Number(collection(form, 'options').maxDocumentsPerFile ?? Infinity);
}

/**
 * The paths of the columns in their order, then of Other Columns.
 * @throws ServiceError (badInput) if no column is chosen
 */
function pathsOf(form: Form, perLineItem: boolean): string[] {
	const standard = perLineItem ? defaultLineItemPaths : defaultDocumentPaths;
	const { otherColumns } = collection(form, 'options');
	const further = checkedNames(otherColumns, 'otherColumns', 'Other Columns');
	const extra = fieldsOfScope(scopeOf(form));
	return [...(chosenPaths(form) ?? standard), ...further, ...extra];
}

/** @returns undefined for the standard columns */
function chosenPaths(form: Form): string[] | undefined {
	if (form.get('columnSet') !== 'chosen') return undefined;
	const paths = checkedNames(form.get('columns'), 'columns', chosenColumnsLabel);
	if (paths.length > 0) return paths;
	return refuseInput(
		'columns',
		`${chosenColumnsLabel} is empty`,
		'Choose the columns to write, or set Columns to Standard.',
	);
}

/** @throws ServiceError (badInput) for an object, a switch or a number that is not exact */
function checkedNames(value: unknown, field: string, label: string): string[] {
	return [value].flat().flatMap((one) => namesIn(plainText(one, field, label)));
}
