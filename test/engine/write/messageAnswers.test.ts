/** docs/api/writes.md#unknown-outcomes: a response without a record. */
import { send } from '../support/apiRequest';
import { smallService } from '../support/smallService';
import type { Parameters } from '../support/withSandbox';

const task: Parameters = { resource: 'task', operation: 'create', title: 'x' };

async function ran(
	parameters: Parameters,
	answer: unknown,
	{ status = 200, type = 'application/json' } = {},
) {
	const service = await smallService({
		answer: (_, response) => {
			const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
			return void response.writeHead(status, { 'content-type': type }).end(text);
		},
	});
	const result = await service.run(parameters);
	const told = `${result.error?.message} ${String(result.error?.description)}`;
	return { ...result, told, sent: service.arrived };
}

it.each([
	[201, { message: 'Uloženo' }, 'Uloženo'],
	[200, { message: 'OK, saved', code: 'doc.saved' }, 'OK, saved'],
])(
	'a change with only a message in the response has an unknown outcome, and is no refusal: %i %j',
	async (status, body, says) => {
		const { told, sent } = await ran(task, body, { status });
		expect(told).toMatch(/may or may not have been made Request: POST \/v2\/tasks/);
		expect(told).toContain(`: ${says}.`);
		expect(told).not.toMatch(/refus|Base URL/);
		expect(sent).toHaveLength(1);
	},
);

it.each([
	{ success: true, message: 'Document created' },
	{ success: true, data: null },
])('a change is done if the response says so in so many words: %j', async (body) => {
	const { error, json: items } = await ran(task, body);
	expect([error, items]).toEqual([undefined, [{ created: true }]]);
});

describe.each(['POST', 'PATCH'])('a successful API Request (%s)', (method) => {
	const requestFor = (response = 'record') =>
		send('contacts', { method, body: 'json', jsonBody: '{"a":1}', response });

	it.each([
		[null, [{ done: true, answer: null }]],
		[77, [{ done: true, answer: 77 }]],
		[[{ id: 77 }], [{ done: true, answer: [{ id: 77 }] }]],
		[{ data: { id: 77 } }, [{ id: 77 }]],
		// For a person to judge.
		[{ message: 'Uloženo' }, [{ done: true, answer: { message: 'Uloženo' } }]],
		[{ code: '518', name: 'An account' }, [{ code: '518', name: 'An account' }]],
	])('is done, whatever shows of it: %j', async (body, items) => {
		const { error, json: came, hints } = await ran(requestFor(), body, { status: 201 });
		expect([error, came]).toEqual([undefined, items]);
		const aboutList = expect.stringContaining('contains a list') as string;
		expect(hints).toEqual(Array.isArray(body) ? [aboutList] : []);
	});

	it.each<[string, string]>([
		['text/plain', 'OK'],
		['application/json', 'OK'],
		['', 'Created'],
	])('is done when it answers %j in a short text: %s', async (type, text) => {
		const record = await ran(requestFor(), text, { status: 201, type });
		expect([record.error, record.json]).toEqual([undefined, [{ done: true, answer: text }]]);
		const nothing = await ran(requestFor('nothing'), text, { status: 201, type });
		expect([nothing.error, nothing.json]).toEqual([undefined, [{ done: true }]]);
		expect([record.sent.length, nothing.sent.length]).toEqual([1, 1]);
	});

	it.each<[string, unknown, string, string]>([
		['a long text', 'Created '.repeat(50), 'record', 'text/plain'],
		['a text where a list is expected', 'Created', 'list', 'text/plain'],
		['a message with a code', { code: 'x.y', message: 'Saved' }, 'record', 'application/json'],
		['no list', { saved: true }, 'list', 'application/json'],
		['a number, where a list is expected', 77, 'list', 'application/json'],
		['a message, where a file is expected', { message: 'Saved' }, 'file', 'application/json'],
	])('is open where nobody can tell: %s', async (_, body, form, type) => {
		const { told, sent } = await ran(requestFor(form), body, { type });
		expect(told).toMatch(/may or may not have been made Request: P/);
		expect(told).toMatch(
			/Check in the service whether the change was made before you run this again/,
		);
		expect(sent).toHaveLength(1);
	});
});

const removal = { resource: 'template', operation: 'removeScheduler', templateId: '7' };

it.each([{ message: 'Smazáno' }, { id: 7 }, {}])(
	'a removal is done if it is not refused: %j',
	async (body) => {
		const { error, json: items } = await ran(removal, body);
		expect([error, items]).toEqual([undefined, [{ deleted: true, id: 7 }]]);
	},
);

it('a removal is open if the response reports an error', async () => {
	const { told } = await ran(removal, { success: false, message: 'closed' });
	expect(told).toMatch(
		/answered the request, but reported an error while .*closed\. The change may or may not have been made/,
	);
});
