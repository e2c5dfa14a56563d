/** docs/reference/errors.md#request: an error names fields by their labels. */
import type { IDataObject } from 'n8n-workflow';

import { send, service } from '../support/apiRequest';
import { create, line, lines, posted } from '../support/create';
import { json } from '../support/smallService';
import { bench, byId, getAll, search, type Parameters } from '../support/withSandbox';

/** The error of the node on a service that refuses everything with a ValidationError. */
async function rejected(parameters: Parameters, fieldsAffected: object[], message?: string) {
	const { run } = await service((_request, response) =>
		json(response, 400, { message, params: {}, fieldsAffected }),
	);
	const { error } = await run(parameters);
	return { message: error?.message ?? '', description: error?.description ?? '' };
}

const update: Parameters = {
	resource: 'accountingDocument',
	operation: 'update',
	accountingDocumentId: byId(1),
	updateFields: { description: 'Chairs' },
};

describe('a value that the service rejects is named by its label', () => {
	it.each<[string, string, Parameters]>([
		['lineItems[1].vatRateId', 'VAT Rate of Line Item 2', create()],
		['lineItems.1.vatRateId', 'VAT Rate of Line Item 2', create()],
		['LineItems/0/Qt', 'Quantity of Line Item 1', create()],
		['lineItems[0].finAccount', 'Financial Account of Line Item 1', create()],
		['lineItems.1.qt', 'Quantity of Line Item 2', update],
		['contact.email', 'Email of Contact', create()],
		['contact.contactId', 'Existing Contact', create()],
		['dueDate', 'Due Date', create()],
		['value', 'Total', search()],
		['costCenter', 'costCenter', create()],
		['lineItems[0].costCenter', 'lineItems[0].costCenter', create()],
	])('%s: %s', async (name, label, parameters) => {
		const { message, description } = await rejected(parameters, [{ name, message: 'Not allowed' }]);
		expect(message).toMatch(/^The service rejected the request while /);
		expect(message.endsWith(`: ${label}: Not allowed`)).toBe(true);
		expect(description).toMatch(/^Correct what the service names/);
	});

	const closed = { name: 'dueDate', message: 'Is closed' };
	const unknown = { name: 'currency', message: 'Is unknown' };

	it.each([
		['The period ended', [closed], ': The period ended — Due Date: Is closed'],
		['The period ended', [{ name: 'dueDate' }], ': The period ended — Due Date'],
		[
			'Is closed until May',
			[closed, unknown],
			': Is closed until May — Due Date: Is closed; Currency: Is unknown',
		],
	])('after the reason "%s"', async (reason, fields, end) => {
		const { message } = await rejected(create(), fields, reason);
		expect(message.endsWith(end)).toBe(true);
		expect(message).toMatch(/^The service rejected the request while [^:]*: /);
	});

	it.each<[string, Parameters, boolean]>([
		['page', getAll(), true],
		['pageSize', getAll(), true],
		['page', create(), false],
		['colour', search(), false],
		['page', send('contacts', { method: 'POST' }), false],
	])('with a way to the credential only for a name of the node: %s', async (name, form, isOurs) => {
		const { description } = await rejected(form, [{ name, message: 'Unknown parameter' }]);
		expect(description.includes('"Customize Parameter Names"')).toBe(isOurs);
	});
});

describe('an API Request with an unexpected response names', () => {
	const base = /^Check Path and the IDs in it, then Response\./;

	it.each([
		['a web page', send('accountingdocument'), base],
		['a web page for a list', send('accountingdocument', { response: 'list' }), base],
		['a web page for a file', send('accountingdocument', { response: 'file' }), base],
		['an ID that is not there', send('accountingdocuments/9'), base],
		[
			'a list for a file',
			send('accountingdocuments', { response: 'file' }),
			/^Choose another Response, such as List, or check Path/,
		],
		[
			'a record for a list',
			send('accountingdocuments/9', { response: 'list' }),
			/^Choose another Response, or turn off In Pages/,
		],
		[
			'a list without the one that is named',
			send('accountingdocuments', { response: 'list', recordsField: 'contacts' }),
			/^Check Records Field and Response/,
		],
	])('its own field first: %s', async (_, parameters, says) => {
		const { run } = await bench({ documents: 3 });
		const { error } = await run(parameters);
		expect(error?.description).toMatch(says);
		expect(error?.description).not.toMatch(/^Check the Base URL/);
	});

	it('its Path if the response to a change is a web page, which leaves the outcome unknown', async () => {
		const { run } = await bench({ documents: 3 });
		const post = send('accountingdocument', { method: 'POST', response: 'nothing' });
		const { error } = await run(post);
		expect(error?.message).toMatch(/may or may not have been made/);
		expect(error?.description).toMatch(/Check Path too/);
	});
});

describe('Records Field', () => {
	const records = [{ id: 1 }, { id: 2 }];
	const counted = { results: records, pagesCount: 3 };
	const isNone = /^Records Field "[\w.]+" is not a list in the response/;
	const isPart = /contains one of 3 pages/;

	it.each<[string, object, RegExp | null]>([
		['contacts', { contacts: records, tags: [] }, null],
		['contacts', { data: { contacts: records, tags: [] } }, null],
		['d.results', { d: { results: records, more: [] } }, null],
		['d.results', { result: { d: { results: records } } }, null],
		['contact', { contacts: records }, isNone],
		['d.result', { d: { results: records } }, isNone],
		['contacts', records, isNone],
		['contacts', { contacts: records[0] }, isNone],
		// A count next to the list or around it counts.
		['d.results', { d: counted }, isPart],
		['d.results', { d: { results: records }, pagesCount: 3 }, isPart],
	])('%s of %j is the list, or refused: %p', async (recordsField, body, says) => {
		const { run } = await service(() => body);
		const list = { response: 'list', recordsField, returnAll: true, paged: false };
		const { error, json: items, hints } = await run(send('contacts', list));
		if (says) expect(error?.message).toMatch(says);
		expect({ items, hints }).toEqual({ items: says ? [] : records, hints: [] });
	});
});

describe('the value of an expression', () => {
	it.each(['1 234,50', '1234,50', '1.234,50', '1\u00a0234,50'])(
		'needs a decimal point, and the error has an expression that makes one: %s',
		async (price) => {
			const b = await bench();
			const priced = (entered: string) => {
				const row = [{ qt: 2, price: entered, furtherFields: { vatRate: 21, vatRateType: 1 } }];
				return create({ lineItems: { row }, lineItemsFrom: 'define' });
			};
			const items: IDataObject[] = [{ Cost: price }, { Cost: '1234,5' }, { Cost: 1234.5 }];
			const { error } = await b.run(priced('={{ $json.Cost }}'), { items });
			expect(error?.description).toMatch(
				/\nRow 1: .*\n(.*\n)?Use a point for decimals, e\.g\. 1234\.50\. /,
			);
			expect(posted(b)).toEqual([]);
			const [expression = ''] = /\{\{.*\}\}/.exec(error?.description ?? '') ?? [];
			await b.run(priced(`=${expression.replace('Price', 'Cost')}`), { items });
			const sent = { lineItems: [{ unitPriceVatExcl: 1234.5 }] };
			expect(posted(b)).toMatchObject([sent, sent, sent]);
		},
	);

	it.each(['1,234', '-12,345', '1,234.50', '1,234,567', '350,50 Kč'])(
		'is not guessed if a comma may separate thousands: %s',
		async (price) => {
			const b = await bench();
			const { error } = await b.run(create(lines(line({ price }))));
			expect(error?.description).toBe(
				'Use digits, with a point for decimals and nothing between thousands, e.g. 1234.50.',
			);
		},
	);

	it('may be the label of a choice, as in Simplified output', async () => {
		const b = await bench();
		const given = { type: '={{ $json.type }}', direction: '={{ $json.direction }}' };
		const items: IDataObject[] = [{ type: 'Credit Note', direction: 'Received' }];
		const { error } = await b.run(create(given), { items });
		expect(error).toBeUndefined();
		expect(posted(b)).toMatchObject([{ type: 3, direction: 0 }]);
		const wrong = await b.run(create(given), { items: [{ type: 'Bill', direction: 'Issued' }] });
		expect(wrong.error?.description).toMatch(
			/^Use Invoice \(0\), Advance \(1\), .*Credit Note \(3\)/,
		);
	});

	it('may have a line break behind it, in switches and choices too', async () => {
		const b = await bench();
		const { error, json: items } = await b.run(
			search({
				...{ returnAll: '={{ $json.all }}\n', limit: 3 },
				options: { sortDirection: '={{ $json.sort }} \n' },
				filters: { direction: '={{ $json.direction }}\n', paymentStatus: '={{ $json.status }}\n' },
			}),
			{ items: [{ all: false, sort: 'ASC', direction: 1, status: 'any' }] },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
		expect(items[0].id).toBeLessThan(Number(items[2].id));
	});
});
