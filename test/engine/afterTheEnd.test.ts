import { setTimeout as pause } from 'node:timers/promises';

import { runNode } from './support/engine';
import { json as answerJson, smallService } from './support/smallService';

/** Longer than the first pause before a request is sent again. */
const longerThanPauseMs = 3_000;

describe('a reading that has ended in an error', () => {
	it.each(['getAll', 'search', 'exportToFile'])(
		'sends nothing more, though pages were under way: %s',
		async (operation) => {
			let asked = 0;
			const documents = Array.from({ length: 100 }, (_, index) => ({ id: 9_000 - index }));
			const service = await smallService({
				answer: ({ query, body }, response) => {
					asked++;
					const inBody = JSON.parse(body === '' ? '{}' : body) as object;
					const given = { ...Object.fromEntries(query), ...inBody } as Record<string, unknown>;
					const place = (Number(given.page) - 1) * Number(given.pageSize);
					if (place === 0) return { accountingDocuments: documents, pagesCount: 20 };
					// The service fails on the second page, and is too busy for the third.
					const isSecond = place < documents.length;
					setTimeout(() => answerJson(response, isSecond ? 500 : 503, {}), isSecond ? 200 : 0);
					return undefined;
				},
			});
			const { error } = await runNode({
				parameters: { resource: 'accountingDocument', operation, returnAll: true },
				credentials: service.credential(),
			});
			expect(error?.message).toMatch(/500/);
			// What has left by now arrives.
			await pause(200);
			const sent = asked;
			expect(sent).toBeGreaterThan(2);
			await pause(longerThanPauseMs);
			expect(asked).toBe(sent);
		},
	);
});
