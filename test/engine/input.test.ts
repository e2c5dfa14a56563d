import type { IDataObject } from 'n8n-workflow';

import { send } from './support/apiRequest';
import { create } from './support/create';
import {
	bench,
	getAll,
	getByToken,
	getTemplate,
	search,
	type Parameters,
} from './support/withSandbox';

/** A parameter that comes from the item, as bad values usually do; n8n checks only what is typed in. */
const fromItem = '={{ $json.value }}';

const getDocument: Parameters = {
	resource: 'accountingDocument',
	operation: 'get',
	accountingDocumentId: { __rl: true, mode: 'id', value: fromItem },
};

const exported = (changes: Parameters): Parameters => ({
	resource: 'accountingDocument',
	operation: 'exportToFile',
	...changes,
});

const cases: Array<[string, Parameters, unknown[], RegExp]> = [
	[
		'uniqueBy',
		create({ createOptions: { uniqueBy: fromItem } }),
		['ExternalNo', 1, ['orderNo'], {}],
		/^'Unique By' expects one of the following values: /,
	],
	[
		'amountsIncludeVat',
		create({ amountsIncludeVat: fromItem }),
		['with', 2, [true], { a: 1 }],
		/Amounts Include VAT/,
	],
	['source', exported({ source: fromItem }), [''], /^Source is empty/],
	[
		'columns',
		exported({ columns: fromItem }),
		[{ a: 1 }, [{ a: 1 }], true],
		/^Columns must be a text/,
	],
	[
		'queryParameters',
		send('contacts', { queryParameters: { field: [{ name: 'q', value: '={{ Number("x") }}' }] } }),
		[1],
		/^q of Query Parameters must be a text, but is NaN/,
	],
	[
		'dueDate',
		{ resource: 'task', operation: 'create', title: 'Ask', dueDate: fromItem },
		['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01'],
		/^Due Date is not a date/,
	],
	['token', getByToken(fromItem), ['', '   ', null], /^Document is empty/],
	['token', getByToken(fromItem), ['.', '..', ' .. '], /^Permalink Token is "\.\.?"/],
	[
		'accountingDocumentId',
		getDocument,
		['kQ7-pT2_x9aB'],
		/^Document ID must be a positive whole number, but is "kQ7-pT2_x9aB"$/,
	],
	[
		'templateId',
		getTemplate(fromItem),
		[0, '0', -1, '-1', 1.5, '1.5', 'abc', '7x', '1e3', '0x1f', '701/../702', '9'.repeat(20)],
		/^Template ID must be a positive whole number/,
	],
	['templateId', getTemplate(fromItem), [2 ** 53], /^Template ID is a number that is not exact/],
	['limit', getAll({ limit: fromItem }), ['abc', {}, []], /^'Limit' expects a number but we got /],
	['limit', getAll({ limit: fromItem }), ['', null, undefined], /^Limit is empty/],
	[
		'pageSize',
		getAll({ options: { pageSize: fromItem } }),
		[9, 101, 0, -10, 10.5, 1e9],
		/^Page Size must be a whole number, 10 to 100/,
	],
	[
		'parallelPages',
		getAll({ options: { parallelPages: fromItem } }),
		[0, 9, 2.5],
		/^Parallel Pages must be a whole number, 1 to 8/,
	],
	[
		'issueDateFrom',
		search({ filters: { issueDateFrom: fromItem } }),
		['yesterday', '31.12.2026', '1.2.2026', '2026-13-01', '2026-02-30', '26-01-01', 20260101],
		/^Issued From is not a date/,
	],
	[
		'direction',
		search({ filters: { direction: fromItem } }),
		[2, -1, 'sent', true, [1]],
		/^'Direction' expects one of the following values: /,
	],
	[
		'type',
		search({ filters: { type: fromItem } }),
		[{ type: 0 }],
		/^Type must be a text, but is an object/,
	],
	[
		'valueFrom',
		search({ filters: { valueFrom: fromItem } }),
		['1 000', '1,000', '12,5', 'EUR 5', {}],
		/^'Total From' expects a number but we got /,
	],
	[
		'valueFrom',
		search({ filters: { valueFrom: fromItem } }),
		['1e3', '0x1f', '9'.repeat(16)],
		/^Total From must be a plain decimal number, but is "/,
	],
	[
		'otherFilters',
		search({ filters: { otherFilters: { filter: [{ name: fromItem, value: '1' }] } } }),
		['', '  '],
		/^One of the Other Filters has no name/,
	],
	[
		'otherFilters',
		search({ filters: { otherFilters: { filter: [{ name: fromItem, value: '1' }] } } }),
		['page', 'PAGESIZE', 'sortDirection', 'ValueFrom', 'scope'],
		/^The filter "\w+" is set twice/,
	],
];

const values: Array<[string, unknown, Parameters, RegExp]> = cases.flatMap(
	([field, parameters, bad, says]) =>
		bad.map((value): [string, unknown, Parameters, RegExp] => [field, value, parameters, says]),
);

describe('bad input is refused before anything is sent', () => {
	it.each(values)('%s: %j', async (_field, value, parameters, says) => {
		const { run, sandbox } = await bench({ documents: 1 });
		const { error, items } = await run(parameters, { items: [{ value } as IDataObject] });
		expect(error?.message).toMatch(says);
		expect(error?.description).toMatch(/[A-Z].+\.$/);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.context?.itemIndex).toBe(0);
		expect(items).toEqual([]);
		expect(sandbox.admin.journal().entries).toEqual([]);
	});

	it.each([
		[5.5, 'Enter the ID, or choose From List and search by number or name.'],
		[2 ** 53, 'Pass Document ID as text: as a number it is too large to be exact.'],
	])('an ID that is %d, with what to do', async (value, description) => {
		const { run } = await bench({ documents: 1 });
		const { error } = await run(getDocument, { items: [{ value }] });
		expect(error?.description).toBe(description);
	});

	it.each([
		[{ value: '1', valueFrom: '1' }],
		[{ value: '1', valueTo: '1' }],
		[{ value: '1', valueFrom: '1', valueTo: '2' }],
		[{ value: 0, valueTo: 0 }],
	])('value with a range: %j', async (filters) => {
		const { run, sandbox } = await bench({ documents: 1 });
		const { error } = await run(search({ filters }));
		expect(error?.message).toBe('Total cannot be combined with Total From or Total To');
		expect(sandbox.admin.journal().entries).toEqual([]);
	});

	it('dates the wrong way round', async () => {
		const { run, sandbox } = await bench({ documents: 1 });
		const { error } = await run(
			search({ filters: { issueDateFrom: '2026-02-01', issueDateTo: '2026-01-31' } }),
		);
		expect(error?.message).toBe('Issued From (2026-02-01) is later than Issued To (2026-01-31)');
		expect(sandbox.admin.journal().entries).toEqual([]);
	});

	it('what is typed into the form is checked by n8n before the node runs', async () => {
		const { run, sandbox } = await bench({ documents: 1 });
		for (const parameters of [getByToken(''), getTemplate('')]) {
			await expect(run(parameters)).rejects.toThrow('The workflow has issues');
		}
		expect(sandbox.admin.journal().entries).toEqual([]);
	});
});
