import type { IDataObject } from 'n8n-workflow';

import { longerThanTimeoutMs, passTime } from '../support/clock';
import { create, line, posted } from '../support/create';
import { json, smallService } from '../support/smallService';
import {
	bench,
	getAll,
	getTemplate,
	goOn,
	search,
	type Parameters,
	byId,
} from '../support/withSandbox';

/** The node with a service that returns one status for everything. */
async function refused(
	status: number,
	parameters: Parameters,
	headers: Record<string, string> = {},
) {
	const service = await smallService({
		answer: (_request, response) => {
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			json(response, status, { message: 'Said by the service' });
		},
	});
	const { error } = await service.run(parameters);
	return { error, sent: service.arrived.length };
}

const reminder: Parameters = {
	resource: 'reminder',
	operation: 'create',
	accountingDocumentId: byId('12'),
	exceededDays: 7,
	emailTemplateId: '31',
};

describe('an item of a group', () => {
	const grouped = (rows: IDataObject[]) => {
		const parameters = create({
			createOptions: { groupBy: 'order' },
			lineItemsFrom: 'inputField',
			lineItemsField: '={{ $json.lines }}',
		});
		return { parameters, items: rows.map((row) => ({ order: 'A', ...row })) };
	};

	it.each([
		[
			'a contradiction',
			{ total: 7, price: 10, qt: 2 },
			/^Item 1: Line Total.* of Line Item 2 is|^Item 1: Total.* of Line Item 2 is/,
		],
		['a missing quantity', { qt: '' }, /^Item 1: Quantity of Line Item 2 is empty/],
	])('is named with its own line: %s', async (_, change, message) => {
		const b = await bench();
		const rows = [{ lines: [line(), line(), line()] }, { lines: [line(), line(change)] }];
		const { parameters, items } = grouped(rows);
		const { error } = await b.run(parameters, { items });
		expect(error?.message).toMatch(message);
		expect(error?.context?.itemIndex).toBe(1);
		expect(posted(b)).toEqual([]);
		const going = await b.run(parameters, { items, node: goOn });
		expect(going.json.map((one) => String(one.error))).toEqual([
			expect.stringMatching(message),
			expect.stringMatching(message),
		]);
	});

	it('may have no lines if others of its group have some', async () => {
		const b = await bench();
		const { parameters, items } = grouped([{ lines: [] }, { lines: [line()] }]);
		const country = { ...parameters, vatCountryCode: 'CZ' };
		const { error } = await b.run(country, { items });
		expect(error).toBeUndefined();
		// Found by the country: the service's ID of the rate.
		expect(posted(b)).toMatchObject([{ lineItems: [{ vatRateId: 321 }] }]);
	});
});

describe('an item that differs from the document with its key', () => {
	const unique = { createOptions: { uniqueBy: 'orderNo' }, lineItemsFrom: 'json' };
	const parameters = create({
		...unique,
		lineItemsJson: '={{ JSON.stringify([$json.line]) }}',
		additionalFields: { orderNo: 'A', dueDate: '={{ $json.due }}' },
	});
	const first = { line: line(), due: '2026-12-01' };
	const other = { line: line({ qt: 5 }), due: '2026-12-24' };

	it('is reported with its fields, within an execution and against existing documents', async () => {
		const b = await bench();
		for (const items of [[first, other], [other]]) {
			const { hints, error } = await b.run(parameters, { items });
			expect(error).toBeUndefined();
			expect(hints).toHaveLength(1);
			expect(hints[0]).toMatch(
				/^Item \d: the existing document with the Order Number A \(ID \d+\) was returned unchanged\. It differs from the item in: /,
			);
			expect(hints[0]).toContain('Due Date (2026-12-24 in the item, 2026-12-01 in the service)');
			expect(hints[0]).toContain('Quantity of Line Item 1 (5 in the item, 2 in the service)');
		}
		expect(posted(b)).toHaveLength(1);
	});

	it('counts as one hint, of which n8n gets at most 200', async () => {
		const b = await bench();
		await b.run(parameters, { items: [first] });
		const items = Array.from({ length: 230 }, () => other);
		const { hints } = await b.run(parameters, { items });
		expect(hints).toHaveLength(201);
		expect(hints.at(-1)).toBe('More hints were omitted.');
	});
});

describe('a record that was not found', () => {
	it.each([
		['without an ID in the address', create(), false],
		['without an ID in the address: a list', getAll(), false],
		['with an ID in the address', reminder, true],
		['with an ID in the address: one record', getTemplate('5'), true],
	])('is advised on %s', async (_, parameters, hasId) => {
		const { error } = await refused(404, parameters);
		expect(error?.description?.includes('Check the ID or token')).toBe(hasId);
		if (!hasId) expect(error?.description).toMatch(/does not recognize the URL.*Base URL/);
	});
});

describe('advice', () => {
	const once = { options: { maxTries: 1 } };

	it.each([
		['a list', getAll(once), true],
		['a search', search(once), true],
		['an export', { ...getAll(once), operation: 'exportToFile' }, true],
		['one record', getTemplate('5', once), false],
		['a write', { ...reminder, ...once }, false],
	])('names Parallel Pages only where the form has them: %s', async (_, parameters, has) => {
		const { error } = await refused(429, parameters);
		expect(error?.message).toMatch(/^Rate limit reached \(HTTP 429\)/);
		expect(error?.description?.includes('Parallel Pages')).toBe(has);
		expect(error?.description).toMatch(/Raise Advanced > Max Tries/);
	});

	it.each([
		['a list', getAll(once), true],
		['one record', getTemplate('5', once), false],
	])('names Page Size only where the form has it: %s', async (_, parameters, has) => {
		for (const part of ['{"id": 1', undefined]) {
			const service = await smallService({
				answer: (_request, response) =>
					void (part ? response.end(part) : passTime(longerThanTimeoutMs)),
			});
			const { error } = await service.run(parameters);
			expect(error?.description?.includes('Page Size')).toBe(has);
		}
	});
});
