import { create } from './support/create';
import { runNode } from './support/engine';
import { json, smallService } from './support/smallService';
import type { Parameters } from './support/withSandbox';

/** Writes that end with a record, whose answer may be a message only. */
const withRecord: Record<string, { parameters: Parameters; path: string; hasFile?: true }> = {
	'a task': {
		parameters: { resource: 'task', operation: 'create', title: 'x' },
		path: '/v2/tasks',
	},
	'a template': {
		parameters: {
			resource: 'template',
			operation: 'create',
			name: 'n',
			accountingDocumentId: { __rl: true, mode: 'id', value: '50010' },
		},
		path: '/v2/templates',
	},
	'a reminder': {
		parameters: {
			resource: 'reminder',
			operation: 'create',
			accountingDocumentId: { __rl: true, mode: 'id', value: '12' },
			exceededDays: 3,
			emailTemplateId: '7',
		},
		path: '/v2/accountingdocuments/12/reminders',
	},
	'a file': {
		parameters: { resource: 'file', operation: 'upload', binaryPropertyName: 'data' },
		path: '/v2/uploads',
		hasFile: true,
	},
};

const file = { data: Buffer.from('%PDF-1.4 x').toString('base64'), mimeType: 'application/pdf' };

async function ran(
	parameters: Parameters,
	answer: unknown,
	{ status = 200, hasFile = false, type = 'application/json' } = {},
) {
	const service = await smallService({
		answer: ({ method }, response) => {
			// Some look before they write.
			if (method === 'GET') return [];
			const text = type === 'text/plain' ? String(answer) : JSON.stringify(answer);
			return void response.writeHead(status, { 'content-type': type }).end(text);
		},
	});
	const result = await service.run(parameters, {
		...(hasFile && { items: [{}], binary: [{ data: { ...file, fileName: 'a.pdf' } }] }),
	});
	const told = `${result.error?.message} ${String(result.error?.description)}`;
	return { ...result, told, sent: service.arrived.filter(({ method }) => method !== 'GET') };
}

/** Each is how some service says that it has done what it was asked for, in its own language. */
const messages: Array<[status: number, body: Record<string, unknown>, says: string]> = [
	[201, { message: 'Uloženo' }, 'Uloženo'],
	[200, { message: 'OK, saved', code: 'doc.saved' }, 'OK, saved'],
];

const kinds = Object.entries(withRecord);

describe('a change that is answered with a message only', () => {
	it.each(
		kinds.flatMap(([kind, write]) =>
			messages.map((one) => [kind, JSON.stringify(one[1]), write, one] as const),
		),
	)('is open, and no refusal: %s, %s', async (_kind, _body, write, [status, body, says]) => {
		const { told, sent } = await ran(write.parameters, body, { ...write, status });
		expect(told).toMatch(/may or may not have been made Request: POST/);
		expect(told).toContain(`POST ${write.path}`);
		expect(told).toContain(`: ${says}.`);
		expect(told).not.toMatch(/refus|Base URL/);
		expect(sent).toHaveLength(1);
	});

	it.each([
		{ success: true, message: 'Document created' },
		{ success: true, data: null },
	])('is done where it says so in so many words: %j', async (body) => {
		const { error, json: items } = await ran(withRecord['a task'].parameters, body);
		expect([error, items]).toEqual([undefined, [{ created: true }]]);
	});
});

const kept = { __rl: true, mode: 'id', value: '12' };

/** Further writes, whose answer is read as a record. */
const others: Record<string, Parameters> = {
	'a document': create({ options: { lookAgainSeconds: 0 } }),
	'a replaced document': {
		resource: 'accountingDocument',
		operation: 'update',
		accountingDocumentId: kept,
		lineItemsFrom: 'keep',
		updateFields: { orderNo: 'A-18' },
		options: { lookAgainSeconds: 0 },
	},
	'a scheduler': {
		resource: 'template',
		operation: 'setScheduler',
		templateId: '12',
		...{ start: '2026-01-01', frequency: 2, useWorkflow: false },
	},
	'a contact': {
		resource: 'accountingDocument',
		operation: 'assignContact',
		accountingDocumentId: kept,
		companyName: 'Example Ltd',
	},
};

describe.each([
	...kinds.slice(0, 3).map(([kind, { parameters }]) => [kind, parameters] as const),
	...Object.entries(others),
])('an object that is no record, for %s,', (_kind, parameters) => {
	const there = {
		...{ id: 12, type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 },
		scheduler: { start: '2026-01-01', frequency: 1, useWorkflow: false },
	};
	const newest = { accountingDocuments: [{ id: 9 }, { id: 8 }], pagesCount: 1 };
	const answered = async (body: unknown) => {
		const service = await smallService({
			answer: ({ method, path }) => {
				if (path.includes('/search/')) return newest;
				if (path.endsWith('/reminders') && method === 'GET') return [{ id: 5 }];
				return method === 'GET' ? there : body;
			},
		});
		const { error, json: items } = await service.run(parameters);
		return { items, told: `${error?.message} ${String(error?.description)}` };
	};

	it('is an open outcome', async () => {
		const { items, told } = await answered({ foo: 'bar', text: 'whatever' });
		expect(items).toEqual([]);
		expect(told).toContain('may or may not have been made');
	});
});

const send = (method: string, response = 'record'): Parameters => ({
	resource: 'apiRequest',
	operation: 'send',
	method,
	path: 'contacts',
	body: 'json',
	jsonBody: '{"a":1}',
	response,
});

describe.each(['POST', 'PATCH'])('an API Request (%s) that is answered well', (method) => {
	it.each([
		[null, [{ done: true, answer: null }]],
		[77, [{ done: true, answer: 77 }]],
		[[{ id: 77 }], [{ done: true, answer: [{ id: 77 }] }]],
		[{ data: { id: 77 } }, [{ id: 77 }]],
		[{ code: '518', name: 'An account' }, [{ code: '518', name: 'An account' }]],
	])('is done, whatever shows of it: %j', async (body, items) => {
		const { error, json: came, hints } = await ran(send(method), body, { status: 201 });
		expect([error, came, hints]).toEqual([undefined, items, []]);
	});

	it.each<[string, string]>([
		['text/plain', 'OK'],
		['application/json', 'OK'],
		['', 'Created'],
	])('is done when it answers %j in a short text: %s', async (type, text) => {
		const service = await smallService({
			answer: (_, response) => void response.writeHead(201, { 'content-type': type }).end(text),
		});
		const credentials = service.credential();
		const record = await runNode({ parameters: send(method), credentials });
		expect([record.error, record.json]).toEqual([undefined, [{ done: true, answer: text }]]);
		const nothing = await runNode({ parameters: send(method, 'nothing'), credentials });
		expect([nothing.error, nothing.json]).toEqual([undefined, [{ done: true }]]);
		expect(service.arrived).toHaveLength(2);
	});

	it('hands on a message for a person to judge', async () => {
		const body = { message: 'Uloženo' };
		expect((await ran(send(method), body)).json).toEqual([{ done: true, answer: body }]);
	});

	it.each<[string, unknown, string, string]>([
		['a long text', 'Created '.repeat(50), 'record', 'text/plain'],
		['a text where a list is expected', 'Created', 'list', 'text/plain'],
		['a message with a code', { code: 'x.y', message: 'Saved' }, 'record', 'application/json'],
		['no list', { saved: true }, 'list', 'application/json'],
		['a number, where a list is expected', 77, 'list', 'application/json'],
		['a message, where a file is expected', { message: 'Saved' }, 'file', 'application/json'],
	])('is open where nobody can tell: %s', async (_, body, form, type) => {
		const { told, sent } = await ran(send(method, form), body, { type });
		expect(told).toMatch(/may or may not have been made Request: P/);
		expect(told).toMatch(
			/Check in the service whether the change was made before you run this again/,
		);
		expect(sent).toHaveLength(1);
	});
});

describe('a removal', () => {
	const removed = async (body: unknown) => {
		const service = await smallService({ answer: (_, response) => json(response, 200, body) });
		const parameters = { resource: 'template', operation: 'removeScheduler', templateId: '7' };
		return await service.run(parameters);
	};

	it.each([{ message: 'Smazáno' }, { id: 7 }, {}])(
		'is done where it is not refused: %j',
		async (body) => {
			const { error, json: items } = await removed(body);
			expect([error, items]).toEqual([undefined, [expect.objectContaining({ deleted: true })]]);
		},
	);
});
