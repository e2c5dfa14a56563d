import type { ServerResponse } from 'node:http';

import { runNode } from './support/engine';
import { exportToFile } from './support/exported';
import { smallService } from './support/smallService';

const records = [
	{ id: 1, description: 'Žluťoučký kůň', issueDate: '2026-01-02' },
	{ id: 2, description: 'über' },
];
const envelope = { accountingDocuments: records, pagesCount: 1, currentPage: 1, pageSize: 100 };

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 2, output: 'raw' };

async function listFrom(answer: (response: ServerResponse) => unknown) {
	const service = await smallService({ answer: (_, response) => void answer(response) });
	return await runNode({ parameters: getAll, credentials: service.credential() });
}

it('an answer may begin with a byte order mark', async () => {
	const { error, json } = await listFrom((response) =>
		response.end(`\ufeff${JSON.stringify(envelope)}`),
	);
	expect([error, json]).toEqual([undefined, records]);
});

describe('a list', () => {
	it('is empty where there is no content', async () => {
		const { error, json } = await listFrom((response) => response.writeHead(204).end());
		expect([error, json]).toEqual([undefined, []]);
	});

	it.each([
		{ errors: [{ message: 'The period is closed' }] },
		{ success: false, message: 'The period is closed' },
		[{ code: 'x', message: 'The period is closed' }],
		{ validationError: { code: 'x', message: 'The period is closed' } },
		[records[0], { error: { message: 'The period is closed' } }],
	])('is none where a refusal came: %j', async (body) => {
		const { error } = await listFrom((response) => response.end(JSON.stringify(body)));
		expect(error?.message).toMatch(
			/reported an error in a success response .*: The period is closed$/,
		);
	});
});

describe('an empty list', () => {
	const withinEmpty = (more: object) => ({ ...more, accountingDocuments: [], pagesCount: 0 });
	it.each([
		{ success: true, code: 0, message: 'OK' },
		{ code: 1, message: 'Success' },
		{ code: 20000, msg: 'ok' },
		{ errorCode: 0, errorMessage: '', error: null },
		{ errorCode: '0', errorMessage: 'Success', statusCode: 200 },
		{ hasErrors: 'false', errorCount: '0', status: 'ok', state: 'done' },
	])('is one beside %j', async (said) => {
		const { error, json, hints } = await listFrom((response) =>
			response.end(JSON.stringify(withinEmpty(said))),
		);
		expect([error, json, hints]).toEqual([undefined, [], []]);
	});

	it('is also the 404 of a search that finds nothing, unless it is a web page', async () => {
		const found = async (status: number, body: string) => {
			const service = await smallService({
				answer: (_, response) => void response.writeHead(status).end(body),
			});
			const parameters = { ...getAll, operation: 'search' };
			return await runNode({ parameters, credentials: service.credential() });
		};
		for (const body of ['', '{"code":"none","message":"Nothing matches"}']) {
			const { error, json } = await found(404, body);
			expect([error, json]).toEqual([undefined, []]);
		}
		const { error } = await found(404, '<!doctype html><p>Not found</p>');
		expect(error?.message).toMatch(/^The service found nothing/);
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
	const getTemplate = { resource: 'template', operation: 'get', templateId: '7', output: 'raw' };
	const templateFrom = async (body: unknown) => {
		const service = await smallService({
			answer: (_, response) => void response.end(JSON.stringify(body)),
		});
		return await runNode({ parameters: getTemplate, credentials: service.credential() });
	};

	it.each<[unknown, RegExp]>([
		[{ message: 'No such template' }, /error in a success response .*: No such template$/],
		[{ validationError: { message: 'No licence' } }, /error in a success response .*: No licence$/],
		[{ data: null }, /an object without the ID or fields of the record/],
		[{ templates: [], pagesCount: 0 }, /an object without the ID or fields/],
		[[{ id: 7 }], /a list instead of a record/],
		[null, /not a record/],
	])('is no %j', async (body, says) => {
		expect((await templateFrom(body)).error?.message).toMatch(says);
	});
});

it.each([
	[
		'application/xml',
		'<Error><Code>AccessDenied</Code></Error>',
		/^The response was not JSON while/,
	],
	['text/html', '\n<HTML><p>', /^The response was a web page instead of data while/],
])('an answer that is no JSON is called what it is: %s %s', async (type, body, says) => {
	const { error } = await listFrom((response) =>
		response.writeHead(200, { 'content-type': type }).end(body),
	);
	expect(error?.message).toMatch(says);
});

it.each(['', 'text/plain', 'text/html; charset=utf-8'])(
	'JSON is read whatever its type says: %p',
	async (type) => {
		const { error, json } = await listFrom((response) =>
			response.writeHead(200, { 'content-type': type }).end(JSON.stringify(envelope)),
		);
		expect([error, json.length]).toEqual([undefined, 2]);
	},
);
