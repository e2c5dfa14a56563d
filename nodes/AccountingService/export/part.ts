import { sleep } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { EncodedRecord, RecordFeed } from './feed';
import type { FileFormat, FileWriter, TableRows } from './format';
import { Pipe } from './pipe';
import { bufferedFileBytes } from './store';
import { Totals } from './totals';

/** Bytes to collect before a write. */
const chunkBytes = 256 * 1024;

/** Maximum bytes inside the compressor, and of the end of the file. */
const packingBytes = 1024 * 1024;

/** A worker of n8n that blocks the event loop too long loses the lock of its job. This is far below that. */
const longestTurnMs = 50;

/** A table of a part: the documents, or their line items. */
class Table {
	rows = 0;

	/** Bytes of the finished file, or those of a second sheet in memory. */
	byteLength = 0;

	sha256 = '';

	/** Bytes of text that wait for {@link take}. */
	waiting = 0;

	private readonly writer: FileWriter;

	private readonly tailBytes: number;

	private pieces: string[] = [];

	/** Bytes of text without the tail. */
	private length = 0;

	constructor(readonly format: FileFormat) {
		this.writer = format.newFile();
		this.tailBytes = Buffer.byteLength(this.writer.tail);
		this.push(this.writer.head);
	}

	add({ rows, text }: TableRows): void {
		if (rows === 0) return;
		this.rows += rows;
		this.push(this.writer.place?.(text) ?? text);
	}

	isFull({ rows, text }: TableRows, maxBytes: number): boolean {
		const { format, length } = this;
		if (this.rows + rows > format.maxRows || length > format.maxTextBytes) return true;
		// The compressed size is known only for bytes that have left the compressor.
		if (format.pack) return this.byteLength > maxBytes - packingBytes;
		if (maxBytes === Number.POSITIVE_INFINITY) return false;
		return length + Buffer.byteLength(text) + this.tailBytes > maxBytes;
	}

	take(): Buffer {
		const text = Buffer.allocUnsafe(this.waiting);
		let at = 0;
		for (const piece of this.pieces) at += text.write(piece, at);
		[this.pieces, this.waiting] = [[], 0];
		return text;
	}

	end(): Buffer {
		this.push(this.writer.tail);
		return this.take();
	}

	/** The bytes of the file. After the last one, rows, bytes and sha256 are final. */
	async *measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		const hash = createHash('sha256');
		for await (const chunk of chunks) {
			hash.update(chunk);
			this.byteLength += chunk.length;
			yield chunk;
		}
		this.sha256 = hash.digest('hex');
	}

	private push(text: string): void {
		const bytes = Buffer.byteLength(text);
		this.pieces.push(text);
		this.waiting += bytes;
		this.length += bytes;
	}
}

/** One file of an export. It takes documents from the feed until it is full, and adds up their numbers. */
export class Part {
	documents = 0;

	firstId: number | string | null = null;

	lastId: number | string | null = null;

	readonly totals = new Totals();

	/** Sum of the documents' checksums. */
	checksum = 0n;

	readonly table: Table;

	/** A second file or sheet, which is written at the same time as the first. */
	readonly lineItems?: Table;

	/** The text of the line items. */
	readonly pipe = new Pipe();

	constructor(
		private readonly feed: RecordFeed,
		private readonly format: FileFormat,
		private readonly maxDocuments: number,
	) {
		this.table = new Table(format);
		if (format.lineItems) this.lineItems = new Table(format.lineItems);
	}

	/**
	 * The file in chunks. After the last one, rows, bytes and sha256 are final.
	 * @param maxBytes maximum size, unless the first document alone is larger
	 * @throws as the feed
	 */
	bytes(maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
		const { format, table, lineItems } = this;
		const text = this.text(maxBytes);
		if (!lineItems || !format.hasSheets) return table.measured(format.pack?.(text) ?? text);
		const onKept = (bytes: number) => {
			lineItems.byteLength += bytes;
		};
		const sheet = { text: this.pipe.content(), onKept };
		return table.measured(format.pack?.(text, sheet) ?? text);
	}

	/** The file of the line items, which ends with the other one. */
	lineItemBytes(lineItems: Table): AsyncGenerator<Buffer> {
		const text = this.pipe.content();
		return lineItems.measured(lineItems.format.pack?.(text) ?? text);
	}

	private async *text(maxBytes: number): AsyncGenerator<Buffer> {
		const { feed, table, lineItems, pipe } = this;
		let since = Date.now();
		for (;;) {
			const record = feed.peek() ?? (await feed.load());
			if (!record || this.isFull(record, maxBytes)) break;
			this.add(record);
			feed.advance();
			if (table.waiting + (lineItems?.waiting ?? 0) < chunkBytes) continue;
			if (lineItems) await pipe.write(lineItems.take());
			yield table.take();
			// Awaiting available data does not yield to the event loop, so other work of n8n would have to wait.
			if (Date.now() - since < longestTurnMs) continue;
			await sleep(0);
			since = Date.now();
		}
		if (lineItems) {
			await pipe.write(lineItems.end());
			await pipe.end();
		}
		const end = table.end();
		if (end.length > 0) yield end;
	}

	/** A file has at least one document of any size. */
	private isFull(record: EncodedRecord, maxBytes: number): boolean {
		const { format, table, lineItems, documents } = this;
		if (documents === 0) return false;
		if (documents >= this.maxDocuments) return true;
		if (!lineItems || !record.lineItems) return table.isFull(record, maxBytes);
		if (!format.hasSheets) {
			return table.isFull(record, maxBytes) || lineItems.isFull(record.lineItems, maxBytes);
		}
		const left = maxBytes - lineItems.byteLength - packingBytes;
		return table.isFull(record, left) || lineItems.isFull(record.lineItems, bufferedFileBytes);
	}

	private add(record: EncodedRecord): void {
		const { id, currency, total, checksum } = record;
		this.firstId ??= id;
		this.lastId = id;
		this.documents++;
		this.totals.add(currency, total);
		this.checksum += checksum;
		this.table.add(record);
		if (record.lineItems) this.lineItems?.add(record.lineItems);
	}
}
