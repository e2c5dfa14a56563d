import { fingerprint } from '../shared/client/token';
import { finalProcessingStates } from '../shared/documents/choices';
import { isPaid as isPaidPayment } from '../shared/documents/paymentStatus';
import { valueAt } from '../shared/fields/describe';
import { compareIds } from '../shared/lists/ids';

/**
 * What the trigger remembers between polls: plain JSON, which memory.ts stores and replaces as a whole. Its size does not
 * depend on the number of documents.
 */
export interface TriggerState {
	version: 1;
	/** Increases with every replacement, so that a poll notices if another one finished first. */
	revision: number;
	/** Start of the trigger in seconds. Makes its event IDs unique. */
	began: number;
	/** The ID of the trigger node. */
	nodeId: string;
	/** {@link Connection.organization} */
	organization: string;
	/** All existing documents above `oldestKnownId` up to this ID are known or delivered. '' before the first one. */
	newestKnownId: string;
	/** See `newestKnownId`; '' if there is no older document. */
	oldestKnownId: string;
	/** Estimated number of documents above the newest known one that wait for delivery, as a starting position. */
	waiting: number;
	/** The newest documents, oldest first. */
	known: Known[];
	/** What changed in the last minute, oldest first. */
	replaced?: ReplacedEntry[];
	/** Set if payments of older documents are watched. */
	older?: OlderDocuments;
}

/**
 * ID, when a poll saw other values in seconds since 1970, and a fingerprint of the tracked values until then; '' for a
 * document that was only known to be unpaid.
 */
export type ReplacedEntry = [id: string, at: number, print: string];

/** The position in a round through older documents. */
export interface Round {
	/** 0-based index of the next page. 0 starts a round. */
	page: number;
	/** The lowest ID that the round has shown; '' at the start. */
	lowest: string;
}

/** The unpaid documents that are older than the watched ones, and the position in the round through them. */
export interface OlderDocuments extends Round {
	/** A number for the event IDs, then the document IDs. */
	unpaid: Array<[number: number, ids: string]>;
	/** IDs of unpaid documents that this round has proved absent. */
	absent: string;
}

/** The remembered values of a document. */
export interface Remembered {
	/** Counts the deliveries. A document that returns starts at an unused number. */
	deliveries: number;
	/** Undefined if the document is only known to exist. */
	values?: Values;
}

/** ID, deliveries, then the tracked values, or nothing. */
export type Known = [id: string, deliveries: number, ...values: Values];

/** @returns undefined for the state of another version */
export function readState(stored: unknown): TriggerState | undefined {
	if ((stored as TriggerState | null | undefined)?.version !== 1) return undefined;
	// A copy, because n8n's object must change only after a successful poll.
	return JSON.parse(JSON.stringify(stored)) as TriggerState;
}

export function rememberedOf(state: TriggerState): Map<string, Remembered> {
	return new Map(
		state.known.map(([id, deliveries, ...values]): [string, Remembered] => [
			id,
			values.length > 0 ? { deliveries, values } : { deliveries },
		]),
	);
}

export function knownOf(id: string, { deliveries, values = [] }: Remembered): Known {
	return [id, deliveries, ...values];
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
const maxStoredCharacters = 40;

const fingerprintLength = 8;

/** Separates the beginning of a long text from its fingerprint. */
const fingerprintMark = '…';

/** Amounts that became text because of their digits, to be compared as numbers. */
const amountPattern = /^-?\d[\d.eE+-]{0,30}$/;

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
		typeof value === 'string' && value.length > maxStoredCharacters && !amountPattern.test(value)
			? `${value.slice(0, maxStoredCharacters - fingerprintLength - 1)}${fingerprintMark}${shortFingerprint(value)}`
			: value,
	);
}

/** Whether a stored value, in full or as a fingerprint, equals the value of a document. */
export function matchesStored(stored: Scalar, value: Scalar): boolean {
	if (stored === value) return true;
	if (typeof stored !== 'string' || typeof value !== 'string') return false;
	const hash = hashIn(stored);
	return hash !== undefined && hash === shortFingerprint(value);
}

function hashIn(stored: string): string | undefined {
	return new RegExp(`${fingerprintMark}([0-9a-f]{${fingerprintLength}})$`).exec(stored)?.[1];
}

/** Whether a document with these values is paid. */
export function isPaidByValues(values: Values): boolean {
	return isPaidPayment({
		paid: valueOf(values, 'payments.paid'),
		total: valueOf(values, 'total'),
		amountPaid: valueOf(values, 'amountPaid'),
	});
}

export function isFinished(values: Values): boolean {
	return finalProcessingStates.includes(Number(valueOf(values, 'processingState')));
}

function isScalar(value: unknown): value is Scalar {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Eight characters of a {@link fingerprint}. */
export const shortFingerprint = (value: unknown): string =>
	fingerprint(value).slice(0, fingerprintLength);
