/**
 * The faults that a test can add. Early faults strike before the request is checked. Late ones strike only a request that
 * succeeded: a write is already done.
 */
import { z } from 'zod';

import { documentFields } from '../resources/accountingDocuments/contract';
import { methods } from './operations';

const count = z.int().min(1).max(100_000).default(1);
const ms = z.int().min(0).max(600_000);
const status = z.int().min(200).max(599);

const common = {
	match: z
		.strictObject({
			/** Name of an operation. */
			path: z.string(),
			method: z.enum(methods),
			/** The beginning of the path. */
			url: z.string(),
			/** The requested page, for lists only. */
			page: z.int().min(0),
			/** Strikes from the nth matching call on. */
			call: z.int().min(1),
			/** Strikes this share of the matching calls, by chance. */
			rate: z.number().min(0).max(1),
			/** Equal seeds strike the same of the matching calls. */
			seed: z.int(),
		})
		.partial()
		.default({}),
	/** How often it strikes; 0: always. */
	times: z.int().min(0).default(1),
};

/** Whether the request is done first: with `after`, it is. */
const phase = z.enum(['before', 'after']).default('before');

const one = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
	z.strictObject({ kind: z.literal(kind), ...common, ...shape });

/** Faults that replace the response. */
const replacing = [
	one('status', {
		phase,
		status,
		retryAfter: z.string().optional(),
		body: z.unknown().optional(),
	}),
	one('html', { phase, status: status.default(200) }),
	one('redirect', { phase, location: z.string(), status: status.default(302) }),
	one('stall', { phase }),
	/** Any response; base64 and latin1 for binary bytes. */
	one('raw', {
		phase,
		status: status.default(200),
		contentType: z.string().default('application/json'),
		body: z.string(),
		encoding: z.enum(['utf8', 'latin1', 'base64']).default('utf8'),
	}),
	/** Echoes the request: headers and body, with secrets. */
	one('echo', { phase, status: status.default(500) }),
] as const;

/** Strike before the request is checked. */
const early = [
	one('resetBefore', {}),
	one('expireToken', {}),
	/** The request is done only after this time, even if the client is gone. */
	one('slowCommit', { ms }),
] as const;

/** Strike after the request was done: the response is lost or changed. */
const late = [
	one('resetAfter', {}),
	one('resetWithin', {}),
	one('emptyBody', { status: status.default(200) }),
	one('slowBody', { ms }),
	one('truncatedJson', {}),
	one('noRecords', {}),
	one('errorBody', {}),
	one('gzip', { state: z.enum(['sound', 'cut', 'broken']).default('sound') }),
] as const;

/** Change the response of a list. */
const listing = [
	one('insert', {
		count,
		fields: documentFields.default({}),
		outOfOrder: z.boolean().default(false),
	}),
	one('delete', {
		count,
		/** Pages before the matched one, pages after it, the first or the last documents of the list, or given IDs. */
		where: z
			.union([z.enum(['before', 'after', 'head', 'tail']), z.array(z.union([z.int(), z.string()]))])
			.default('before'),
	}),
	one('ignorePage', { echoPage: z.boolean().default(false) }),
	one('clampPageSize', { to: z.int().min(1) }),
	one('shortPage', { by: z.int().min(1).default(1) }),
	one('wrongPagesCount', { add: z.int() }),
	one('repeatRecord', {}),
] as const;

export const fault = z.discriminatedUnion('kind', [...replacing, ...early, ...late, ...listing]);

export type Fault = z.infer<typeof fault>;
export type GivenFault = z.input<typeof fault>;
export type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

const kindsOf = (schemas: ReadonlyArray<{ shape: { kind: z.ZodLiteral<string> } }>): Set<string> =>
	new Set(schemas.map(({ shape }) => shape.kind.value));
const EARLY = kindsOf(early);
/** These only make sense for a response with a list. */
const LISTING = kindsOf(listing);

export const isEarly = (one: Fault): boolean =>
	'phase' in one ? one.phase === 'before' : EARLY.has(one.kind);
export const isOfLists = (one: Fault): boolean => LISTING.has(one.kind);

/** These change the data of the sandbox, or when it does something. All others change the response, and only one of them applies. */
const CHANGING = new Set<FaultKind>(['insert', 'delete', 'expireToken', 'slowCommit']);
export const placeOf = ({ kind }: Fault): string => (CHANGING.has(kind) ? kind : 'shape');
