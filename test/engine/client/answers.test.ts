/**
 * docs/reference/lists.md#why-a-list-ends-with-an-error: each response that is no list is an error that says what it
 * was.
 */
import { send } from '../support/apiRequest';
import { smallService } from '../support/smallService';
import { getTemplate, type Parameters } from '../support/withSandbox';

const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const task = { resource: 'task', operation: 'create', title: 'A' };

const getAll = {
	...{ resource: 'accountingDocument', operation: 'getAll', limit: 2 },
	options: { output: 'raw' },
};
const search = { ...getAll, operation: 'search' };

const records = [{ id: 1, description: 'Žluťoučký kůň' }, { id: 2 }];
const list = JSON.stringify({ accountingDocuments: records, pagesCount: 1, currentPage: 1 });
const noMatch = '{"code":"none","message":"Nothing matches"}';
const xml = '<Error><Code>AccessDenied</Code></Error>';

describe('a list is read from its response, or the error says what the response was', () => {
	it.each<[string, Parameters, number, string, string, object[] | RegExp]>([
		['no content', getAll, 204, '', '', []],
		['404 of a search', search, 404, '', '', []],
		['404 of a search in JSON', search, 404, 'application/json', noMatch, []],
		[
			'404 of a search, as a page',
			search,
			404,
			'',
			'<!doctype html>',
			/^The service found nothing/,
		],
		['JSON without a type', getAll, 200, '', list, records],
		['JSON called text', getAll, 200, 'text/plain', list, records],
		['JSON called a page', getAll, 200, 'text/html; charset=utf-8', list, records],
		['XML', getAll, 200, 'application/xml', xml, /^The response was not JSON while/],
		['a page', getAll, 200, 'text/html', '\n<HTML><p>', /^The response was a web page instead/],
	])('%s', async (_, parameters, status, type, body, expected) => {
		const { run } = await smallService({
			answer: (_request, response) =>
				void response.writeHead(status, { 'content-type': type }).end(body),
		});
		const { error, json } = await run(parameters);
		if (expected instanceof RegExp) expect(error?.message).toMatch(expected);
		else expect([error, json]).toEqual([undefined, expected]);
	});
});

describe('a response that is nested 100,000 levels deep', () => {
	const deep = `${'{"data":['.repeat(50_000)}7${']}'.repeat(50_000)}`;
	const requests: Record<string, Parameters> = {
		'a list': getAll,
		'an export': { resource: 'accountingDocument', operation: 'exportToFile', format: 'ndjson' },
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
			expect(error?.message).toMatch(/^The response was nested more than 200 levels deep while/);
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

	it('does not hide the status of a refusal', async () => {
		const { run } = await smallService({
			answer: (_request, response) => void response.writeHead(400).end(`{"error":${deep}}`),
		});
		const { error } = await run(getAll);
		expect(error?.message).toContain('HTTP 400');
	});
});
