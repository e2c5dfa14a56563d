import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../../shared/client/envelope';
import type { Column } from './columns';

/** The compared values of a document. */
export interface Compared {
	/** Undefined for entire records. */
	columns?: Column[];
	/** Whether each column has its own fingerprint, for the names of the changed fields. */
	perField: boolean;
	isWanted: (record: ServiceRecord) => boolean;
}

/** Base64 characters of a fingerprint: 66 bits of a document, 36 of a field. */
const documentLength = 11;
const fieldLength = 6;

/** Identifies the compared values of a document. */
export function fingerprintOf({ columns, perField }: Compared, record: ServiceRecord): string {
	const values = columns?.map(({ read }) => JSON.stringify(read(record) ?? null));
	return values && perField
		? values.map((value) => hashOf(value, fieldLength)).join('')
		: hashOf(values?.join('\n') ?? JSON.stringify(record), documentLength);
}

const hashOf = (content: string, length: number) =>
	createHash('sha256').update(content).digest('base64').slice(0, length);

/** The headings of the changed columns; undefined without Name Changed Fields. */
export function fieldsThatDiffer(
	{ columns = [], perField }: Compared,
	before: string,
	now: string,
): string | undefined {
	if (!perField) return undefined;
	const part = (fingerprint: string, index: number) =>
		fingerprint.slice(index * fieldLength, (index + 1) * fieldLength);
	const differing = columns.filter((_, index) => part(before, index) !== part(now, index));
	return differing.map(({ heading }) => heading).join(',');
}
