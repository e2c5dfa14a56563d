import { create, posted } from './support/create';
import { bench, type Parameters } from './support/withSandbox';

/** A value of the item, as spreadsheets and webhooks give them. */
const fromItem = '={{ $json.value }}';

describe('Amounts Include VAT by an expression', () => {
	const parameters = create({ amountsIncludeVat: fromItem });

	it.each([true, 'true', 'TRUE', '1', 1])('%j: the price is with VAT', async (value) => {
		const made = await bench({ documents: 0 });
		const { error } = await made.run(parameters, { items: [{ value }] });
		expect(error).toBeUndefined();
		const [{ lineItems }] = posted(made) as unknown as [{ lineItems: object[] }];
		expect(lineItems).toMatchObject([{ unitPrice: 100 }]);
		expect(lineItems[0]).not.toHaveProperty('unitPriceVatExcl');
	});

	// An empty cell leaves a switch as it stands in a new form.
	it.each([false, 'false', '0', 0, '', null])('%j: the price is without VAT', async (value) => {
		const made = await bench({ documents: 0 });
		const { error } = await made.run(parameters, { items: [{ value }] });
		expect(error).toBeUndefined();
		expect(posted(made)).toMatchObject([{ lineItems: [{ unitPriceVatExcl: 100 }] }]);
	});

	it.each(['with', 'yes', 2, [], [true], { a: 1 }])('%j is refused', async (value) => {
		const made = await bench({ documents: 0 });
		const { error } = await made.run(parameters, { items: [{ value }] });
		expect(error?.message).toContain('Amounts Include VAT');
		expect(posted(made)).toEqual([]);
	});
});

const document = (operation: string, changes: Parameters): Parameters => ({
	resource: 'accountingDocument',
	operation,
	...changes,
});

const exported = (changes: Parameters): Parameters =>
	document('exportToFile', {
		source: 'getAll',
		format: 'csv',
		fileName: 'documents',
		binaryPropertyName: 'data',
		...changes,
	});

const api = (changes: Parameters): Parameters => ({
	resource: 'apiRequest',
	operation: 'send',
	method: 'GET',
	path: 'accountingdocuments',
	response: 'record',
	...changes,
});

type Refused = [name: string, parameters: Parameters, values: unknown[], says: RegExp];

const refused: Refused[] = [
	[
		'Unique By',
		create({ createOptions: { uniqueBy: fromItem } }),
		['ExternalNo', 1, ['orderNo'], {}],
		/^'Unique By' expects one of the following values: /,
	],
	['Source', exported({ source: fromItem }), [''], /^Source is empty/],
	[
		'Columns',
		exported({ columns: fromItem }),
		[{ a: 1 }, [{ a: 1 }], true],
		/^Columns must be a text/,
	],
	[
		'Query Parameters',
		api({ queryParameters: { field: [{ name: 'q', value: '={{ Number("x") }}' }] } }),
		[1],
		/^q of Query Parameters must be a text, but is NaN/,
	],
	[
		'Due Date of a task',
		{
			resource: 'task',
			operation: 'create',
			title: 'Ask',
			dueDate: fromItem,
		},
		['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01'],
		/^Due Date is not a date/,
	],
];

describe('what an expression gives is refused by name, before anything is sent', () => {
	const cases = refused.flatMap(([name, parameters, values, says]) =>
		values.map((value) => ({ name, parameters, value, says })),
	);

	it.each(cases)('$name: $value', async ({ parameters, value, says }) => {
		const { run, sandbox } = await bench({ documents: 1 });
		const { error } = await run(parameters, { items: [{ value } as never] });
		expect(error?.message).toMatch(says);
		expect(sandbox.admin.journal().entries).toEqual([]);
	});
});
