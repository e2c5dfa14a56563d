import fc from '../../../property';

import { ServiceError } from '../../../../nodes/shared/client/errors';
import { Listing, type ReadOptions, type ReadResult } from '../../../../nodes/shared/lists/listing';
import { LivingList, type Change, type Service } from './livingList';

/** Everything that determines a read. A failure prints the shortest script. */
export interface Script {
	count: number;
	pageSize: number;
	parallelPages: number;
	changes: Change[];
	service: Service;
}

export interface Outcome {
	list: LivingList;
	/** As requested. */
	pageSize: number;
	/** Records that were in the list throughout the read and are not in the output. */
	missing: unknown[];
	/** Records that were returned twice. */
	doubled: unknown[];
	/** The error of the read, if any. */
	error?: ServiceError;
	result?: ReadResult;
}

export async function readAll(list: LivingList, options: ReadOptions) {
	const listing = new Listing(list.source(), options);
	const names: unknown[] = [];
	for await (const batch of listing.batches()) for (const { id } of batch) names.push(id);
	return { names, result: listing.result };
}

export async function play({ count, service, changes, ...options }: Script): Promise<Outcome> {
	return await observe(new LivingList(count, service, changes), options);
}

/** Reads a list and compares the output with what was in it throughout. */
export async function observe(list: LivingList, options: ReadOptions): Promise<Outcome> {
	const before = list.names();
	const { pageSize } = options;
	const read = await readAll(list, options).catch((thrown: unknown) => {
		if (thrown instanceof ServiceError) return thrown;
		throw thrown;
	});
	if (read instanceof ServiceError)
		return { list, pageSize, missing: [], doubled: [], error: read };
	const { names, result } = read;
	const returned = new Set(names);
	return {
		list,
		pageSize,
		result,
		missing: before.filter((name) => !list.wasDeleted(name) && !returned.has(name)),
		doubled: names.filter((name, at) => names.indexOf(name) < at),
	};
}

export const lengths = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 700 }));
const pageSizes = fc.constantFrom(10, 11, 20, 37, 100);
const widths = fc.integer({ min: 1, max: 8 });
export const where = fc.integer({ min: 0, max: 999 });

/** Scripts with these changes in this service. */
export const scripts = (
	service: fc.Arbitrary<Service>,
	changes: fc.Arbitrary<Change[]>,
	count = lengths,
): fc.Arbitrary<Script> =>
	fc.record({ count, pageSize: pageSizes, parallelPages: widths, changes, service });

/** At most one change per request. */
export const some = (
	kinds: Array<Change['kind']>,
	{ requests, most }: { requests: number; most: number },
) =>
	fc.uniqueArray(
		fc.record<Change>({
			atRequest: fc.integer({ min: 1, max: requests }),
			kind: fc.constantFrom(...kinds),
			where,
		}),
		{ maxLength: most, selector: ({ atRequest }) => atRequest },
	);

export const anyChanges = some(
	[
		...(['create', 'import', 'importPage', 'insert', 'append'] as const),
		...(['delete', 'deleteMany', 'edit', 'editToHead'] as const),
	],
	{ requests: 50, most: 25 },
);

/** One record is created, deleted or edited before every response. */
export const steadyChanges = fc
	.array(
		fc.record({
			kind: fc.constantFrom<Change['kind']>('create', 'insert', 'delete', 'edit'),
			where,
		}),
		{ minLength: 80, maxLength: 80 },
	)
	.chain((made) =>
		fc
			.constantFrom<Array<Change['kind'] | undefined>>(undefined, 'create', 'delete')
			.map((kind) =>
				made.map((one, at) => ({ ...one, kind: kind ?? one.kind, atRequest: at + 1 })),
			),
	);

const many = fc.oneof(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 600 }));

const block = (kind: Change['kind'], atRequest: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
	fc.record({ atRequest, kind: fc.constant(kind), where, many });

const early = fc.integer({ min: 1, max: 30 });

const blocks = (...kinds: Array<Change['kind']>) =>
	fc.array(fc.oneof(...kinds.map((kind) => block(kind, early))), { minLength: 1, maxLength: 3 });

/** A change that repeats every few requests. */
const job = (change: (atRequest: number) => fc.Arbitrary<Change>) =>
	fc
		.record({ every: fc.integer({ min: 1, max: 6 }), from: fc.integer({ min: 1, max: 6 }) })
		.chain(({ every, from }) =>
			fc.tuple(
				...Array.from({ length: Math.ceil(40 / every) }, (_, at) => change(from + at * every)),
			),
		);

export const lastToHead = (atRequest: number): Change => ({
	atRequest,
	kind: 'editToHead',
	where: 999,
});

/** Many records that move together (the classes of docs/internals/completeness.md#how-it-is-tested). */
const moves: Record<string, fc.Arbitrary<Change[]>> = {
	'one block moves to the head': fc.tuple(block('blockToHead', early)),
	'two blocks move to the head at consecutive requests': early.chain((at) =>
		fc.tuple(...[at, at + 1].map((each) => block('blockToHead', fc.constant(each)))),
	),
	'a block moves to the head after a single record': fc
		.record({
			at: early,
			later: fc.integer({ min: 1, max: 4 }),
			where: fc.oneof(where, fc.constant(999)),
		})
		.chain(({ at, later, ...place }) =>
			fc.tuple(
				fc.constant<Change>({ atRequest: at, kind: 'editToHead', ...place }),
				block('blockToHead', fc.constant(at + later)),
			),
		),
	'a job moves the last record at every request': fc
		.integer({ min: 1, max: 40 })
		.map((length) => Array.from({ length }, (_, at) => lastToHead(at + 1))),
	'a job moves blocks again and again': job((at) => block('blockToHead', fc.constant(at))),
	'blocks move to the head in reverse order': blocks('blockReversed'),
	'blocks move down the list': blocks('blockDown'),
	'blocks move up and down': blocks('blockToHead', 'blockReversed', 'blockDown'),
};

/** One kind of change at 50 to 100 % of the requests, of 1 record or 5. */
const atMostRequests = (kind: Change['kind']): fc.Arbitrary<Change[]> =>
	fc
		.record({
			share: fc.integer({ min: 50, max: 100 }),
			draws: fc.array(fc.tuple(fc.nat(99), where), { minLength: 400, maxLength: 400 }),
			many: fc.constantFrom(1, 5),
		})
		.map(({ share, draws, many }) =>
			draws.flatMap(([draw, where], at): Change[] =>
				draw < share ? [{ atRequest: at + 1, kind, where, many }] : [],
			),
		);

const beside = some(['create', 'insert', 'append', 'edit', 'editToHead', 'delete', 'deleteMany'], {
	requests: 30,
	most: 12,
});

export const countingServices = fc.constantFrom<Service>(
	...([{}, { counts: 'pages' }, { counts: 'total' }, { counts: 'hasMore' }] as const),
	...([{ past: 'last' }, { past: 'refused' }, { counts: 'pages', past: 'last' }] as const),
);

/** Lists with pages of usual sizes, often full to the last page. */
const pagesOf = (size: number, changes: fc.Arbitrary<Change[]>) =>
	scripts(
		countingServices.map((service) => ({ ...service, cap: { from: 1, size } })),
		changes,
		fc.oneof(
			lengths,
			fc.integer({ min: 1, max: Math.floor(700 / size) }).map((pages) => pages * size),
		),
	);

/** For more requests than any read may take. */
export const endless = 1_500;

/** Records are created all the time, one every few requests. */
export const growingScripts = (size: number): fc.Arbitrary<Script> =>
	pagesOf(
		size,
		fc
			.record({
				every: fc.integer({ min: 1, max: 20 }),
				kind: fc.constantFrom<Change['kind']>('create', 'create', 'insert', 'append'),
				places: fc.array(where, { minLength: 50, maxLength: 50 }),
			})
			.map(({ every, kind, places }) =>
				Array.from({ length: endless / every }, (_, at): Change => ({
					...{ atRequest: every * (at + 1), kind, where: places[at % places.length] },
				})),
			),
	);

/** Lists that change at most requests (docs/internals/completeness.md#how-it-is-tested). */
export const busyScripts: Array<[string, fc.Arbitrary<Script>]> = (
	[
		['its last records move to the head', 'lastToHead'],
		['its last records are deleted', 'deleteLast'],
		['records move to the head', 'editToHead'],
		['records are created', 'create'],
		['records are inserted', 'insert'],
		['records are appended', 'append'],
		['records are deleted', 'delete'],
	] as const
).flatMap(([name, kind]) =>
	[10, 25, 100].map((size): [string, fc.Arbitrary<Script>] => [
		`${name}, with pages of ${size}`,
		pagesOf(size, atMostRequests(kind)),
	]),
);

/** Each class of moves, alone and together with creations and deletions. */
export const movingScripts: Array<[string, fc.Arbitrary<Script>]> = Object.entries(moves).flatMap(
	([name, made]) => [
		[name, scripts(countingServices, made)],
		[
			`${name}, while others come and go`,
			scripts(
				countingServices,
				fc.tuple(made, beside).map((both) => both.flat()),
			),
		],
	],
);

/**
 * Whether a loss is one that docs/internals/completeness.md#limits states: records moved together, and records that were
 * created or deleted made up for the missing ones; or a replica was late.
 */
export const isWithinLimits = ({ list, pageSize }: Outcome): boolean =>
	(list.hasMovedBlock && list.hasTurnover) || list.replicaHides(pageSize);

/** A service without counts that repeats the previous page for some requests. */
export const repeatingScripts = (changes: fc.Arbitrary<Change[]>): fc.Arbitrary<Script> =>
	scripts(
		fc
			.record({
				from: fc.integer({ min: 1, max: 20 }),
				more: fc.integer({ min: 0, max: 8 }),
				isFirstPageKnown: fc.boolean(),
				kind: fc.constantFrom('pageBefore', 'responseBefore'),
			})
			.map(({ from, more, isFirstPageKnown, kind }): Service => ({
				isFirstPageKnown,
				[kind]: { from, to: from + more },
			})),
		changes,
		fc.integer({ min: 0, max: 1_000 }),
	);
