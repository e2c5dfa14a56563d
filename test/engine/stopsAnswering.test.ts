import type { ServerResponse } from 'node:http';

import { runNode } from './support/engine';
import { json as answerJson, smallService, type Arrived } from './support/smallService';

type Form = Parameters<typeof runNode>[0]['parameters'];

/** How a service says that it will not go on: for good, and for every page. */
const endings: Record<string, (response: ServerResponse) => unknown> = {
	'400': (response) => answerJson(response, 400, { message: 'Daily limit reached' }),
	'404': (response) => answerJson(response, 404, {}),
	'410': (response) => answerJson(response, 410, {}),
	'a refusal in 200': () => ({ success: false, message: 'Daily limit reached' }),
	'no body': (response) => void response.writeHead(204).end(),
	'an empty list': () => ({ accountingDocuments: [] }),
	'an empty array': () => [],
};

const envelopes: Record<string, (pages: number) => object> = {
	'a count': (pagesCount) => ({ pagesCount }),
	'no count': () => ({}),
};

/** How many documents are on a page, by what was asked for. */
const sizes: Record<string, (asked: number) => number> = {
	'pages of the size asked for': (asked) => asked,
	'pages of 50 at the most': (asked) => Math.min(asked, 50),
	'pages of 20, whatever is asked for': () => 20,
};

/** 250 documents, until the service stops answering. */
async function service(
	ending: string,
	after: number,
	counts: keyof typeof envelopes,
	sizing: keyof typeof sizes,
) {
	const documents = Array.from({ length: 250 }, (_, index) => ({ id: 9_000 - index, total: 1 }));
	let asked = 0;
	return await smallService({
		answer: ({ query, body }: Arrived, response) => {
			if (++asked > after) return endings[ending](response);
			const inBody = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
			const given = { ...Object.fromEntries(query), ...inBody } as Record<string, unknown>;
			const page = Number(given.page ?? 1);
			const size = sizes[sizing](Number(given.pageSize ?? 20));
			if (page < 1) return answerJson(response, 400, {});
			const accountingDocuments = documents.slice((page - 1) * size, page * size);
			return { accountingDocuments, ...envelopes[counts](Math.ceil(documents.length / size)) };
		},
	});
}

const document = { resource: 'accountingDocument', options: { maxTries: 1, parallelPages: 1 } };
const readings: Record<string, Form> = {
	'Get Many': { ...document, operation: 'getAll', returnAll: true },
	Search: { ...document, operation: 'search', returnAll: true },
	'Get Many, up to a limit': { ...document, operation: 'getAll', limit: 240 },
	'Export to File': { ...document, operation: 'exportToFile', format: 'ndjson' },
	'Export to File, resumed': {
		...document,
		operation: 'exportToFile',
		format: 'ndjson',
		options: { ...document.options, afterId: '8760' },
	},
	'API Request': {
		...{ resource: 'apiRequest', operation: 'send', path: 'accountingdocuments' },
		...{ response: 'list', returnAll: true, options: document.options },
	},
};

describe('a service that stops answering while a list is read', () => {
	const kinds = Object.keys(envelopes).flatMap((counts) =>
		Object.keys(sizes).map((sizing): [string, string] => [counts, sizing]),
	);
	describe.each(kinds)('with %s and %s', (counts, sizing) => {
		it.each(
			Object.keys(readings).flatMap((reading) =>
				Object.keys(endings).flatMap((ending) =>
					[1, 3].map((after): [string, string, number] => [reading, ending, after]),
				),
			),
		)('is not taken for the end of the list: %s, %s after %i answers', async (name, ...how) => {
			const { credential } = await service(...how, counts, sizing);
			const { error, json } = await runNode({
				parameters: readings[name],
				credentials: credential(),
			});
			// Whoever needs no more answers than there were has all that was wanted.
			if (error === undefined && name === 'Get Many, up to a limit') expect(json).toHaveLength(240);
			else expect([error === undefined, json.length]).toEqual([false, 0]);
		});
	});
});
