import type { ServerResponse } from 'node:http';

import { send } from '../support/apiRequest';
import { smallService } from '../support/smallService';
import { getTemplate, type Parameters } from '../support/withSandbox';

const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const task = { resource: 'task', operation: 'create', title: 'A' };

const records = [
	{ id: 1, description: 'Žluťoučký kůň', issueDate: '2026-01-02' },
	{ id: 2, description: 'über' },
];
const envelope = { accountingDocuments: records, pagesCount: 1, currentPage: 1, pageSize: 100 };

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 2, output: 'raw' };

async function listFrom(answer: (response: ServerResponse) => unknown) {
	const service = await smallService({ answer: (_, response) => void answer(response) });
	return await service.run(getAll);
}

describe('a list', () => {
	it('is empty for a response without content', async () => {
		const { error, json } = await listFrom((response) => response.writeHead(204).end());
		expect([error, json]).toEqual([undefined, []]);
	});
});

describe('an empty list', () => {
	it('is also the 404 of a search that finds nothing, unless it is a web page', async () => {
		const found = async (status: number, body: string) => {
			const service = await smallService({
				answer: (_, response) => void response.writeHead(status).end(body),
			});
			const parameters = { ...getAll, operation: 'search' };
			return await service.run(parameters);
		};
		for (const body of ['', '{"code":"none","message":"Nothing matches"}']) {
			const { error, json } = await found(404, body);
			expect([error, json]).toEqual([undefined, []]);
		}
		const { error } = await found(404, '<!doctype html><p>Not found</p>');
		expect(error?.message).toMatch(/^The service found nothing/);
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

describe('a response that is nested 100,000 levels deep', () => {
	const deep = `${'{"data":['.repeat(50_000)}7${']}'.repeat(50_000)}`;
	const says = /^The response was nested more than 200 levels deep while/;
	const requests: Record<string, Parameters> = {
		'a list': getAll,
		'an export': { ...getAll, operation: 'exportToFile', format: 'ndjson' },
		'a record': getTemplate('701'),
		'an API Request': send('things/7'),
		'the list of an API Request': send('things', { response: 'list', paged: false }),
	};

	it.each(Object.entries(requests))('is a clear error: %s', async (_, parameters) => {
		for (const body of [deep, `[{"id":9007199254740993,"deep":${deep}}]`]) {
			const { run } = await smallService({
				answer: (_request, response) => void response.writeHead(200).end(body),
			});
			const { error } = await run(parameters);
			expect(error?.message).toMatch(says);
		}
	});

	it('leaves the outcome of a write unknown', async () => {
		const { run, arrived } = await smallService({
			answer: (_request, response) => void response.writeHead(200).end(deep),
		});
		for (const parameters of [task, send('tasks', { method: 'POST' })]) {
			const { error } = await run(parameters, { node: again });
			expect(error?.message).toMatch(/may or may not have been made/);
			expect(error?.description).toMatch(/nested more than 200 levels deep/);
		}
		expect(arrived).toHaveLength(2);
	});

	it.each([400, 500])('does not hide HTTP %i', async (status) => {
		const { run } = await smallService({
			answer: (_request, response) => void response.writeHead(status).end(`{"error":${deep}}`),
		});
		const { error } = await run(getAll);
		expect(error?.message).toContain(`HTTP ${status}`);
	});
});
