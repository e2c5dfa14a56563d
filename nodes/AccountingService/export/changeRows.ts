import type { ServiceRecord } from '../../shared/client/envelope';
import { encoded, type EncodedRecord } from './encoded';
import type { FileFormat } from './format';

export type Change = 'created' | 'updated' | 'deleted';

/** Changes as rows of a file, a page of them after the other. */
export class ChangeRows {
	private rows: EncodedRecord[] = [];

	/** @param format encodes what a document has become (changeFormat.ts) */
	constructor(private readonly format: FileFormat) {}

	add(
		record: ServiceRecord,
		change: Change,
		document: ServiceRecord,
		changedFields?: string,
	): void {
		const row = { change, id: record.id, changedFields, document };
		this.rows.push(encoded(record, this.format, row));
	}

	/** What was added since the last time. */
	take(): EncodedRecord[] {
		const { rows } = this;
		this.rows = [];
		return rows;
	}
}
