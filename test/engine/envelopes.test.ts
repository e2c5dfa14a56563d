import type { IDataObject } from 'n8n-workflow';

import { exportToFile, filesOf } from './support/exported';
import { otherService, type Asked } from './support/otherService';

/** A page of 230 documents, and how many pages there are. */
function cut({ page, pageSize }: Asked): { shown: IDataObject[]; pagesCount: number } {
	const documents = Array.from({ length: 230 }, (_, at) => ({ id: 9_000 - at, description: 'x' }));
	const shown = page < 0 ? [] : documents.slice(page * pageSize, (page + 1) * pageSize);
	return { shown, pagesCount: Math.ceil(documents.length / pageSize) };
}

const envelopes: Record<string, (asked: Asked) => unknown> = {
	'with all counts': (asked) => {
		const { shown, pagesCount } = cut(asked);
		const [currentPage, pageSize] = [asked.page + 1, asked.pageSize];
		return { accountingDocuments: shown, pagesCount, currentPage, pageSize };
	},
	'in a wrapper': (asked) => {
		const { shown, pagesCount } = cut(asked);
		return { success: true, data: { documents: shown, pagesCount } };
	},
};

const all = { resource: 'accountingDocument', returnAll: true, output: 'raw' };

describe.each(Object.entries(envelopes))('a list %s', (_, envelope) => {
	const start = async () =>
		await otherService((asked) => ({ body: JSON.stringify(envelope(asked)) }));

	it.each([
		['getAll', {}],
		['getAll', { options: { pageSize: 10 } }],
		['search', { sortDirection: 'DESC' }],
	])('is read to its end by %s %j', async (operation, more) => {
		const service = await start();
		const { error, json } = await service.run({ ...all, operation, ...more });
		expect(error?.message).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, at) => 9_000 - at));
	});

	it('is written to a file to its end', async () => {
		const service = await start();
		const files = await filesOf(await service.run(exportToFile({ format: 'ndjson' })));
		expect(files.map(({ account }) => [account.documents, account.complete])).toEqual([
			[230, true],
		]);
	});
});
