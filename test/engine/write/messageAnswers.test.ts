import { runNode } from '../support/engine';
import { json, smallService } from '../support/smallService';
import type { Parameters } from '../support/withSandbox';

const task: Parameters = { resource: 'task', operation: 'create', title: 'x' };

async function ran(
	parameters: Parameters,
	answer: unknown,
	{ status = 200, type = 'application/json' } = {},
) {
	const service = await smallService({
		answer: (_, response) => {
			const text = type === 'text/plain' ? String(answer) : JSON.stringify(answer);
			return void response.writeHead(status, { 'content-type': type }).end(text);
		},
	});
	const result = await service.run(parameters);
	const told = `${result.error?.message} ${String(result.error?.description)}`;
	return { ...result, told, sent: service.arrived };
}

/** Messages of services, in their own languages, that a request was done. */
const messages: Array<[status: number, body: Record<string, unknown>, says: string]> = [
	[201, { message: 'Uloženo' }, 'Uloženo'],
	[200, { message: 'OK, saved', code: 'doc.saved' }, 'OK, saved'],
];

describe('a change with only a message in the response', () => {
	it.each(messages)(
		'has an unknown outcome, and is no refusal: %i %j',
		async (status, body, says) => {
			const { told, sent } = await ran(task, body, { status });
			expect(told).toMatch(/may or may not have been made Request: POST/);
			expect(told).toContain('POST /v2/tasks');
			expect(told).toContain(`: ${says}.`);
			expect(told).not.toMatch(/refus|Base URL/);
			expect(sent).toHaveLength(1);
		},
	);

	it.each([
		{ success: true, message: 'Document created' },
		{ success: true, data: null },
	])('is done where it says so in so many words: %j', async (body) => {
		const { error, json: items } = await ran(task, body);
		expect([error, items]).toEqual([undefined, [{ created: true }]]);
	});

	it.each([
		{ message: 'closed', error: 'x' },
		{ errors: [{ message: 'closed' }] },
		{ success: false, message: 'closed' },
		{ message: 'closed', code: 'period', params: {} },
		{ message: 'No', fieldsAffected: [{ name: 'a', message: 'closed' }] },
	])('is open where a sign of failure is in it, which its status denies: %j', async (body) => {
		const { told } = await ran(task, body);
		expect(told).toMatch(/may or may not have been made/);
		expect(told).toMatch(/reported an error in a success response while .*closed/);
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

describe.each(['POST', 'PATCH'])('a successful API Request (%s)', (method) => {
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

	it('returns a message for a person to judge', async () => {
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

	it.each([
		{ success: false, message: 'closed' },
		{ code: 'period', message: 'closed', params: {} },
	])('is open where the answer reports an error: %j', async (body) => {
		const { error } = await removed(body);
		expect(error?.message).toMatch(
			/reported an error in a success response while .*closed. The change may or may not have been made/,
		);
	});
});
