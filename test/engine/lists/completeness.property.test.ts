/** docs/internals/completeness.md: every record, or an error, while the list changes. */
import { randomUUID } from 'node:crypto';

import fc, { propertyMs } from '../../property';

import { parallelPagesLimits } from '../../../nodes/shared/fields/options';
import { minOverlapSize } from '../../../nodes/shared/lists/page';
import { type GivenFault, startSandbox, type SandboxOptions } from '../../../dev/sandbox';
import { credentialFor, runNode } from '../support/engine';

const page = fc.integer({ min: 1, max: 9 });

/** test/unit/lists tests lists themselves more strictly. */
const runs = { numRuns: process.env.TRIALS ? 200 : 30 };

/** Changes and failures of one page; each read must return every document that existed throughout. */
const mishap: fc.Arbitrary<GivenFault> = fc.oneof(
	fc.record({
		kind: fc.constant('insert' as const),
		count: fc.integer({ min: 1, max: 4 }),
		match: fc.record({ path: fc.constant('list' as const), page }),
	}),
	fc.record({
		kind: fc.constant('delete' as const),
		count: fc.integer({ min: 1, max: 3 }),
		where: fc.constantFrom('before' as const, 'after' as const, 'head' as const, 'tail' as const),
		match: fc.record({ path: fc.constant('list' as const), page }),
	}),
	fc.record({
		kind: fc.constantFrom(
			'resetBefore' as const,
			'resetWithin' as const,
			'truncatedJson' as const,
			'expireToken' as const,
		),
		match: fc.record({ path: fc.constant('list' as const), page }),
	}),
	fc.record({
		kind: fc.constant('status' as const),
		status: fc.constantFrom(429, 502, 503, 504),
		retryAfter: fc.constant('0'),
		match: fc.record({ path: fc.constant('list' as const), page }),
	}),
	fc.record({
		kind: fc.constant('shortPage' as const),
		by: fc.integer({ min: 1, max: 9 }),
		match: fc.record({ path: fc.constant('list' as const), page }),
	}),
);

const service: fc.Arbitrary<SandboxOptions> = fc.record({
	documents: fc.integer({ min: 0, max: 140 }),
	seed: fc.integer({ min: 1, max: 1000 }),
	envelope: fc.constantFrom(
		'object' as const,
		'object' as const,
		'array' as const,
		'objectWithoutCount' as const,
	),
	listOrder: fc.constantFrom('desc' as const, 'asc' as const),
	validTokens: fc.constantFrom('all' as const, 'latest' as const),
	idBase: fc.constantFrom('10000001', '9007199254740993'),
});

const reading = fc.record({
	pageSize: fc.integer({ min: 10, max: 40 }),
	parallelPages: fc.integer({ min: parallelPagesLimits.minimum, max: parallelPagesLimits.maximum }),
});

/** Whether other pages follow, also after the deletions of the same run. */
function isInside(fault: GivenFault, options: SandboxOptions, read: { pageSize: number }): boolean {
	const counted = options.envelope === 'object';
	// To overlap, small pages are requested in sizes of up to 20.
	const end = ((fault.match?.page ?? 1) + 1) * Math.max(read.pageSize, minOverlapSize) + 12;
	return counted && end < (options.documents ?? 0);
}

describe('Get Many in a service that changes and fails', () => {
	it(
		'returns what existed throughout exactly once, in order',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					service,
					reading,
					fc.array(mishap, { maxLength: 4 }),
					async (options, read, mishaps) => {
						// The last page of a list looks like one that was cut short.
						fc.pre(
							mishaps.every((one) => one.kind !== 'shortPage' || isInside(one, options, read)),
						);
						const sandbox = await startSandbox({ ...options, appSecret: randomUUID() });
						try {
							const ids = () =>
								Array.from({ length: sandbox.admin.count() }, (_, position) =>
									String(sandbox.admin.documentAt(position).id),
								);
							const before = ids();
							sandbox.admin.addFault(...mishaps);
							const result = await runNode({
								parameters: {
									resource: 'accountingDocument',
									operation: 'getAll',
									returnAll: true,
									options: read,
								},
								credentials: credentialFor(sandbox),
							});
							expect(result.error).toBeUndefined();
							const got = result.json.map(({ id }) => String(id));
							expect(new Set(got).size).toBe(got.length);
							const still = new Set(ids());
							const throughout = before.filter((id) => still.has(id));
							const kept = new Set(throughout);
							const inOrder = got.filter((id) => kept.has(id));
							const found = options.listOrder === 'asc' ? inOrder : inOrder.reverse();
							// A record that two pages in sequence left out is found by a later pass, so it comes last.
							const shortPages = mishaps.filter(({ kind }) => kind === 'shortPage');
							if (shortPages.length > 1) expect(found.sort()).toEqual(throughout.sort());
							else expect(found).toEqual(throughout);
						} finally {
							await sandbox.close();
						}
					},
				),
				runs,
			);
		},
		propertyMs,
	);

	it(
		'returns as many distinct documents as the limit says, from the pages that it needs',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					service,
					reading,
					fc.integer({ min: 1, max: 160 }),
					async (options, read, limit) => {
						const sandbox = await startSandbox({ ...options, appSecret: randomUUID() });
						try {
							const result = await runNode({
								parameters: {
									resource: 'accountingDocument',
									operation: 'getAll',
									limit,
									options: read,
								},
								credentials: credentialFor(sandbox),
							});
							const count = options.documents ?? 0;
							const got = result.json.map(({ id }) => String(id));
							expect(got).toHaveLength(Math.min(limit, count));
							expect(new Set(got).size).toBe(got.length);
							const asked = sandbox.admin.journal().counts['GET /v2/accountingdocuments'];
							const needed = Math.max(1, Math.ceil(Math.min(limit, count) / read.pageSize));
							// The node requests page 0 twice. Pages overlap, which needs one more, and with small pages one more for
							// each three. The most of 252 lists: 12 requests for the 7 pages of 139 documents, 20 in a page.
							const others = 3 + Math.floor(needed / 3);
							// If the list ends before the limit, the node has to find its end. If only an empty page shows it, the node
							// requests that page, the last page with records and the first page again.
							const end = limit > count ? read.parallelPages + 2 : 0;
							expect(asked).toBeLessThanOrEqual(needed + others + end);
						} finally {
							await sandbox.close();
						}
					},
				),
				runs,
			);
		},
		propertyMs,
	);
});
