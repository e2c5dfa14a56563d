import { create, documentsPath, line, newer, posted } from './support/create';
import { bench, type Parameters } from './support/withSandbox';

/** What expressions leave out of the rows of a form is told before anything is sent. */

const recap = (row: object): Parameters =>
	create({ additionalFields: { vatRecap: { row: [{ vatRate: '21', ...row }] } } });

const defined = (vatRateId: unknown): Parameters =>
	create({
		lineItemsFrom: 'define',
		lineItems: { row: [{ description: 'Chairs', qt: '1', price: '100', vatRateId }] },
	});
const byId = (value: string) => defined({ __rl: true, mode: 'id', value });

describe('a row of a form', () => {
	it.each<[string, Parameters, unknown, RegExp]>([
		['rate of a VAT summary', recap({ vatRate: '={{ $json.v }}' }), null, /VAT Rate \(%\)/],
		['rate of a VAT summary', recap({ vatRate: '={{ $json.v }}' }), '', /^VAT Rate \(%\).*missing/],
		['amount of a VAT summary', recap({ base: '={{ $json.v }}' }), null, /Base.*no value/],
		['VAT rate of a line', byId('={{ $json.v }}'), '', /VAT Rate ID of Line 1 .*no value/],
		['VAT rate of a line', byId('={{ $json.w }}'), '', /VAT Rate ID of Line 1 .*no value/],
		['VAT rate of a line', byId('={{ $json.v }}'), null, /VAT Rate ID of Line 1 .*no value/],
		['VAT rate of a line', defined('={{ $json.v }}'), '', /VAT Rate ID of Line 1 .*no value/],
	])('is refused without its value: %s', async (_, parameters, v, message) => {
		const b = await bench();
		const { error } = await b.run(parameters, { items: [{ v }] as never, node: newer });
		expect(error?.message).toMatch(message);
		expect(posted(b)).toEqual([]);
	});

	it.each<[string, Parameters]>([
		['no VAT rate', defined(undefined)],
		['a VAT rate that nobody chose', defined({ __rl: true, mode: 'list', value: '' })],
	])('may have %s', async (_, parameters) => {
		const b = await bench();
		const { error } = await b.run(parameters, { node: newer });
		expect(error).toBeUndefined();
		expect(posted(b)).toHaveLength(1);
	});

	it('that was added and left empty changes nothing', async () => {
		const b = await bench();
		const { json } = await b.run(create(), { node: newer });
		const id = String(json[0].id);
		const update = (updateFields: object): Parameters => ({
			resource: 'accountingDocument',
			operation: 'update',
			accountingDocumentId: { __rl: true, mode: 'id', value: id },
			lineItemsFrom: 'keep',
			updateFields,
		});
		const changed = await b.run(update({ description: 'new', vatRecap: {} }), { node: newer });
		expect(changed.error).toBeUndefined();
		const [put] = b.asked(`${documentsPath}/${id}`).filter(({ method }) => method === 'PUT');
		expect(put.body).toMatchObject({ description: 'new', total: json[0].total });
		expect((put.body as { vatRecap?: unknown }).vatRecap).not.toEqual([]);
		const nothing = await b.run(update({ vatRecap: {} }), { node: newer });
		expect(nothing.error?.message).toMatch(/^There is nothing to update/);
		const row = { base: '100', vatAmount: '21' };
		const unrated = await b.run(update({ vatRecap: { row: [row] } }), { node: newer });
		expect(unrated.error?.message).toMatch(/^VAT Rate \(%\).*missing/);
	});
});

it('a line of the input keeps what is null for what is not there', async () => {
	const b = await bench();
	const items = [{ rows: [line({ unitName: null })] }];
	const parameters = create({ lineItemsFrom: 'inputField', lineItemsField: 'rows' });
	const { error } = await b.run(parameters, { items: items as never, node: newer });
	expect(error).toBeUndefined();
});
