import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../../shared/client/envelope';
import type { Column } from './columns';
import { nameOf } from './encoded';

/** A document by what a comparison needs; its JSON is kept for the case that it has changed. */
export interface SeenDocument extends ServiceRecord {
	isWanted: boolean;
	line: Buffer;
	/** One character for each byte. */
	fingerprint: string;
	currency: unknown;
	total: unknown;
}

const wholeBytes = 8;
const fieldBytes = 4;

/** Takes a fingerprint of what is compared of each document. */
export class ChangeReader {
	readonly fingerprintBytes: number;

	/**
	 * @param columns what is compared; undefined for whole records
	 * @param tellsFields whether it can be told which of the columns differ
	 */
	constructor(
		private readonly columns: Column[] | undefined,
		private readonly tellsFields: boolean,
		private readonly isWanted: (record: ServiceRecord) => boolean,
	) {
		this.fingerprintBytes = tellsFields && columns ? fieldBytes * columns.length : wholeBytes;
	}

	/** What is kept of a document until it is compared. */
	readonly seen = (record: ServiceRecord): SeenDocument => {
		const { currency, total } = record;
		const isWanted = this.isWanted(record);
		const line = Buffer.from(isWanted ? JSON.stringify(record) : '');
		const fingerprint = isWanted ? this.fingerprint(record, line) : '';
		return { ...nameOf(record), isWanted, line, fingerprint, currency, total };
	};

	private fingerprint(record: ServiceRecord, line: Buffer): string {
		if (!this.columns) return hashOf(line, wholeBytes);
		const values = this.columns.map(({ read }) => JSON.stringify(read(record) ?? null));
		return this.tellsFields
			? values.map((value) => hashOf(value, fieldBytes)).join('')
			: hashOf(values.join('\n'), wholeBytes);
	}

	/** The columns in which two fingerprints differ. */
	changedFields(before: string, now: string): string[] {
		const { columns = [] } = this;
		const part = (fingerprint: string, index: number) =>
			fingerprint.slice(index * fieldBytes, (index + 1) * fieldBytes);
		return columns
			.filter((_, index) => part(before, index) !== part(now, index))
			.map(({ path }) => path);
	}
}

export function recordOf(line: Buffer): ServiceRecord {
	return JSON.parse(line.toString()) as ServiceRecord;
}

function hashOf(content: Buffer | string, bytes: number): string {
	return createHash('sha256').update(content).digest().toString('latin1', 0, bytes);
}
