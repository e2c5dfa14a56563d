import type { ServiceRecord } from '../../shared/client/envelope';
import { EncodedPage, type EncodedRecord } from './encodedPage';
import type { FileFormat } from './format';

export type Change = 'created' | 'updated' | 'deleted';

/** Changes as rows of a file, a page of them after the other. */
export class ChangeRows {
	private page = new EncodedPage();

	private rows: EncodedRecord[] = [];

	/** @param format encodes what a document has become (changeFormat.ts) */
	constructor(private readonly format: FileFormat) {}

	add(
		{ id, currency, total }: ServiceRecord,
		change: Change,
		document: ServiceRecord,
		changedFields?: string,
	): void {
		const row = { change, id, changedFields, document };
		const { text, rows } = this.format.encode(row);
		const place = this.page.addText({ currency, total }, text, rows);
		this.rows.push({ id, page: this.page, place });
	}

	/** What was added since the last time. */
	take(): EncodedRecord[] {
		const { rows } = this;
		this.page.finish();
		this.page = new EncodedPage();
		this.rows = [];
		return rows;
	}
}
