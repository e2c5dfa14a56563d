import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';

import { runNode } from './support/engine';
import { json as answerJson, smallService } from './support/smallService';

interface Habits {
	count: number;
	sizeOf: (asked: number) => number;
	envelope: (pages: number) => object;
}

/** A service with falling ids; what happens before a request is answered is the test's. */
async function service({ count, sizeOf, envelope }: Habits) {
	const documents = Array.from({ length: count }, (_, index) => ({ id: 9_000 - index, total: 1 }));
	const happening: {
		asked: number;
		before?: (request: number, response: ServerResponse) => unknown;
	} = { asked: 0 };
	const { credential } = await smallService({
		answer: ({ query }, response) => {
			const instead = happening.before?.(++happening.asked, response);
			if (instead !== undefined || response.writableEnded) return instead;
			const page = Number(query.get('page'));
			if (page < 1) return answerJson(response, 400, {});
			const size = sizeOf(Number(query.get('pageSize')));
			const accountingDocuments = documents.slice((page - 1) * size, page * size);
			return { accountingDocuments, ...envelope(Math.ceil(documents.length / size)) };
		},
	});
	return { documents, happening, credentials: credential() };
}

const sizes: Record<string, Habits['sizeOf']> = {
	'as asked': (asked) => asked,
	'50 at the most': (asked) => Math.min(50, asked),
	'always 20': () => 20,
};
const envelopes: Record<string, Habits['envelope']> = {
	counted: (pagesCount) => ({ pagesCount }),
	uncounted: () => ({}),
};
const services = Object.keys(sizes).flatMap((size) =>
	Object.keys(envelopes).map((envelope): [string, string] => [size, envelope]),
);

async function night(
	credentials: Parameters<typeof runNode>[0]['credentials'],
	before?: IBinaryData,
) {
	const { error, items } = await runNode({
		parameters: {
			...{ resource: 'accountingDocument', operation: 'exportChanges', format: 'ndjson' },
			options: { maxTries: 1 },
		},
		credentials,
		binary: before && [{ manifest: before }],
	});
	if (error) return { error, rows: [] };
	const [{ json, binary }] = items;
	const file = await Container.get(BinaryDataService).getAsBuffer(binary?.data as IBinaryData);
	const lines = file.toString().split('\n').filter(Boolean);
	const rows = lines.map((line) => JSON.parse(line) as { change: string; id: number });
	return { json, rows, manifest: binary?.manifest };
}

describe.each(services)('Export Changes, pages %s, %s', (size, envelope) => {
	const habits = { sizeOf: sizes[size], envelope: envelopes[envelope] };

	it.each([2, 3, 5])('takes in what is created before request %i is answered', async (at) => {
		const { documents, happening, credentials } = await service({ count: 150, ...habits });
		const first = await night(credentials);
		happening.asked = 0;
		happening.before = (request) => {
			if (request !== at) return;
			documents.unshift({ id: 9_002, total: 2 }, { id: 9_001, total: 1 });
			documents.splice(100, 1);
		};
		const second = await night(credentials, first.manifest);
		expect(second).toMatchObject({ json: { complete: true } });
		// A short list may be read before that request, which is one of the next night then.
		const third = await night(credentials, second.manifest);
		const fourth = await night(credentials, third.manifest);
		const changes = [...second.rows, ...third.rows, ...fourth.rows];
		// Whichever night noticed it: each of them once.
		expect(changes.map(({ change, id }) => `${change} ${id}`).sort()).toEqual([
			'created 9001',
			'created 9002',
			'deleted 8902',
		]);
		expect(fourth.json).toMatchObject({ documents: 151 });
	});

	it.each(['an empty array', 'no body', 'a refusal'])(
		'writes no deletions where the service goes silent: %s',
		async (how) => {
			const { happening, credentials } = await service({ count: 450, ...habits });
			const first = await night(credentials);
			for (const at of [2, 5, 7]) {
				happening.asked = 0;
				happening.before = (request, response) => {
					if (request < at) return undefined;
					if (how === 'no body') return void response.writeHead(204).end();
					if (how === 'a refusal') return { success: false, message: 'Daily limit reached' };
					return [];
				};
				const { error, rows } = await night(credentials, first.manifest);
				expect([error === undefined, rows]).toEqual([false, []]);
			}
		},
	);
});
