import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../service/envelope';
import type { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { Totals } from './totals';

/** Characters gathered before they become a chunk of bytes. */
const chunkLength = 128 * 1024;

/** One file of an export: takes documents from the feed until it is full, and keeps the account of them. */
export class Part {
	documents = 0;

	rows = 0;

	firstId: number | string | null = null;

	lastId: number | string | null = null;

	/** Length of the finished file. */
	byteLength = 0;

	sha256 = '';

	readonly totals = new Totals();

	constructor(
		private readonly feed: RecordFeed,
		private readonly format: FileFormat,
		private readonly maxDocuments: number,
	) {}

	/**
	 * The file, in chunks; the account is complete once it has ended.
	 * @param maxBytes the file ends with the document that reaches it
	 * @throws whatever the feed throws
	 */
	async *bytes(maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
		const hash = createHash('sha256');
		const chunks = this.format.pack ? this.format.pack(this.text(maxBytes)) : this.text(maxBytes);
		for await (const chunk of chunks) {
			hash.update(chunk);
			this.byteLength += chunk.length;
			yield chunk;
		}
		this.sha256 = hash.digest('hex');
	}

	private async *text(maxBytes: number): AsyncGenerator<Buffer> {
		const { feed } = this;
		const writer = this.format.newFile();
		let text = writer.head;
		let length = 0;
		for (;;) {
			const record = feed.peek() ?? (await feed.load());
			if (!record || this.byteLength >= maxBytes) break;
			const rows = this.format.rowsOf(record);
			if (this.isFull(length + text.length, rows)) break;
			text += writer.add(record);
			this.account(record, rows);
			feed.advance();
			if (text.length >= chunkLength) {
				length += text.length;
				yield Buffer.from(text);
				text = '';
			}
		}
		text += writer.tail;
		if (text !== '') yield Buffer.from(text);
	}

	/** A file takes at least one document, whatever its size. */
	private isFull(textLength: number, moreRows: number): boolean {
		if (this.documents === 0) return false;
		return (
			this.documents >= this.maxDocuments ||
			this.rows + moreRows > this.format.maxRows ||
			textLength > this.format.maxTextLength
		);
	}

	private account(record: ServiceRecord, rows: number): void {
		this.firstId ??= record.id ?? null;
		this.lastId = record.id ?? null;
		this.documents++;
		this.rows += rows;
		this.totals.add(record);
	}
}
