import type { ServerResponse } from 'node:http';

import { smallService } from './support/smallService';

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
	it('is empty where there is no content', async () => {
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
