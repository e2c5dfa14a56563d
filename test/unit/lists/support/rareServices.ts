import fc from '../../../property';

import type { Change, Service } from './livingList';
import {
	anyChanges,
	countingServices,
	endless,
	lastToHead,
	scripts,
	some,
	where,
	type Script,
} from './readings';

type Named = [name: string, scripts: fc.Arbitrary<Script>];

const nothing = fc.constant<Change[]>([]);

const lengths = fc.integer({ min: 0, max: 1_200 });

/** Long enough for one deletion at every request. */
const longLists = fc.integer({ min: 450, max: 1_200 });

/** For how many requests a job goes on. */
const jobLength = 250;

/** A job with one change at every request. */
const job = (kind: Change['kind']): fc.Arbitrary<Change[]> =>
	fc
		.array(where, { minLength: jobLength, maxLength: jobLength })
		.map((places) => places.map((place, at) => ({ atRequest: at + 1, kind, where: place })));

const oldestToHead = fc.constant(Array.from({ length: jobLength }, (_, at) => lastToHead(at + 1)));

/** A few changes within two minutes. */
const few = (...kinds: Array<Change['kind']>) => some(kinds, { requests: 120, most: 12 });

/** Replicas that respond in turn or by chance, one of them late. */
const late = fc
	.record({
		by: fc.integer({ min: 1, max: 60 }),
		turns: fc.oneof(
			fc.constant<boolean[]>([false, true]),
			fc.array(fc.boolean(), { minLength: 20, maxLength: 60 }),
		),
	})
	.map(({ by, turns }) => turns.map((isLate) => (isLate ? by : 0)));

const caps = fc.constantFrom<Service>(
	{},
	...[10, 20, 50].map((size) => ({ cap: { from: 1, size } })),
);

const replicas = fc
	.tuple(countingServices, caps, late)
	.map(([counts, cap, turns]): Service => ({ ...counts, ...cap, late: turns }));

/** Two replicas, of which one is late (docs/api/behaviours.md#services-that-change-their-mind), and nothing is deleted. */
export const lateScripts: Named[] = [
	['nothing changes', scripts(replicas, nothing, lengths)],
	['a job edits the oldest record at every request', scripts(replicas, oldestToHead, lengths)],
	['a job edits any record at every request', scripts(replicas, job('editToHead'), lengths)],
	['a record is created at every request', scripts(replicas, job('create'), lengths)],
	[
		'records are created, imported and edited',
		scripts(replicas, few('create', 'insert', 'append', 'import', 'edit', 'editToHead'), lengths),
	],
];

/** The same, while records are deleted. */
export const lateDeletions: Named[] = [
	['the last record is deleted at every request', scripts(replicas, job('deleteLast'), longLists)],
	['a record is deleted at every request', scripts(replicas, job('delete'), longLists)],
	['records are deleted', scripts(replicas, few('delete', 'deleteMany', 'deleteLast'), lengths)],
	[
		'a record is edited beside a deletion',
		scripts(
			replicas,
			fc
				.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -20, max: 20 }), where, where)
				.map(([at, later, from, deleted]): Change[] => [
					{ atRequest: at, kind: 'editToHead', where: from },
					{ atRequest: Math.max(1, at + later), kind: 'delete', where: deleted },
				]),
			lengths,
		),
	],
	['anything changes', scripts(replicas, anyChanges, lengths)],
];

const pageZero = fc
	.tuple(countingServices, fc.constantFrom<Service['zero']>('last', 'first', 'all'))
	.map(([counts, zero]): Service => ({ ...counts, zero }));

const importOf = (size: fc.Arbitrary<number>, seconds: number) =>
	size.map((many) =>
		Array.from({ length: seconds }, (_, at): Change => ({
			...{ atRequest: at + 1, kind: 'import', where: 0, many },
		})),
	);

const anImport = importOf(fc.integer({ min: 1, max: 40 }), jobLength);

/** Services that show other pages as page 0. */
export const pageZeroScripts: Named[] = [
	['the last record moves at every request', scripts(pageZero, oldestToHead, lengths)],
	[
		'the last of three pages has few records, and one moves at every request',
		scripts(pageZero, oldestToHead, fc.integer({ min: 301, max: 303 })),
	],
	[
		'a record is appended at every request, and the last page comes for all others',
		scripts(
			fc
				.constantFrom<Service>({}, { counts: 'pages' }, { counts: 'hasMore' })
				.map((counts): Service => ({ ...counts, zero: 'last', past: 'last' })),
			fc.constant(
				Array.from({ length: endless }, (_, at): Change => ({
					...{ atRequest: at + 1, kind: 'append', where: 0 },
				})),
			),
			fc.integer({ min: 20, max: 300 }),
		),
	],
	[
		'records are imported',
		scripts(pageZero, importOf(fc.integer({ min: 1, max: 40 }), 120), lengths),
	],
	['anything changes', scripts(pageZero, anyChanges, lengths)],
];

const fixedPages = fc
	.tuple(
		countingServices,
		fc.constantFrom<Service>({}, { past: 'refused' }),
		fc.integer({ min: 10, max: 250 }),
	)
	.map(([counts, past, fixedSize]): Service => ({ ...counts, ...past, fixedSize }));

/** Services that ignore the page size. Their pages may be longer than requested. */
export const fixedScripts: Named[] = [
	['nothing changes', scripts(fixedPages, nothing, lengths)],
	['anything changes', scripts(fixedPages, anyChanges, lengths)],
];

const smallPages = fc
	.tuple(countingServices, fc.constantFrom(10, 20))
	.map(([counts, size]): Service => ({ ...counts, cap: { from: 1, size } }));

export const importScripts: Named[] = [
	['1 to 40 records at each of 250 requests', scripts(smallPages, anImport, lengths)],
];
