import { createHash } from 'node:crypto';

import { valueAt } from '../shared/fields/describe';
import { compareIds } from '../shared/lists/ids';

/**
 * What the trigger remembers between polls: plain JSON, replaced as a whole, of a size that does not
 * grow with the organization.
 */
export interface TriggerState {
	version: 1;
	/** Rises with every replacement, so that a poll notices that another one finished first. */
	revision: number;
	/** When the trigger began, in seconds. Makes its event ids its own. */
	began: number;
	/** The node that remembers this. */
	nodeId: string;
	/** Fingerprint of the service and the application: another one may have other documents. */
	source: string;
	/** Fingerprint of what the service was asked to search for. */
	search: string;
	/** Every existing document above `floor` up to this id is known or was delivered. '' before the first one. */
	mark: string;
	/** See `mark`; '' when there is no older document. */
	floor: string;
	/** About how many documents above the mark wait for delivery; only a hint where to look. */
	waiting: number;
	/** The newest documents, oldest first. */
	known: Known[];
	/** Set where payments of older documents are watched. */
	older?: OlderDocuments;
}

/** The unpaid documents that are older than the watched ones, and how far they were gone through. */
export interface OlderDocuments {
	/** A number for their event ids, then their ids. */
	unpaid: Array<[number: number, ids: string]>;
	/** Id up to which the present round has come; '' at its beginning. */
	from: string;
	/** About how many documents are newer than that; only a hint where to look. */
	ahead: number;
}

/** What is remembered of a document. */
export interface Remembered {
	/** Counts its deliveries; one that came back begins at a number that it never had. */
	deliveries: number;
	/** Undefined for a document that is only known to exist. */
	values?: Values;
	/**
	 * Set for a document that came into being while the search did not find it: the fingerprint of the
	 * texts that are searched. Found with the same texts later, it is new: the search was late.
	 */
	texts?: string;
}

/** id, deliveries, then the tracked values, or the fingerprint of its texts, or nothing. */
export type Known = [id: string, deliveries: number, ...values: Values];

/** n8n keeps state in one database field. */
export const maxStateBytes = 250_000;

/** @returns undefined for anything that this version did not write */
export function readState(stored: unknown): TriggerState | undefined {
	if ((stored as TriggerState | null | undefined)?.version !== 1) return undefined;
	// A copy, since the stored object is n8n's own and must change only when a poll has succeeded.
	return JSON.parse(JSON.stringify(stored)) as TriggerState;
}

export function rememberedOf(state: TriggerState): Map<string, Remembered> {
	return new Map(
		state.known.map(([id, deliveries, ...stored]): [string, Remembered] => {
			if (stored.length === trackedFields.length) return [id, { deliveries, values: stored }];
			return [id, stored.length === 1 ? { deliveries, texts: String(stored[0]) } : { deliveries }];
		}),
	);
}

export function knownOf(id: string, { deliveries, values, texts }: Remembered): Known {
	if (values) return [id, deliveries, ...values];
	return texts === undefined ? [id, deliveries] : [id, deliveries, texts];
}

/** Where the state is too large, long texts are stored as their fingerprints alone; no document is forgotten. */
export function fit(state: TriggerState): TriggerState {
	if (Buffer.byteLength(JSON.stringify(state)) <= maxStateBytes) return state;
	const known = state.known.map(([id, deliveries, ...stored]): Known => [
		id,
		deliveries,
		...tighten(stored),
	]);
	return { ...state, known };
}

/** Whether an id lies above another one, or above nothing. */
export function isAbove(id: string, other: string): boolean {
	return other === '' || compareIds(id, other) > 0;
}

/** An int64 as the specification has it; others can neither be compared nor counted. */
export function isNumericId(id: unknown): boolean {
	return typeof id === 'string' && /^-?\d{1,20}$/.test(id);
}

export type Scalar = string | number | boolean | null;

/**
 * The fields whose changes are noticed (docs/api/resources.md#accounting-document), in the order they are stored in.
 */
export const trackedFields = [
	'accountingDocumentNo',
	'state',
	'processingState',
	'payments.paid',
	'amountPaid',
	'total',
	'dueDate',
] as const;

export type TrackedField = (typeof trackedFields)[number];

/** Values of {@link trackedFields}, in their order; what the service left out is null. */
export type Values = Scalar[];

/** Characters of a text that is stored in full; longer ones end in a fingerprint. */
const longestText = 40;

/** Bytes of a text that is stored in full where there is little room. */
const longestTextInBytes = 11;

const fingerprintLength = 8;

/** Stands between what is stored of a long text and the fingerprint of all of it. */
const cut = '…';

/** Amounts that came as texts, since no JavaScript number has their digits, are compared as numbers. */
const amount = /^-?\d[\d.eE+-]{0,30}$/;

/** The tracked values of a document, as they came. */
export function valuesOf(record: Record<string, unknown>): Values {
	return trackedFields.map((field) => {
		const value = valueAt(record, field);
		return isScalar(value) ? value : null;
	});
}

export function valueOf(values: Values, field: TrackedField): Scalar {
	return values[trackedFields.indexOf(field)];
}

/** The same values as they are stored: a long text as its beginning and a fingerprint of all of it. */
export function compact(values: Values): Values {
	return values.map((value) =>
		typeof value === 'string' && value.length > longestText && !amount.test(value)
			? `${value.slice(0, longestText - fingerprintLength - 1)}${cut}${fingerprint(value)}`
			: value,
	);
}

/** Stored values in as little room as they can take: of all but short texts the fingerprint alone. */
export function tighten(values: Values): Values {
	return values.map((value) => {
		if (typeof value !== 'string' || amount.test(value)) return value;
		const hash = hashIn(value);
		if (hash !== undefined) return `${cut}${hash}`;
		return Buffer.byteLength(value) > longestTextInBytes ? `${cut}${fingerprint(value)}` : value;
	});
}

/** Whether a stored value, in full or as its fingerprint, is that of a document. */
export function isSame(stored: Scalar, value: Scalar): boolean {
	if (stored === value) return true;
	if (typeof stored !== 'string' || typeof value !== 'string') return false;
	const hash = hashIn(stored);
	return hash !== undefined && hash === fingerprint(value);
}

function hashIn(stored: string): string | undefined {
	return new RegExp(`${cut}([0-9a-f]{${fingerprintLength}})$`).exec(stored)?.[1];
}

/** Marked as paid, or paid in full; a credit note is paid in full by a negative amount. */
export function isPaid(values: Values): boolean {
	if (valueOf(values, 'payments.paid') === true) return true;
	const total = Number(valueOf(values, 'total') ?? 0);
	const amountPaid = Number(valueOf(values, 'amountPaid') ?? 0);
	return total > 0 ? amountPaid >= total : total < 0 && amountPaid <= total;
}

/** Processed and Processing Error: the two ends of processing (docs/api/resources.md#codes). */
export function isFinished(values: Values): boolean {
	return [1, 3].includes(Number(valueOf(values, 'processingState')));
}

export function isScalar(value: unknown): value is Scalar {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Eight characters that tell texts apart. */
export function fingerprint(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, fingerprintLength);
}
