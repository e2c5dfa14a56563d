import { createHash } from 'node:crypto';

import type { EncodedRecord } from './encoded';
import type { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { Totals } from './totals';
import { Turns } from './turns';

/** What is collected before it is written. */
const chunkBytes = 256 * 1024;

/** What may be on its way through the packing of a file, besides the end that the format adds. */
const packingBytes = 1024 * 1024;

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
	 * @param maxBytes the file is no longer, unless its first document is
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
		const tail = Buffer.from(writer.tail);
		let pieces: Buffer[] = [Buffer.from(writer.head)];
		let [length, written] = [pieces[0].length, 0];
		const turns = new Turns();
		for (;;) {
			const record = feed.peek() ?? (await feed.load());
			if (!record) break;
			const textBytes = written + length;
			if (this.isFull(textBytes, record.rows)) break;
			if (this.isTooLong(textBytes + record.bytes.length + tail.length, maxBytes)) break;
			const bytes = writer.place?.(record.bytes) ?? record.bytes;
			pieces.push(bytes);
			length += bytes.length;
			this.account(record);
			feed.advance();
			if (length >= chunkBytes) {
				yield Buffer.concat(pieces);
				written += length;
				[pieces, length] = [[], 0];
				await turns.give();
			}
		}
		if (length + tail.length > 0) yield Buffer.concat([...pieces, tail]);
	}

	/** A file takes at least one document, whatever its size. */
	private isFull(textBytes: number, moreRows: number): boolean {
		if (this.documents === 0) return false;
		return (
			this.documents >= this.maxDocuments ||
			this.rows + moreRows > this.format.maxRows ||
			textBytes > this.format.maxTextBytes
		);
	}

	/** How long a packed file gets is known only of what has come out of the packing. */
	private isTooLong(textBytes: number, maxBytes: number): boolean {
		if (this.documents === 0) return false;
		return this.format.pack ? this.byteLength > maxBytes - packingBytes : textBytes > maxBytes;
	}

	private account({ id, rows, currency, total }: EncodedRecord): void {
		this.firstId ??= id ?? null;
		this.lastId = id ?? null;
		this.documents++;
		this.rows += rows;
		this.totals.add(currency, total);
	}
}
