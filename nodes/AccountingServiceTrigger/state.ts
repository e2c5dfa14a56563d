import { createHash } from 'node:crypto';

import { valueAt } from '../shared/fields/describe';
import { compareIds } from '../shared/lists/ids';

/**
 * What the trigger remembers between polls: plain JSON, replaced as a whole. Its size does not depend on the number of
 * documents.
 */
export interface TriggerState {
	version: 1;
	/** Increases with every replacement, so that a poll notices if another one finished first. */
	revision: number;
	/** Start of the trigger in seconds. Makes its event IDs unique. */
	began: number;
	/** The ID of the trigger node. */
	nodeId: string;
	/** Fingerprint of the service and the application. */
	source: string;
	/** Fingerprint of the filters that the service applies. */
	search: string;
	/** All existing documents above `floor` up to this ID are known or delivered. '' before the first one. */
	mark: string;
	/** See `mark`; '' if there is no older document. */
	floor: string;
	/** Estimated number of documents above the mark that wait for delivery, as a starting position. */
	waiting: number;
	/** The newest documents, oldest first. */
	known: Known[];
	/** Set if payments of older documents are watched. */
	older?: OlderDocuments;
}

/** The unpaid documents that are older than the watched ones, and the current position. */
export interface OlderDocuments {
	/** A number for the event IDs, then the document IDs. */
	unpaid: Array<[number: number, ids: string]>;
	/** The last ID read; '' to start from the oldest document. */
	from: string;
	/** Estimated number of newer documents, as a starting position. */
	ahead: number;
}

/** The remembered values of a document. */
export interface Remembered {
	/** Counts the deliveries. A document that returns starts at an unused number. */
	deliveries: number;
	/** Undefined if the document is only known to exist. */
	values?: Values;
	/**
	 * Set for a new document that the search did not find: the fingerprint of the searched texts. If the search finds it
	 * later with the same texts, it is new, because the search index was late.
	 */
	texts?: string;
}

/** ID, deliveries, then the tracked values, the fingerprint of the texts, or nothing. */
export type Known = [id: string, deliveries: number, ...values: Values];

/** n8n stores the state in one database field. */
export const maxStateBytes = 250_000;

/** @returns undefined for the state of another version */
export function readState(stored: unknown): TriggerState | undefined {
	if ((stored as TriggerState | null | undefined)?.version !== 1) return undefined;
	// A copy, because n8n's object must change only after a successful poll.
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

/** If the state is too large, replaces long texts with their fingerprints. No document is removed. */
export function fit(state: TriggerState): TriggerState {
	if (Buffer.byteLength(JSON.stringify(state)) <= maxStateBytes) return state;
	const known = state.known.map(([id, deliveries, ...stored]): Known => [
		id,
		deliveries,
		...tighten(stored),
	]);
	return { ...state, known };
}

/** Whether an ID is above another one. Every ID is above ''. */
export function isAbove(id: string, other: string): boolean {
	return other === '' || compareIds(id, other) > 0;
}

/** An int64, as in the specification. Other IDs cannot be compared. */
export function isNumericId(id: unknown): boolean {
	return typeof id === 'string' && /^-?\d{1,20}$/.test(id);
}

export type Scalar = string | number | boolean | null;

/**
 * The fields whose changes are tracked (docs/api/resources.md#accounting-document), in their stored order.
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

/** Values of {@link trackedFields}, in their order. Missing ones are null. */
export type Values = Scalar[];

/** Maximum length of a text that is stored in full. Longer ones end in a fingerprint. */
const longestText = 40;

/** Maximum bytes of a text that is stored in full if the state is too large. */
const longestTextInBytes = 11;

const fingerprintLength = 8;

/** Separates the beginning of a long text from its fingerprint. */
const cut = '…';

/** Amounts that became text because of their digits, to be compared as numbers. */
const amount = /^-?\d[\d.eE+-]{0,30}$/;

/** The tracked values of a document, unchanged. */
export function valuesOf(record: Record<string, unknown>): Values {
	return trackedFields.map((field) => {
		const value = valueAt(record, field);
		return isScalar(value) ? value : null;
	});
}

export function valueOf(values: Values, field: TrackedField): Scalar {
	return values[trackedFields.indexOf(field)];
}

/** The stored form of the values. A long text becomes its beginning and a fingerprint. */
export function compact(values: Values): Values {
	return values.map((value) =>
		typeof value === 'string' && value.length > longestText && !amount.test(value)
			? `${value.slice(0, longestText - fingerprintLength - 1)}${cut}${fingerprint(value)}`
			: value,
	);
}

/** The shortest stored form. All texts except short ones become fingerprints. */
export function tighten(values: Values): Values {
	return values.map((value) => {
		if (typeof value !== 'string' || amount.test(value)) return value;
		const hash = hashIn(value);
		if (hash !== undefined) return `${cut}${hash}`;
		return Buffer.byteLength(value) > longestTextInBytes ? `${cut}${fingerprint(value)}` : value;
	});
}

/** Whether a stored value, in full or as a fingerprint, equals the value of a document. */
export function isSame(stored: Scalar, value: Scalar): boolean {
	if (stored === value) return true;
	if (typeof stored !== 'string' || typeof value !== 'string') return false;
	const hash = hashIn(stored);
	return hash !== undefined && hash === fingerprint(value);
}

function hashIn(stored: string): string | undefined {
	return new RegExp(`${cut}([0-9a-f]{${fingerprintLength}})$`).exec(stored)?.[1];
}

/** Marked as paid, or paid in full. A credit note is paid in full by a negative amount. */
export function isPaid(values: Values): boolean {
	if (valueOf(values, 'payments.paid') === true) return true;
	const total = Number(valueOf(values, 'total') ?? 0);
	const amountPaid = Number(valueOf(values, 'amountPaid') ?? 0);
	return total > 0 ? amountPaid >= total : total < 0 && amountPaid <= total;
}

/** Processed or Processing Error, the final processing states (docs/api/resources.md#codes). */
export function isFinished(values: Values): boolean {
	return [1, 3].includes(Number(valueOf(values, 'processingState')));
}

export function isScalar(value: unknown): value is Scalar {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Eight characters of a hash. */
export function fingerprint(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, fingerprintLength);
}
