import { createHash } from 'node:crypto';

import type { RawAnswer } from '../../shared/client/answer';
import type { ListAnswer, ServiceRecord } from '../../shared/client/envelope';
import { parseJsonExactly } from '../../shared/client/json';
import { readDocuments } from '../resources/accountingDocument/documents';
import { fieldsOfFilters } from '../resources/accountingDocument/filters';
import type { Column } from './columns';
import { oneLine, scanPage } from './scannedPage';

/** A document by what a comparison needs; its bytes are kept for the case that it has changed. */
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

/** Reads answers into documents with a fingerprint of what is compared. */
export class ChangeReader {
	readonly fingerprintBytes: number;

	/**
	 * @param columns what is compared; undefined for whole records, byte by byte
	 * @param tellsFields whether it can be told which of the columns differ
	 */
	constructor(
		private readonly columns: Column[] | undefined,
		private readonly tellsFields: boolean,
		private readonly isWanted: (record: ServiceRecord) => boolean,
	) {
		this.fingerprintBytes = tellsFields && columns ? fieldBytes * columns.length : wholeBytes;
	}

	/** @throws ServiceError as {@link readDocuments} */
	readonly read = (answer: RawAnswer, what: string): ListAnswer => {
		const page = scanPage(answer, what, ['currency', 'total', ...fieldsOfFilters]);
		if (!page) {
			const list = readDocuments(answer, what);
			const lineOf = (record: ServiceRecord) => Buffer.from(JSON.stringify(record));
			return { ...list, records: list.records.map((one) => this.seen(one, lineOf(one))) };
		}
		const { bytes, records, envelope } = page;
		return {
			...envelope,
			records: records.map((record) =>
				this.seen(
					record.fields,
					record.isOdd ? oneLine(bytes, record) : bytes.subarray(record.from, record.to),
				),
			),
		};
	};

	private seen(fields: ServiceRecord, line: Buffer): SeenDocument {
		const isWanted = this.isWanted(fields);
		const { id, currency, total } = fields;
		const fingerprint = isWanted ? this.fingerprint(line) : '';
		return { id, isWanted, line, fingerprint, currency, total };
	}

	private fingerprint(line: Buffer): string {
		if (!this.columns) return hashOf(line, wholeBytes);
		const record = recordOf(line);
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
	return parseJsonExactly(line.toString('utf8')) as ServiceRecord;
}

function hashOf(content: Buffer | string, bytes: number): string {
	return createHash('sha256').update(content).digest().toString('latin1', 0, bytes);
}
