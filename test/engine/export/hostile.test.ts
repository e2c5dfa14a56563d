/** docs/reference/exports.md#formats: values without a text end no export. */
import { inspect } from 'node:util';

import { dimensionChoices } from '../../../nodes/AccountingService/summary/dimensions';
import { reports } from '../../../nodes/AccountingService/summary/formFields';
import { documentFields } from '../../../nodes/shared/documents/documentRecord';
import { contentOf, exportToFile, onlyFile, recordsIn } from '../support/exported';
import { serviceOf } from '../support/otherService';
import { getAll, type Parameters } from '../support/withSandbox';

/** JavaScript cannot convert this to text. */
const hostile = { toString: 1, valueOf: 1, toJSON: 1 };

const good = { id: 1, type: 0, direction: 0, currency: 'CZK', total: 10, issueDate: '2026-01-31' };

/** A good document, and others in which every field is the value. */
function documents(value: unknown): string[] {
	const bad = Object.fromEntries(Object.keys(documentFields).map((name) => [name, value]));
	const inside = { ...bad, id: 2, contact: bad, lineItems: [bad, value], vatRecap: [bad, value] };
	return [good, { ...bad, id: 3 }, inside].map((record) => JSON.stringify(record));
}

const values: Array<[string, unknown]> = [
	['an object', hostile],
	['a list', [hostile]],
];

const columns = Object.keys(documentFields);
const summarize = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'summarize',
	...changes,
});

const runs: Array<[string, Parameters]> = [
	...['csv', 'csvForExcel', 'ndjson', 'xlsx'].map((format): [string, Parameters] => [
		`Export to File, ${format}`,
		exportToFile({ format, columns, rowsPer: 'both' }),
	]),
	['Export to File, a row per line', exportToFile({ rowsPer: 'lineItem' })],
	[
		'Export Changes',
		{ resource: 'accountingDocument', operation: 'exportChanges', columnSet: 'chosen', columns },
	],
	...['simplified', 'raw'].map((output): [string, Parameters] => [
		`Get Many, ${output}`,
		getAll({ options: { output }, returnAll: true }),
	]),
	...Object.keys(reports).map((report): [string, Parameters] => [
		`Summarize, ${report}`,
		summarize({ report, reportFile: true }),
	]),
	...Object.keys(dimensionChoices).map((field): [string, Parameters] => [
		`Summarize by ${field}`,
		summarize({ report: 'custom', groupBy: [field], reportFile: true }),
	]),
];

it.each(runs.filter(([name]) => name.startsWith('Summarize')))(
	'dates that do not exist give no NaN in %s',
	async (_name, parameters) => {
		const days = ['0000-00-00', '2026-99-99', ''];
		const { run } = await serviceOf(
			days.map((day, at) => {
				const dates = { issueDate: day, dueDate: day, taxDate: day };
				return JSON.stringify({ ...good, ...dates, id: at + 1 });
			}),
		);
		const { error, json, items } = await run(parameters);
		expect(error).toBeUndefined();
		const page = await contentOf(items[0].binary!.data);
		expect(inspect([json, String(page)], { depth: null, maxStringLength: null })).not.toContain(
			'NaN',
		);
	},
);

describe.each(values)('fields of the service that are %s without a text', (_, value) => {
	it.each(runs)('do not stop %s', async (_name, parameters) => {
		const { run } = await serviceOf(documents(value));
		const { error, items } = await run(parameters);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
	});

	it('are no ID: it is missing in the summary of an export', async () => {
		const { run } = await serviceOf([JSON.stringify({ ...good, id: value })]);
		const { account, content } = await onlyFile(await run(exportToFile({ format: 'ndjson' })));
		expect(recordsIn(content)).toEqual([{ ...good, id: value }]);
		expect([account.documents, account.firstId, account.lastId]).toEqual([1, null, null]);
	});
});
