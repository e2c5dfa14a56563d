/** docs/reference/create.md#empty-cells: a write passes text such as "null" on, and names the field. */
import { create, posted } from '../support/create';
import { bench, byId, type Parameters } from '../support/withSandbox';

const cell = '={{ $json.cell }}';
const passedOn = (labels: string) =>
	`The node passed on text such as "null" or "N/A" in ${labels}. If that stands for no value, correct the expressions so that they are empty.`;

const changes = (operation: string, more: Parameters): Parameters => ({
	...{ resource: 'accountingDocument', operation },
	accountingDocumentId: byId('={{ $json.id }}'),
	...more,
});

describe('the text "null" as a number or a name', () => {
	it.each([
		['null', 'Order Number', { orderNo: cell }],
		[' NULL\n', 'External Number', { externalNo: cell }],
		['undefined', 'Explicit Number', { explicitNo: cell }],
		['null', 'Variable Symbol', { variableSymbol: cell }],
		['N/A', 'External Number and Order Number', { orderNo: cell, externalNo: cell }],
		['N/A', 'Company', undefined],
	])('%j is passed on by Create, and %s is named', async (text, labels, additionalFields) => {
		const b = await bench();
		const changed = additionalFields ? { additionalFields } : { contact: { companyName: cell } };
		const { error, hints } = await b.run(create(changed), {
			items: [{ cell: 'A-1' }, { cell: text }],
		});
		expect(error).toBeUndefined();
		expect(hints).toContain(passedOn(labels));
		expect(posted(b)).toHaveLength(2);
	});

	it.each([
		['update', 'Order Number', { updateFields: { orderNo: cell } }],
		['update', 'State', { updateFields: { state: cell } }],
		['changeState', 'State', { state: { __rl: true, mode: 'name', value: cell } }],
		[
			'createFromDocument',
			'External Number',
			{ issueDate: '2026-11-20', additionalFields: { externalNo: cell } },
		],
	])('is named by %s: %s', async (operation, label, fields) => {
		const b = await bench();
		const { id } = b.sandbox.admin.documentAt(3);
		const parameters = changes(operation, { ...fields, options: { preview: true } } as Parameters);
		const { error, hints } = await b.run(parameters, { items: [{ id, cell: 'null' }] });
		expect(error).toBeUndefined();
		expect(hints).toContain(passedOn(label));
	});

	it('is a word like others in other fields, and inside of a longer text', async () => {
		const b = await bench();
		const { hints } = await b.run(
			create({ additionalFields: { description: 'null', orderNo: 'N/A-17' } }),
		);
		expect(hints).toEqual([]);
	});
});
