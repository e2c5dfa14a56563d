import fc from '../../property';

import { checkShares, planOf } from '../../../nodes/AccountingService/export/shareCheck';
import { splitList, type Share } from '../../../nodes/AccountingService/export/shares';
import type { PageSource } from '../../../nodes/shared/lists/listing';

const origin = { organization: 'o', search: 's' };

/** A list of ids in the order of the list. */
function listOf(ids: number[], counts = true): PageSource & { asked: number } {
	const source = {
		what: 'listing',
		nouns: { one: 'document', many: 'documents' },
		paging: { page: 'page', pageSize: 'pageSize', firstPage: 1 },
		owner: 'test',
		asked: 0,
		fetch: async (page: number, size: number) => {
			source.asked++;
			const records = ids.slice(page * size, (page + 1) * size).map((id) => ({ id }));
			return { records, ...(counts && { pagesCount: Math.ceil(ids.length / size) }) };
		},
	};
	return source;
}

const ids = fc
	.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 400 })
	.map((some) => some.sort((a, b) => a - b));

/** The ids of a share, told without the package. */
function idsWithin(list: number[], { afterId, untilId }: Share, isRising: boolean): number[] {
	const beyond = (id: number, bound: string | null) =>
		bound !== null && (isRising ? id > Number(bound) : id < Number(bound));
	return list.filter((id) => (afterId === null || beyond(id, afterId)) && !beyond(id, untilId));
}

describe('splitting a list', () => {
	it('makes shares of equal size that hold every document once, whatever comes and goes', async () => {
		await fc.assert(
			fc.asyncProperty(
				ids,
				fc.boolean(),
				fc.boolean(),
				fc.boolean(),
				fc.integer({ min: 1, max: 12 }),
				ids,
				async (rising, isRising, isOpenToNew, counts, shares, others) => {
					const list = isRising ? rising : [...rising].reverse();
					const source = listOf(list, counts);
					const splitting = { pageSize: 10, shares, isOpenToNew };
					const bounds = await splitList(source, {
						...splitting,
						assumedDirection: isRising ? 1 : -1,
					});
					const plan = bounds.map((share) => ({ ...share, ...origin }));
					expect(planOf(JSON.stringify(plan))).toEqual(plan);
					expect(plan.length).toBe(Math.max(1, Math.min(shares, list.length)));
					if (counts) expect(source.asked).toBeLessThanOrEqual(shares + 2);
					const held = plan.map((share) => idsWithin(list, share, isRising));
					expect(held.flat()).toEqual(list);
					expect(plan.map(({ expected }) => expected)).toEqual(held.map(({ length }) => length));
					const sizes = held.map(({ length }) => length);
					expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
					// Later the list is another one; what is newer than the split is in no share or in one.
					const newest = Math.max(...list, 0);
					const later = others.sort((a, b) => (isRising ? a - b : b - a));
					const known = later.filter((id) => isOpenToNew || id <= newest);
					expect(plan.flatMap((share) => idsWithin(later, share, isRising))).toEqual(known);
				},
			),
		);
	});

	it('refuses a list that is not in the order of ids', async () => {
		const list = Array.from({ length: 100 }, (_, index) => 1000 + ((index * 7) % 100));
		await expect(
			splitList(listOf(list), { pageSize: 10, shares: 3, isOpenToNew: true, assumedDirection: -1 }),
		).rejects.toThrow(/^The list is not in the order of IDs/);
	});

	it.each([
		['[{}]', 'Plan is not the output of Split for Export'],
		[[{ share: 1, shares: 1, afterId: null, untilId: null }], 'Plan is not the output'],
		[
			[{ share: 1, shares: 2, afterId: null, untilId: '5', expected: 1, ...origin }],
			'Share 1 of 1',
		],
		[
			[
				{ share: 1, shares: 2, afterId: null, untilId: '5', expected: 1, ...origin },
				{ share: 2, shares: 2, afterId: '6', untilId: null, expected: 1, ...origin },
			],
			'Share 2 of 2 in Plan is missing or from another split',
		],
		[
			[
				{ share: 1, shares: 2, afterId: null, untilId: '5', expected: 1, ...origin },
				{ share: 2, shares: 2, afterId: '5', untilId: null, expected: 1, ...origin, search: 'x' },
			],
			'Share 2 of 2 in Plan is missing or from another split',
		],
	])('refuses as a plan: %j', (value, message) => {
		expect(() => planOf(value)).toThrow(message);
	});
});

describe('checking shares', () => {
	const plan = planOf([
		{ json: { share: 1, shares: 3, afterId: '1000', untilId: '700', expected: 2, ...origin } },
		{ json: { share: 2, shares: 3, afterId: '700', untilId: '400', expected: 2, ...origin } },
		{ json: { share: 3, shares: 3, afterId: '400', untilId: null, expected: 2, ...origin } },
	]);

	const file = (share: number, changes: object = {}, details: object = {}) => {
		const { afterId, untilId } = plan[share - 1];
		const [first, last] = [Number(afterId) - 1, Number(untilId) + 1];
		return {
			...{ fileName: `f${share}`, documents: 2, rows: 3, bytes: 10, sha256: `s${share}` },
			...{ firstId: first, lastId: last, totals: { CZK: `${share}.1` }, complete: true },
			...changes,
			details: { afterId, untilId, part: 1, parts: 1, documentsRead: 2, ...origin, ...details },
		};
	};
	const all = [file(1), file(2), file(3)];

	it('adds up what is complete, in the order of the shares, however it came', () => {
		for (const items of [all, [...all].reverse(), [{ error: 'x' }, ...all, file(2), {}]]) {
			const report = checkShares(plan, items);
			expect(report).toMatchObject({ complete: true, note: null, shares: 3, documents: 6 });
			expect(report).toMatchObject({ expected: 6, details: { rows: 9, bytes: 30 } });
			expect(report.totals).toEqual({ CZK: '6.3' });
			expect(report.files.map(({ share, sha256 }) => [share, sha256])).toEqual([
				[1, 's1'],
				[2, 's2'],
				[3, 's3'],
			]);
			const { firstId, lastId } = report.details;
			expect([firstId, lastId, report.runAgain]).toEqual(['999', '1', []]);
		}
	});

	it.each([
		['missing', [file(1), file(3)], /^No export has its Resume After ID and Until ID/],
		['not complete', [file(1), file(2, { complete: false }), file(3)], /not proven/],
		['of other bounds', [file(1), file(2, {}, { untilId: '401' }), file(3)], /^No export has/],
		[
			'in two parts, one lost',
			[file(1), file(2, {}, { parts: 2 }), file(3)],
			/Only 1 of its 2 files/,
		],
	])('names the share that is %s', (_, items, reason) => {
		const report = checkShares(plan, items);
		expect(report.complete).toBe(false);
		expect(report.runAgain).toEqual([{ ...plan[1], reason: expect.stringMatching(reason) }]);
		expect(report.files.map(({ share }) => share)).toEqual([1, 3]);
		// Only that one has to run again; the report brings the others along.
		const again = checkShares(plan, [{ ...report }, file(2)]);
		expect(again).toEqual(checkShares(plan, all));
	});

	it('refuses shares whose files have the same name, since one overwrote the other', () => {
		const items = [file(1), file(2, { fileName: 'F3' }), file(3)];
		const report = checkShares(plan, items);
		expect(report.files.map(({ share }) => share)).toEqual([1]);
		expect(report.runAgain.map(({ share, reason }) => [share, reason])).toEqual([
			[2, expect.stringMatching(/same name \(F3\)/)],
			[3, expect.stringMatching(/same name \(f3\)/)],
		]);
		expect(checkShares(plan, [{ ...report }, file(2), file(3)])).toEqual(checkShares(plan, all));
	});

	it('takes the parts of a share in turn, also after an attempt that broke off', () => {
		const parts = (count: number) =>
			Array.from({ length: count }, (_, index) => {
				const [firstId, lastId] = [690 - 20 * index, 680 - 20 * index];
				const own = { firstId, lastId, sha256: `p${index}`, fileName: `p${index}` };
				return file(2, own, { part: index + 1, parts: count });
			});
		const report = checkShares(plan, [file(3), ...parts(3).slice(0, 2), ...parts(4), file(1)]);
		expect(report.complete).toBe(true);
		expect(report.files.map(({ sha256 }) => sha256)).toEqual(['s1', 'p0', 'p1', 'p2', 'p3', 's3']);
		expect(checkShares(plan, [file(1), ...parts(4).reverse(), file(3)]).complete).toBe(false);
	});

	it('takes a share without documents for what it is', () => {
		const none = file(2, { documents: 0, rows: 0, firstId: null, lastId: '700', totals: {} });
		expect(checkShares(plan, [file(1), none, file(3)])).toMatchObject({
			complete: true,
			documents: 4,
			details: { lastId: '1' },
		});
	});

	it.each([
		[0, 0, 'The shares contain 0 documents, but Split for Export counted 6.'],
		[1, 1, 'The shares contain 3 documents, but Split for Export counted 6.'],
		[3, 5, 'The shares contain 15 documents, but Split for Export counted 6.'],
	])('notes if %i documents of a share came, and %i were read', (documents, read, note) => {
		const items = [1, 2, 3].map((one) => file(one, { documents }, { documentsRead: read }));
		const report = checkShares(plan, items);
		expect(report).toMatchObject({ complete: true, documents: 3 * documents, expected: 6 });
		expect(report.note).toContain(note);
	});

	it('notes nothing if the filters of the node left some out', () => {
		const items = [file(1), file(2, { documents: 0 }), file(3)];
		expect(checkShares(plan, items)).toMatchObject({ complete: true, documents: 4, note: null });
	});
});
