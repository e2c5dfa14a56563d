import fc from '../../property';

import { locate } from '../../../nodes/shared/lists/locate';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { LivingList, type Change } from './support/livingList';
import { healthy } from './support/services';

const changes = fc.uniqueArray(
	fc.record<Change>({
		atRequest: fc.integer({ min: 1, max: 30 }),
		kind: fc.constantFrom('create', 'import', 'delete', 'deleteMany', 'edit'),
		where: fc.integer({ min: 0, max: 999 }),
	}),
	{ maxLength: 10, selector: ({ atRequest }) => atRequest },
);

const counts = fc
	.oneof(fc.integer({ min: 2, max: 300 }), fc.integer({ min: 2, max: 5_000 }))
	// One full page may be the whole list or its first page (docs/internals/completeness.md#limits).
	.filter((count) => count !== 100);

/** The first record is the first of a later page then. */
const importedTwice: [number, number, number, Change[]] = [
	...([10, 0, 0] as const),
	[2, 3].map((atRequest) => ({ atRequest, kind: 'import', where: 0 })),
];

describe.each(Object.entries(healthy))('in a service that %s', (_name, service) => {
	it('the place of an ID is shown in one answer, whatever changes meanwhile', async () => {
		await fc.assert(
			fc.asyncProperty(
				counts,
				fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_100 })),
				fc.integer({ min: 0, max: 6_000 }),
				changes,
				async (count, id, guess, made) => {
					const list = new LivingList(count, service, made);
					const reader = new PageReader(list.source(), { pageSize: 100, parallelPages: 1 });
					const place = await locate(reader, String(id), { guess });
					expect(place).toBeDefined();
					if (!place) return;
					const { page, before } = place;
					const ids = page.records.map((record) => Number(record.id));
					// The newest come first.
					expect(ids.slice(0, before).every((one) => one > id)).toBe(true);
					expect(ids.slice(before).every((one) => one <= id)).toBe(true);
					const isAtEnd = before === ids.length;
					if (before === 0) expect(page.index).toBe(0);
					if (isAtEnd && made.length === 0) expect(Math.min(...ids)).toBe(1);
					expect(list.requests).toBeLessThan(60);
				},
			),
			{ numRuns: 60 * Number(process.env.TRIALS ?? 1), examples: [importedTwice] },
		);
	});
});
