import { Mismatch, movesTooFast } from '../../../nodes/shared/lists/mismatch';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { readInPasses } from '../../../nodes/shared/lists/passes';
import { Seen } from '../../../nodes/shared/lists/seen';
import { readPageByPage } from '../../../nodes/shared/lists/twoPass';
import { LivingList, type Change } from './support/livingList';

const page = { index: 0, size: 100 };

it.each([
	[
		'the fast read',
		20,
		new Mismatch(movesTooFast),
		async (reader: PageReader) => readInPasses(reader, new Seen(), await reader.ask(page)),
	],
	[
		'the slow read',
		20,
		new Mismatch('the node read the list 20 times and could not prove it complete'),
		(reader: PageReader) => readPageByPage(reader, new Seen()),
	],
])(
	'%s gives up after %d passes if records move, come and go at every request',
	async (_, passes, mismatch, read) => {
		const changes = Array.from({ length: 400 }, (_each, at): Change[] => [
			{ atRequest: at + 1, kind: 'blockToHead', where: 500, many: 60 },
			{ atRequest: at + 1, kind: 'create', where: 0 },
			{ atRequest: at + 1, kind: 'delete', where: 999 },
		]).flat();
		const source = new LivingList(250, {}, changes).source();
		const requested: number[] = [];
		const reader = new PageReader(
			{
				...source,
				async fetch(index, size, hooks) {
					requested.push(index);
					return await source.fetch(index, size, hooks);
				},
			},
			{ pageSize: page.size, parallelPages: 1 },
		);
		const records: unknown[] = [];
		await expect(async () => {
			for await (const batch of await read(reader)) records.push(...batch);
		}).rejects.toThrow(mismatch);
		// Each pass reads the first page once.
		expect(requested.filter((index) => index === 0)).toHaveLength(passes);
	},
);

it.each([
	['100,000 requests without a count', undefined, 100_000],
	['1,000 requests, and 8 for each page of the first count', 10, 1 + 1_000 + 8 * 10],
])('a read gives up after %s', async (_, pagesCount, most) => {
	let requests = 0;
	const source = {
		...new LivingList(0).source(),
		// A count that grows does not extend the limit.
		fetch: async () => ({
			records: [{ id: ++requests }],
			...(pagesCount && { pagesCount: pagesCount + requests - 1 }),
		}),
	};
	const reader = new PageReader(source, { pageSize: page.size, parallelPages: 1 });
	await expect(async () => {
		for (;;) await reader.request(page);
	}).rejects.toThrow(`the list did not end after ${most} requests`);
	expect(requests).toBe(most);
});
