import fc from '../../property';

import { ServiceError } from '../../../nodes/shared/client/errors';
import { locate } from '../../../nodes/AccountingServiceTrigger/locate';
import { Mismatch } from '../../../nodes/shared/lists/mismatch';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { LivingList, type Change } from '../lists/support/livingList';
import { changing, healthy } from '../lists/support/services';

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
	// One full page may be the entire list or its first page (docs/internals/completeness.md#limits).
	.filter((count) => count !== 100);

/** Then the first record is the first of a later page. */
const importedTwice: [number, number, number, Change[]] = [
	...([10, 0, 0] as const),
	[2, 3].map((atRequest) => ({ atRequest, kind: 'import', where: 0 })),
];

/** Between two responses, most records of a service with one page are deleted. */
const mostlyDeleted: [number, number, number, Change[]] = [
	...([7, 0, 0] as const),
	[
		{ atRequest: 1, kind: 'import', where: 0 },
		{ atRequest: 2, kind: 'deleteMany', where: 844 },
		{ atRequest: 5, kind: 'deleteMany', where: 0 },
	],
];

/** While the search is at the end, the list grows and shrinks there, so pages of one request end alike. */
const restlessEnd: [number, number, number, Change[]] = [
	...([4569, 0, 1464] as const),
	[
		...[2, 9, 10].map((atRequest): Change => ({ atRequest, kind: 'import', where: 0 })),
		...[11, 12, 27].map((atRequest): Change => ({ atRequest, kind: 'deleteMany', where: 0 })),
		...[1, 13].map((atRequest): Change => ({ atRequest, kind: 'delete', where: 0 })),
		{ atRequest: 28, kind: 'create', where: 0 },
	],
];

/** Most of a list that is one page is new at the next response. */
const mostlyNew: [number, number, number, Change[]] = [
	...([15, 0, 0] as const),
	[
		{ atRequest: 1, kind: 'create', where: 0 },
		{ atRequest: 2, kind: 'deleteMany', where: 63 },
		{ atRequest: 3, kind: 'create', where: 0 },
		{ atRequest: 4, kind: 'import', where: 0 },
	],
];

describe.each(Object.entries(healthy))('in a service that %s', (_name, service) => {
	it('one response shows the position of an ID, whatever changes in the meantime', async () => {
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
					// The newest are first.
					expect(ids.slice(0, before).every((one) => one > id)).toBe(true);
					expect(ids.slice(before).every((one) => one <= id)).toBe(true);
					const isAtEnd = before === ids.length;
					if (before === 0) expect(page.index).toBe(0);
					if (isAtEnd && made.length === 0) expect(Math.min(...ids)).toBe(1);
					expect(list.requests).toBeLessThan(60);
				},
			),
			{
				numRuns: 60 * Number(process.env.TRIALS ?? 1),
				examples: [importedTwice, mostlyDeleted, restlessEnd, mostlyNew],
			},
		);
	});
});

const shrinking = Object.entries(changing).filter(
	([, { cap, replica, replicas, head }]) => (cap ?? replica ?? replicas) && !head,
);

describe.each(shrinking)('in a service that %s', (_name, service) => {
	it('a page that is shorter than requested is not mistaken for the end of the list', async () => {
		await fc.assert(
			fc.asyncProperty(
				counts,
				fc.integer({ min: 0, max: 5_100 }),
				fc.integer({ min: 0, max: 6_000 }),
				async (count, id, guess) => {
					const list = new LivingList(count, service);
					const reader = new PageReader(list.source(), { pageSize: 100, parallelPages: 1 });
					const place = await locate(reader, String(id), { guess }).catch(
						(thrown: unknown) => thrown,
					);
					if (place instanceof Mismatch || place instanceof ServiceError) return;
					const { page, before } = place as NonNullable<Awaited<ReturnType<typeof locate>>>;
					const ids = page.records.map((record) => Number(record.id));
					expect(ids.slice(0, before).every((one) => one > id)).toBe(true);
					expect(ids.slice(before).every((one) => one <= id)).toBe(true);
					if (before === ids.length) expect(Math.min(...ids)).toBe(1);
				},
			),
			{
				numRuns: 60 * Number(process.env.TRIALS ?? 1),
				examples: [
					[1000, 0, 500],
					[151, 0, 712],
					[51, 0, 0],
				],
			},
		);
	});
});
