import { createHash } from 'node:crypto';

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
		const [name, member] = field.split('.');
		const whole = record[name];
		const value =
			member === undefined ? whole : (whole as Record<string, unknown> | null)?.[member];
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
