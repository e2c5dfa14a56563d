import type { ServerResponse } from 'node:http';

import { runNode } from './support/engine';
import { exportToFile } from './support/exported';
import { smallService } from './support/smallService';

const records = [
	{ id: 1, description: 'Žluťoučký kůň', issueDate: '2026-01-02' },
	{ id: 2, description: 'über' },
];
const envelope = { accountingDocuments: records, pagesCount: 1, currentPage: 1, pageSize: 100 };

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 2, simplify: false };

async function listFrom(answer: (response: ServerResponse) => unknown) {
	const service = await smallService({ answer: (_, response) => void answer(response) });
	return await runNode({ parameters: getAll, credentials: service.credential() });
}

function utf16(text: string, isBigEndian: boolean): Buffer {
	const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
	return isBigEndian ? bytes.swap16() : bytes;
}

describe('the character set of an answer', () => {
	const text = JSON.stringify(envelope);
	const western = JSON.stringify({ ...envelope, accountingDocuments: [records[1]] });
	it.each<[string, string, Buffer, number]>([
		['UTF-8 with a mark', 'application/json', Buffer.from(`\ufeff${text}`), 2],
		['UTF-16, little end first', 'application/json', utf16(text, false), 2],
		['UTF-16, big end first', 'application/json; charset=utf-16', utf16(text, true), 2],
		['Latin 1', 'application/json; charset="ISO-8859-1"', Buffer.from(western, 'latin1'), 1],
		['windows-1252', 'application/json; charset=windows-1252', Buffer.from(western, 'latin1'), 1],
		['a name that nobody knows', 'application/json;charset=x-none', Buffer.from(text), 2],
	])('%s', async (_name, type, bytes, count) => {
		const { error, json } = await listFrom((response) =>
			response.writeHead(200, { 'content-type': type }).end(bytes),
		);
		expect([error, json]).toEqual([undefined, records.slice(-count)]);
	});
});

it.each(['windows-1252', 'cp1252', 'ISO-8859-1', 'latin1', 'us-ascii'])(
	'each byte of %s is read as the Encoding Standard has it',
	async (charset) => {
		const bytes = Buffer.from(Array.from({ length: 128 }, (_, at) => 128 + at));
		const body = Buffer.concat([
			Buffer.from('[{"id":1,"description":"'),
			bytes,
			Buffer.from('"}]'),
		]);
		const { error, json } = await listFrom((response) =>
			response.writeHead(200, { 'content-type': `application/json; charset=${charset}` }).end(body),
		);
		const marks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
		const description = marks + bytes.toString('latin1', 32);
		expect([error, json]).toEqual([undefined, [{ id: 1, description }]]);
	},
);

describe('a list that stands twice in its envelope', () => {
	const [one, two] = records.map((record) => JSON.stringify([record]));
	it.each([
		[`{"accountingDocuments":${one},"accountingDocuments":${two},"pagesCount":1}`],
		[`{"accountingDocuments":${one},"accountingDocuments" : null,"pagesCount":1}`],
		[`{"data":{"items":${one},"pagesCount":1},"data":{"items":${two},"pagesCount":1}}`],
		[`{"data":{"items":${one},"pagesCount":1,"items":${two}}}`],
	])('loses nothing in silence: %s', async (body) => {
		const service = await smallService({ answer: (_, response) => void response.end(body) });
		const credentials = service.credential();
		for (const parameters of [getAll, exportToFile({ format: 'ndjson' })]) {
			const { error, json } = await runNode({ parameters, credentials });
			expect(error?.message).toMatch(/^The answer held .* twice while listing/);
			expect(json).toEqual([]);
		}
	});

	it('is no other thing of its name', async () => {
		const odd = { id: 1, note: '"items":[1]', items: [{ items: [] }, { items: [] }], items2: {} };
		const body = { items: [odd], links: { items: 'a' }, pagesCount: 1 };
		const { error, json } = await listFrom((response) => response.end(JSON.stringify(body)));
		expect([error, json]).toEqual([undefined, [odd]]);
	});
});

describe('a list', () => {
	it.each<[string, unknown]>([
		['in a wrapper', { data: envelope }],
		['beside an error that is none', { ...envelope, error: null, errors: [], warnings: null }],
	])('is read %s', async (_name, body) => {
		const { error, json } = await listFrom((response) => response.end(JSON.stringify(body)));
		expect([error, json]).toEqual([undefined, records]);
	});

	it.each<[string, number, string]>([
		['null', 200, '{"accountingDocuments":null,"pagesCount":0}'],
		['no content', 204, ''],
	])('is empty where it is told as %s', async (_name, status, body) => {
		const { error, json } = await listFrom((response) => response.writeHead(status).end(body));
		expect([error, json]).toEqual([undefined, []]);
	});

	it.each([
		{ errors: [{ message: 'The period is closed' }] },
		{ success: false, message: 'The period is closed' },
		[{ code: 'x', message: 'The period is closed' }],
		{ accountingDocuments: null, warnings: ['The period is closed'] },
	])('is none where a refusal came: %j', async (body) => {
		const { error } = await listFrom((response) => response.end(JSON.stringify(body)));
		expect(error?.message).toMatch(/answered "OK" with a refusal inside .*: The period is closed$/);
	});
});

describe('an empty list', () => {
	const withinEmpty = (more: object) => ({ ...more, accountingDocuments: [], pagesCount: 0 });
	const refusals = [
		{ errorMessage: 'No licence' },
		{ error_message: 'No licence' },
		{ errorCode: 17 },
		{ error_code: '17' },
		{ errorCode: 17, statusCode: 200 },
		{ statusCode: 403 },
		{ status: 403 },
		{ code: 'FORBIDDEN' },
		{ success: 'false' },
		{ success: 0 },
		{ result: 'error' },
		{ status: 'KO' },
		{ state: 'failed' },
		{ validationError: { code: 'licence', message: 'No licence', params: {}, fieldsAffected: [] } },
	];

	it.each(refusals)('is none beside %j', async (said) => {
		const bodies = [withinEmpty(said), { ...said, data: withinEmpty({}) }];
		const service = await smallService({ answer: () => bodies[0] });
		const wrapped = await smallService({ answer: () => bodies[1] });
		const runs = [
			await runNode({ parameters: getAll, credentials: service.credential() }),
			await runNode({ parameters: getAll, credentials: wrapped.credential() }),
			await runNode({
				parameters: exportToFile({ format: 'ndjson' }),
				credentials: service.credential(),
			}),
		];
		for (const { error, json } of runs) {
			expect(error?.message).toMatch(/answered "OK" with a refusal inside/);
			expect(json).toEqual([]);
		}
	});

	it.each([
		{ success: true, code: 0, message: 'OK' },
		{ code: 1, message: 'Success' },
		{ code: 20000, msg: 'ok' },
		{ errorCode: 0, errorMessage: '', error: null },
		{ errorCode: '0', errorMessage: 'Success', statusCode: 200 },
		{ validationError: { code: null, message: '', params: {}, fieldsAffected: [] } },
		{ hasErrors: 'false', errorCount: '0', status: 'ok', state: 'done' },
	])('is one beside %j', async (said) => {
		const { error, json, hints } = await listFrom((response) =>
			response.end(JSON.stringify(withinEmpty(said))),
		);
		expect([error, json, hints]).toEqual([undefined, [], []]);
	});

	it('is handed on with the words of the service beside it', async () => {
		const { error, json, hints } = await listFrom((response) =>
			response.end(JSON.stringify(withinEmpty({ message: 'No licence' }))),
		);
		expect([error, json]).toEqual([undefined, []]);
		expect(hints).toEqual(['The service gave an empty list and says: No licence.']);
	});
});

describe('a list with records', () => {
	it.each([
		{ message: 'Old API', code: 'deprecated' },
		{ errorCode: 17, errorMessage: 'Old API' },
		{ warnings: ['Old API'], state: 'failed', error: null },
	])('is read in items and in files beside %j', async (said) => {
		const service = await smallService({ answer: () => ({ ...envelope, ...said }) });
		const credentials = service.credential();
		const items = await runNode({ parameters: getAll, credentials });
		expect([items.error, items.json]).toEqual([undefined, records]);
		const file = await runNode({ parameters: exportToFile({ format: 'ndjson' }), credentials });
		expect(file.error).toBeUndefined();
		expect(file.json).toMatchObject([{ documents: 2, complete: true }]);
	});
});

describe('one record', () => {
	const getTemplate = { resource: 'template', operation: 'get', templateId: '7', simplify: false };
	const templateFrom = async (body: unknown) => {
		const service = await smallService({
			answer: (_, response) => void response.end(JSON.stringify(body)),
		});
		return await runNode({ parameters: getTemplate, credentials: service.credential() });
	};

	it('is taken out of its wrapper', async () => {
		const { error, json } = await templateFrom({ data: { id: 7, name: 'Monthly' } });
		expect([error, json]).toEqual([undefined, [{ id: 7, name: 'Monthly' }]]);
	});

	it.each<[unknown, RegExp]>([
		[{ message: 'No such template' }, /refusal inside .*: No such template$/],
		[{ errorCode: 17 }, /refusal inside .*: code 17$/],
		[{ success: 'false' }, /refusal inside/],
		[{ statusCode: 403 }, /refusal inside/],
		[{ validationError: { message: 'No licence' } }, /refusal inside .*: No licence$/],
		[{ data: null }, /an envelope without a record/],
		[{ templates: [], pagesCount: 0 }, /an envelope without a record/],
		[null, /not a record/],
	])('is no %j', async (body, says) => {
		expect((await templateFrom(body)).error?.message).toMatch(says);
	});

	it('keeps the digits of numbers that no double holds', async () => {
		const service = await smallService({
			answer: (_, response) =>
				void response.end('{"id":7,"total":1e400,"rate":1234.12000000000011,"small":-1e-400}'),
		});
		const run = await runNode({ parameters: getTemplate, credentials: service.credential() });
		expect(run.json).toEqual([
			{ id: 7, total: '1e400', rate: '1234.12000000000011', small: '-1e-400' },
		]);
	});
});

it.each([
	[407, /^A proxy asks this n8n to sign in \(HTTP 407\) while/],
	[304, /^A cache answered that nothing has changed \(HTTP 304\) while/],
])('an answer of what stands in between is told as one: %i', async (status, says) => {
	const { error } = await listFrom((response) => response.writeHead(status).end());
	expect(error?.message).toMatch(says);
	expect(error?.description).not.toMatch(/Base URL|values of this node/);
});

it.each([
	[
		'application/xml',
		'<Error><Code>AccessDenied</Code></Error>',
		/^XML came back instead of JSON while/,
	],
	['text/plain', '<?xml version="1.0"?><Error/>', /^XML came back instead of JSON while/],
	[
		'application/xml',
		'<?xml version="1.0"?><html/>',
		/^A web page came back instead of data while/,
	],
	['text/html', '<!-- x --><p>', /^A web page came back instead of data while/],
])('an answer that is no JSON is called what it is: %s %s', async (type, body, says) => {
	const { error } = await listFrom((response) =>
		response.writeHead(200, { 'content-type': type }).end(body),
	);
	expect(error?.message).toMatch(says);
});

it('an answer of JSON may leave its type empty', async () => {
	const { error, json } = await listFrom((response) =>
		response.writeHead(200, { 'content-type': '' }).end(JSON.stringify(envelope)),
	);
	expect([error, json.length]).toEqual([undefined, 2]);
});
