/**
 * Faults: scripts that make a chosen request fail in a chosen way. Early faults strike before the request is
 * judged; late ones only a request that would have succeeded.
 */
import { z } from 'zod';

import { documentFields } from '../contract';
import { PATHS, type Route } from '../lists/names';

const routes = Object.keys(PATHS) as [Route, ...Route[]];
const count = z.int().min(1).max(100_000).default(1);

const common = {
	match: z
		.strictObject({
			path: z.enum(routes),
			page: z.int().min(0),
			/** Strikes from the nth matching call on. */
			call: z.int().min(1),
		})
		.partial()
		.default({}),
	/** How often it strikes; 0: always. */
	times: z.int().min(0).default(1),
};
const status = z.int().min(200).max(599);

const early = {
	status: z.strictObject({
		kind: z.literal('status'),
		...common,
		status,
		retryAfter: z.string().optional(),
		body: z.unknown().optional(),
	}),
	resetBefore: z.strictObject({ kind: z.literal('resetBefore'), ...common }),
	stall: z.strictObject({ kind: z.literal('stall'), ...common }),
	html: z.strictObject({ kind: z.literal('html'), ...common, status: status.default(200) }),
	redirect: z.strictObject({
		kind: z.literal('redirect'),
		...common,
		location: z.string(),
		status: status.default(302),
	}),
	expireToken: z.strictObject({ kind: z.literal('expireToken'), ...common }),
};
const late = {
	resetWithin: z.strictObject({ kind: z.literal('resetWithin'), ...common }),
	slowBody: z.strictObject({ kind: z.literal('slowBody'), ...common, ms: z.int().min(0) }),
	truncatedJson: z.strictObject({ kind: z.literal('truncatedJson'), ...common }),
	wrongContentType: z.strictObject({
		kind: z.literal('wrongContentType'),
		...common,
		contentType: z.string().default('text/plain'),
	}),
	noRecords: z.strictObject({ kind: z.literal('noRecords'), ...common }),
	errorBody: z.strictObject({ kind: z.literal('errorBody'), ...common }),
	insert: z.strictObject({
		kind: z.literal('insert'),
		...common,
		count,
		fields: documentFields.default({}),
		outOfOrder: z.boolean().default(false),
	}),
	delete: z.strictObject({
		kind: z.literal('delete'),
		...common,
		count,
		/** Pages before the matched one, pages after it, the first or the last documents of the list, or given ids. */
		where: z
			.union([z.enum(['before', 'after', 'head', 'tail']), z.array(z.union([z.int(), z.string()]))])
			.default('before'),
	}),
	ignorePage: z.strictObject({
		kind: z.literal('ignorePage'),
		...common,
		echoPage: z.boolean().default(false),
	}),
	clampPageSize: z.strictObject({
		kind: z.literal('clampPageSize'),
		...common,
		to: z.int().min(1),
	}),
	shortPage: z.strictObject({
		kind: z.literal('shortPage'),
		...common,
		by: z.int().min(1).default(1),
	}),
	wrongPagesCount: z.strictObject({ kind: z.literal('wrongPagesCount'), ...common, add: z.int() }),
	repeatRecord: z.strictObject({ kind: z.literal('repeatRecord'), ...common }),
};

export const fault = z.discriminatedUnion('kind', [
	early.status,
	early.resetBefore,
	early.stall,
	early.html,
	early.redirect,
	early.expireToken,
	late.resetWithin,
	late.slowBody,
	late.truncatedJson,
	late.wrongContentType,
	late.noRecords,
	late.errorBody,
	late.insert,
	late.delete,
	late.ignorePage,
	late.clampPageSize,
	late.shortPage,
	late.wrongPagesCount,
	late.repeatRecord,
]);

export type Fault = z.infer<typeof fault>;
export type GivenFault = z.input<typeof fault>;
export type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

const EARLY = new Set<FaultKind>(Object.keys(early) as FaultKind[]);
/** These change what the sandbox holds; all others shape the answer, and one answer takes one shape. */
const CHANGING = new Set<FaultKind>(['insert', 'delete', 'expireToken']);
/** These only make sense for an answer with a list. */
const LISTING = new Set<FaultKind>([
	'insert',
	'delete',
	'ignorePage',
	'clampPageSize',
	'shortPage',
	'wrongPagesCount',
	'repeatRecord',
]);

type Armed = { fault: Fault; calls: number; struck: number };

export class Faults {
	private armed: Armed[] = [];

	add(given: GivenFault): void {
		this.armed.push({ fault: fault.parse(given), calls: 0, struck: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/** The faults that strike this call: of each changing kind the first, and the first that shapes the answer. */
	take(stage: 'early' | 'late', route: Route, page: number | undefined): Fault[] {
		const taken = new Map<string, Fault>();
		for (const one of this.armed) {
			const { kind, match, times } = one.fault;
			if (EARLY.has(kind) !== (stage === 'early')) continue;
			if (match.path !== undefined && match.path !== route) continue;
			if (match.page !== undefined && match.page !== page) continue;
			if (LISTING.has(kind) && route !== 'list' && route !== 'search') continue;
			// An exchange hands out a fresh token anyway; ending the others there would waste the script.
			if (kind === 'expireToken' && route === 'token') continue;
			one.calls++;
			if (one.calls < (match.call ?? 1) || (times !== 0 && one.struck >= times)) continue;
			const place = CHANGING.has(kind) ? kind : 'shape';
			if (taken.has(place)) continue;
			one.struck++;
			taken.set(place, one.fault);
		}
		return [...taken.values()];
	}
}

/** The fault of one kind among those taken. */
export function pick<Kind extends FaultKind>(
	faults: readonly Fault[],
	kind: Kind,
): FaultOf<Kind> | undefined {
	return faults.find((one): one is FaultOf<Kind> => one.kind === kind);
}
