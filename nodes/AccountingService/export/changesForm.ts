import type { INodeProperties } from 'n8n-workflow';

import { columnsFor } from './columns';
import { changeColumns, ndjsonChanges } from './changeFormat';
import { binaryPropertyName, columnsPerDocument, fileName, format, table } from './exportFields';
import { pathsOf, tableOf } from './exportForm';
import { boundsOptions, exportOptions } from './exportOptions';
import { sourceFields } from './sourceFields';
import { listOptionFields, optionsWith, wholeNumberField } from '../../shared/fields/options';
import { collection, type Form } from '../../shared/fields/form';
import { otherScopes, scope, scopeOf } from '../../shared/documents/scope';

/** The fields of Export Changes. Names are a contract with users' workflows. */

const manifestField: INodeProperties = {
	displayName: 'Manifest Field',
	name: 'manifestField',
	type: 'string',
	default: 'manifest',
	placeholder: 'e.g. manifest',
	description:
		'The binary field of the input item with the manifest of the run before, and of the output item with the new one. An item without it is a first run.',
};

const firstRun: INodeProperties = {
	displayName: 'First Run',
	name: 'firstRun',
	type: 'options',
	options: [
		{
			name: 'All Documents Are Created',
			value: 'created',
			description: 'The file holds every document',
		},
		{
			name: 'Write Only the Manifest',
			value: 'baseline',
			description: 'The file holds nothing: the other system is up to date already',
		},
	],
	default: 'created',
	description: 'What a run without an earlier manifest writes',
};

export const mostDeletions = wholeNumberField({
	displayName: 'Most Deletions (Percent)',
	name: 'mostDeletions',
	minimum: 0,
	maximum: 100,
	default: 20,
	description:
		'Stop when more of the documents before are gone, so that a mistake does not empty the other system',
});

const nameFields: INodeProperties = {
	displayName: 'Name Changed Fields',
	name: 'nameFields',
	type: 'boolean',
	default: false,
	description:
		'Whether a CSV or XLSX file names the columns that differ. The manifest is larger then, by 4 bytes for each column of a document.',
};

export const changesFields: INodeProperties[] = [
	...sourceFields,
	format,
	{ ...columnsPerDocument, displayOptions: { show: table } },
	fileName,
	binaryPropertyName,
	manifestField,
	firstRun,
	exportOptions,
	optionsWith(
		...[...listOptionFields, scope, otherScopes, ...boundsOptions],
		...[mostDeletions.property, nameFields],
	),
];

/** What is compared and how it is written. @throws ServiceError (badInput) as {@link tableOf} */
export function comparedIn(form: Form) {
	if (form.get('format') === 'ndjson') {
		const fields = ['*', ...scopeOf(form)];
		return { fields, compared: undefined, fileFormat: ndjsonChanges, tellsFields: false };
	}
	const tellsFields = collection(form, 'options').nameFields === true;
	const fields = [...new Set(['id', ...pathsOf(form, false)])];
	const { enumLabels, headings } = collection(form, 'exportOptions');
	const raw = { perLineItem: false, enumLabels: false, headingLabels: false };
	const shown = columnsFor(fields, {
		perLineItem: false,
		enumLabels: enumLabels !== false,
		headingLabels: headings === 'labels',
	});
	return {
		fields,
		compared: columnsFor(fields, raw),
		fileFormat: tableOf(form, changeColumns(shown, tellsFields), false),
		tellsFields,
	};
}
