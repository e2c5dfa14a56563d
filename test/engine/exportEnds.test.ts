import type { IDataObject } from 'n8n-workflow';

import type { Share } from '../../nodes/AccountingService/export/shares';
import { exportToFile, onlyFile } from './support/exported';
import { runNode } from './support/engine';
import { json as answerJson, smallService } from './support/smallService';

type Beyond = 'nothing' | 'last page' | 404;

/** A list without a count, newest first, and what comes beyond its end. */
async function service(count: number, beyond: Beyond) {
	const all = Array.from({ length: count }, (_, index) => ({
		...{ id: 1000 + count - index, currency: 'CZK', total: 1 },
	}));
	return await smallService({
		answer: ({ query, body }, response) => {
			const search = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
			const parameters: Record<string, unknown> = { ...Object.fromEntries(query), ...search };
			const [size, page] = [Number(parameters.pageSize), Number(parameters.page)];
			const list = parameters.sortDirection === 'ASC' ? [...all].reverse() : all;
			const pages = Math.ceil(count / size);
			if (page < 1) return [];
			if (page > pages && beyond === 404) return answerJson(response, 404, {});
			const shown = page > pages && beyond === 'last page' ? pages : page;
			return list.slice((shown - 1) * size, shown * size);
		},
	});
}

const idsBelow = (id: number, count: number) =>
	Array.from({ length: count }, (_, index) => id - 1 - index);

const exported = async (
	{ credential }: Awaited<ReturnType<typeof service>>,
	bounds: IDataObject,
) => {
	const names = Object.keys(bounds);
	const options = Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`]));
	const parameters = exportToFile({ format: 'ndjson', options });
	const items = [bounds];
	const run = await runNode({ parameters, items, credentials: credential() });
	const { content } = await onlyFile(run);
	const lines = content.toString().split('\n').filter(Boolean);
	return lines.map((line) => (JSON.parse(line) as { id: number }).id);
};

describe.each(['nothing', 'last page', 404] as const)(
	'a list without a count, beyond whose end comes: %s',
	(beyond) => {
		it.each([1, 45, 100, 300, 1234])('of %i documents is split', async (count) => {
			const fake = await service(count, beyond);
			const parameters = { resource: 'accountingDocument', operation: 'splitForExport', shares: 4 };
			const { json, error } = await runNode({ parameters, credentials: fake.credential() });
			expect(error).toBeUndefined();
			const plan = json as unknown as Share[];
			expect(plan.reduce((sum, { expected }) => sum + expected, 0)).toBe(count);
			const ids = [];
			for (const { afterId, untilId } of plan) {
				ids.push(...(await exported(fake, { afterId, untilId })));
			}
			expect(ids).toEqual(idsBelow(1001 + count, count));
		});

		it('is gone on with from its place, also after a document that is gone', async () => {
			const fake = await service(5000, beyond);
			expect(await exported(fake, { afterId: '1051' })).toEqual(idsBelow(1051, 50));
			expect(fake.arrived.length).toBeLessThan(60);
			expect(await exported(await service(45, beyond), { afterId: '99999' })).toHaveLength(45);
		});
	},
);

/** @param isCounted whether pages are counted */
const ignoring = async (count: number, isCounted: boolean) =>
	await smallService({
		answer: ({ query }) => {
			const size = Number(query.get('pageSize'));
			const accountingDocuments = idsBelow(1001 + count, Math.min(count, size));
			return {
				accountingDocuments: accountingDocuments.map((id) => ({ id, currency: 'CZK', total: 1 })),
				...(isCounted && { pagesCount: Math.ceil(count / size) }),
			};
		},
	});

describe('a service that does not know the page parameter', () => {
	it.each([true, false])('ends in an error, counted: %s', async (isCounted) => {
		const split = { resource: 'accountingDocument', operation: 'splitForExport', shares: 4 };
		const resumed = exportToFile({ format: 'ndjson', options: { afterId: '1100' } });
		const all = { resource: 'accountingDocument', operation: 'getAll', returnAll: true };
		for (const parameters of [split, resumed, all]) {
			const { credential, arrived } = await ignoring(250, isCounted);
			const { error } = await runNode({ parameters, credentials: credential() });
			expect(error?.message).toMatch(/page \d starts with the same record as page 1/);
			expect(error?.description).toContain('Connection Check');
			expect(arrived.length).toBeLessThan(60);
		}
	});

	it.each([true, false])('is read if one page is all that it counts: %s', async (isCounted) => {
		const { credential, arrived } = await ignoring(100, isCounted);
		const { error, json: items } = await runNode({
			parameters: { resource: 'accountingDocument', operation: 'getAll', returnAll: true },
			credentials: credential(),
		});
		if (isCounted) expect([error, items.length]).toEqual([undefined, 100]);
		else expect(error?.message).toMatch(/page 2 starts with the same record as page 1/);
		expect(arrived.length).toBeLessThan(60);
	});
});

describe('a service that counts its pages from 0', () => {
	it.each([
		{ operation: 'splitForExport', shares: 4 },
		exportToFile({ options: { afterId: '1100' } }),
		exportToFile({ options: { untilId: '1100' } }),
	])('is told by %j', async (parameters) => {
		const { credential } = await smallService({
			answer: ({ query }) => {
				const [size, page] = [Number(query.get('pageSize')), Number(query.get('page'))];
				const list = idsBelow(1601, 600).map((id) => ({ id }));
				return { records: list.slice(page * size, (page + 1) * size), pagesCount: 600 / size };
			},
		});
		const { error } = await runNode({
			parameters: { resource: 'accountingDocument', ...parameters },
			credentials: credential(),
		});
		expect(error?.message).toMatch(/^The service has documents on page 0/);
	});
});
