import type { ServiceRecord } from '../../shared/client/envelope';
import { shownAt } from '../../shared/fields/describe';
import { documentFields } from '../../shared/documents/fields';
import { columnFields, type ColumnKind, lineItemsField } from './documentFields';

export interface Column {
	/** Dotted. */
	path: string;
	heading: string;
	kind: ColumnKind;
	/** The value of one row; `line` is set when rows are line items. */
	read(record: ServiceRecord, line?: unknown): unknown;
}

export interface ColumnOptions {
	/** Whether `lineItems.…` means the line of the row rather than all lines. */
	perLineItem: boolean;
	/** Whether to write "Invoice" rather than the number behind it. */
	enumLabels: boolean;
	/** Whether a heading is "Contact: Tax ID" rather than contact.taxId. */
	headingLabels: boolean;
}

/** Columns in the given order, each path once. */
export function columnsFor(
	paths: string[],
	{ perLineItem, enumLabels, headingLabels }: ColumnOptions,
): Column[] {
	return [...new Set(paths)].map((path) => {
		const steps = path.split('.');
		const ofLine = perLineItem && steps[0] === lineItemsField && steps.length > 1;
		const read: Column['read'] = ofLine
			? (_record, line) => walk(line, steps, 1)
			: (record) => walk(record, steps, 0);
		const labelled: Column['read'] = (record) => shownAt(record, documentFields, path);
		const isEnum = enumLabels && documentFields[path]?.choices !== undefined;
		const known = columnFields.get(path);
		return {
			path,
			heading: (headingLabels && known?.label) || path,
			kind: known?.kind ?? 'text',
			read: isEnum ? labelled : read,
		};
	});
}

/** The lines of a document; one empty line where there is none, so that no document is left out. */
export function linesOf(record: ServiceRecord): unknown[] {
	const lines = record[lineItemsField];
	return Array.isArray(lines) && lines.length > 0 ? lines : noLines;
}

const noLines = [undefined];

/** A path leads to what the service sent only; one through a list gives the list of what it leads to. */
function walk(value: unknown, steps: string[], from: number): unknown {
	let here = value;
	for (let step = from; step < steps.length; step++) {
		if (typeof here !== 'object' || here === null) return undefined;
		if (Array.isArray(here)) return here.map((entry) => walk(entry, steps, step) ?? null);
		if (!Object.hasOwn(here, steps[step])) return undefined;
		here = (here as Record<string, unknown>)[steps[step]];
	}
	return here;
}
