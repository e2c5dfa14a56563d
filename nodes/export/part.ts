import { createHash } from 'node:crypto';

import { idOf } from '../service/identity';
import type { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { Totals } from './totals';

/** Characters gathered before they become a chunk of bytes. */
const chunkLength = 128 * 1024;

export interface PartLimits {
	maxDocuments: number;
	/** The file ends with the document that reaches it; undefined for any size. */
	maxBytes?: number;
}

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
		private readonly limits: PartLimits,
	) {}

	/** The file, in chunks; the account is complete once it has ended. @throws whatever the feed throws */
	async *bytes(): AsyncGenerator<Buffer> {
		const hash = createHash('sha256');
		const chunks = this.format.pack ? this.format.pack(this.text()) : this.text();
		for await (const chunk of chunks) {
			hash.update(chunk);
			this.byteLength += chunk.length;
			yield chunk;
		}
		this.sha256 = hash.digest('hex');
	}

	private async *text(): AsyncGenerator<Buffer> {
		const { feed } = this;
		const writer = this.format.newFile();
		let text = writer.head;
		let length = 0;
		for (;;) {
			const record = feed.peek() ?? (await feed.load());
			if (!record || this.isFull(length + text.length, this.format.rowsOf(record))) break;
			text += writer.add(record);
			this.account(record, this.format.rowsOf(record));
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
		const { maxDocuments, maxBytes = Number.POSITIVE_INFINITY } = this.limits;
		return (
			this.documents >= maxDocuments ||
			this.rows + moreRows > this.format.maxRows ||
			textLength > this.format.maxTextLength ||
			this.byteLength >= maxBytes
		);
	}

	private account(record: Parameters<typeof idOf>[0], rows: number): void {
		this.firstId ??= record.id ?? null;
		this.lastId = record.id ?? null;
		this.documents++;
		this.rows += rows;
		this.totals.add(record);
	}
}
