/** docs/api/writes.md#compared-with-what-was-sent: a response with another record is no success. */
import { json, smallService, type Answering } from '../support/smallService';
import { getByToken, type Parameters, byId } from '../support/withSandbox';

/** A caching gateway returns one record instead of another. */

const document = (id: number | string) => ({
	...{ id, type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 },
	...{ description: `of ${id}`, state: 'Approved' },
});
const template = (id: number) => ({
	...{ id, name: `of ${id}`, content: { currency: 'CZK' } },
	scheduler: { start: '2026-01-01', frequency: 1, useWorkflow: false },
});

const documentId = byId('1001');
const operations: Record<string, Parameters> = {
	update: {
		resource: 'accountingDocument',
		operation: 'update',
		accountingDocumentId: documentId,
		updateFields: { orderNo: 'A-18' },
	},
	'template update': {
		resource: 'template',
		operation: 'update',
		templateId: '77',
		updateFields: { name: 'new' },
	},
	'get by token': getByToken('b7Qm2cW9'),
	get: { resource: 'accountingDocument', operation: 'get', accountingDocumentId: documentId },
	'template get': { resource: 'template', operation: 'get', templateId: '77' },
	'change state': {
		resource: 'accountingDocument',
		operation: 'changeState',
		accountingDocumentId: documentId,
		state: 'Approved',
	},
	'reminder update': {
		resource: 'reminder',
		operation: 'update',
		accountingDocumentId: documentId,
		reminderId: '5',
		mode: 'replace',
		updateFields: { exceededDays: 3, emailTemplateId: '7' },
	},
};

async function ran(name: string, answer: Answering) {
	const service = await smallService({ answer });
	const options = { maxTries: 1 };
	const { error, json: items, hints } = await service.run({ ...operations[name], options });
	const told = `${error?.message} ${String(error?.description)}`;
	const writes = service.arrived.filter(({ method }) => method !== 'GET');
	return { error, told, items, hints, writes };
}

describe('another record than the requested one', () => {
	it.each([
		['update', document(1002), 1001],
		['template update', template(78), 77],
		['get', document(1002), 1001],
		['get', { data: document('10010') }, 1001],
		['template get', template(78), 77],
	])('is refused, and not written back (%s)', async (name, other, id) => {
		const { told, writes, items } = await ran(name, () => other);
		expect(told).toMatch(/service returned the wrong record \(ID \d+ instead of \d+\)/);
		expect(told).toContain(`instead of ${id})`);
		expect([writes, items]).toEqual([[], []]);
	});

	it('is refused by its permalink token, which the message does not contain', async () => {
		const other = { ...document(1002), permalinkToken: 'other-token-1' };
		const { told, items } = await ran('get by token', () => other);
		expect(told).toMatch(/returned the wrong record while/);
		expect(told).not.toMatch(/b7Qm2cW9|other-token-1/);
		expect(items).toEqual([]);
		const same = await ran('get by token', () => ({ ...other, permalinkToken: 'b7Qm2cW9' }));
		expect([same.error, same.items.length]).toEqual([undefined, 1]);
	});

	it.each([{ foo: 'bar' }, { accountingDocuments: [document(1002)] }, { id: null }])(
		'nor is what is no document at all one: %j',
		async (other) => {
			for (const name of ['get', 'get by token']) {
				const { told, items } = await ran(name, () => other);
				expect(told).toMatch(/^The response was an object without the ID or fields of the record/);
				expect(items).toEqual([]);
			}
		},
	);

	it('does not prove that a lost change was done', async () => {
		const { told } = await ran('change state', ({ method }, _response, socket) =>
			method === 'GET' ? document(1002) : void socket.destroy(),
		);
		expect(told).toMatch(/may or may not have been made.*could not read 1001/);
	});

	it.each([
		['update', document(1002), '(ID 1002 instead of 1001)'],
		['reminder update', { id: 6, exceededDays: 3, emailTemplateId: 7 }, '(ID 6 instead of 5)'],
	])('in the answer of a change leaves it open (%s)', async (name, other, words) => {
		const { told, writes } = await ran(name, ({ method, path }) => {
			if (method === 'PUT') return other;
			return path.endsWith('/reminders') ? [] : document(1001);
		});
		expect(told).toContain('may or may not have been made');
		expect(told).toContain(words);
		expect(writes).toHaveLength(1);
	});

	it('in the response to a change is ignored if the record proves that it was done', async () => {
		let stored: object = document(1001);
		const { error, items, hints } = await ran('update', ({ method, body }) => {
			if (method === 'GET') return stored;
			stored = { ...stored, ...(JSON.parse(body) as object) };
			return document(1002);
		});
		expect([error, items]).toEqual([undefined, [expect.objectContaining({ id: 1001 })]]);
		expect(hints.join()).toMatch(/^The service did not confirm .*found the values that were sent/);
	});
});

it.each([
	['an ID as text', { ...document('1001') }],
	['an ID as number', document(1001)],
	['no ID', { ...document(0), id: undefined }],
])('a record with %s is the one that was asked for', async (_, came) => {
	const { error, items } = await ran('get', (_request, response) => void json(response, 200, came));
	expect([error, items.length]).toEqual([undefined, 1]);
});
