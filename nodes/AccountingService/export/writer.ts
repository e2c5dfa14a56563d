import { sleep, type IBinaryData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { ServiceError } from '../../shared/client/errors';
import type { EncodedRecord, RecordFeed } from './feed';
import { partName } from './fileName';
import type { FileFormat } from './format';
import type { Progress } from './range';
import { bufferedFileBytes, reasonOf, type FileStore } from './store';
import { Totals, type Sums } from './totals';

/** What is collected before it is written. */
const chunkBytes = 256 * 1024;

/** What may be on its way through the packing of a file, besides the end that the format adds. */
const packingBytes = 1024 * 1024;

/** Where n8n keeps files in memory they go into the saved execution, which bears no more than this. */
const maxBytesInMemory = 3 * bufferedFileBytes;

/** A worker of n8n that does not answer for longer loses the lock of its job; nobody notices as much. */
const longestTurnMs = 50;

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
		let since = Date.now();
		for (;;) {
			const record = feed.peek() ?? (await feed.load());
			if (!record || this.isFull(record, written + length, tail.length, maxBytes)) break;
			const bytes = writer.place?.(record.bytes) ?? record.bytes;
			pieces.push(bytes);
			length += bytes.length;
			this.account(record);
			feed.advance();
			if (length < chunkBytes) continue;
			yield Buffer.concat(pieces);
			written += length;
			[pieces, length] = [[], 0];
			// Awaiting alone gives other work of n8n no turn: what is there already goes on at once.
			if (Date.now() - since < longestTurnMs) continue;
			await sleep(0);
			since = Date.now();
		}
		if (length + tail.length > 0) yield Buffer.concat([...pieces, tail]);
	}

	/** A file takes at least one document, whatever its size. */
	private isFull(
		{ rows, bytes }: EncodedRecord,
		textBytes: number,
		tailBytes: number,
		maxBytes: number,
	): boolean {
		const { format, documents, maxDocuments } = this;
		if (documents === 0) return false;
		if (documents >= maxDocuments || this.rows + rows > format.maxRows) return true;
		if (textBytes > format.maxTextBytes) return true;
		// How long a packed file gets is known only of what has come out of the packing.
		if (format.pack) return this.byteLength > maxBytes - packingBytes;
		return textBytes + bytes.length + tailBytes > maxBytes;
	}

	private account({ id, rows, currency, total }: EncodedRecord): void {
		this.firstId ??= id ?? null;
		this.lastId = id ?? null;
		this.documents++;
		this.rows += rows;
		this.totals.add(currency, total);
	}
}

/** What is said of one file. */
export interface ExportedFile {
	fileName: string;
	documents: number;
	/** Without the heading. */
	rows: number;
	firstId: number | string | null;
	lastId: number | string | null;
	/** Sums of `total` by currency, as exact decimals. */
	totals: Sums;
	bytes: number;
	sha256: string;
	/** 1-based. */
	part: number;
	parts: number;
	durationMs: number;
	binary: IBinaryData;
	/** What the user should know of it. */
	note?: string;
}

export interface FilesPlan {
	format: FileFormat;
	/** With the ending of the format. */
	fileName: string;
	/** Infinity for one file. */
	maxDocumentsPerFile: number;
	store: FileStore;
	progress: Progress;
}

/**
 * Writes all records of a feed into files, at least one.
 * @throws ServiceError with how far the export has come
 */
export async function exportFiles(feed: RecordFeed, plan: FilesPlan): Promise<ExportedFile[]> {
	const { format, fileName, maxDocumentsPerFile, store } = plan;
	const done: Array<{ part: Part; binary: IBinaryData; durationMs: number }> = [];
	const write = async () => {
		// Some stores leave what they had begun to write, so nothing begins before there is something.
		await feed.load();
		do {
			const started = Date.now();
			const part = new Part(feed, format, maxDocumentsPerFile);
			const content = (maxBytes?: number) => part.bytes(maxBytes);
			const binary = await store.save(content, fileName, format.mimeType);
			done.push({ part, binary, durationMs: Date.now() - started });
			refuseTooMuchInMemory(done);
		} while (await feed.load());
	};
	await write().catch((failure: unknown) => {
		stoppedExport(
			failure,
			plan.progress,
			done.filter(({ binary }) => binary.id !== undefined),
		);
	});
	return done.map(({ part: file, binary, durationMs }, index) => {
		const [part, parts] = [index + 1, done.length];
		const name = partName(fileName, part, parts);
		const { documents, rows, firstId, lastId, totals, byteLength, sha256 } = file;
		return {
			...{ fileName: name, documents, rows, firstId, lastId, totals: totals.byCurrency() },
			...{ bytes: byteLength, sha256, part, parts, durationMs },
			binary: { ...binary, fileName: name },
			note: totals.note(),
		};
	});
}

function refuseTooMuchInMemory(done: Array<{ part: Part; binary: IBinaryData }>): void {
	const inMemory = done.filter(({ binary }) => binary.id === undefined);
	const bytes = inMemory.reduce((sum, { part }) => sum + part.byteLength, 0);
	if (bytes <= maxBytesInMemory) return;
	const megabytes = Math.round(maxBytesInMemory / 1024 / 1024);
	throw new ServiceError(
		'badInput',
		`n8n keeps files in memory here, and the export is larger than ${megabytes} MB`,
		{
			description:
				'Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, database or s3 where n8n is started, or export less at a time, for example one month.',
		},
	);
}

/**
 * @param stored files that n8n has stored by now; nothing refers to them any more
 * @throws ServiceError always: the failure, with how far the export had come
 */
export function stoppedExport(
	failure: unknown,
	progress: Progress,
	stored: readonly unknown[] = [],
): never {
	const kept = stored.length === 0 ? 'no file was kept' : keptFiles(stored.length);
	const soFar = `The export stopped ${howFar(progress)}, and ${kept}`;
	if (failure instanceof ServiceError) {
		const { kind, message, description, status, fields, retryAfterMs } = failure;
		throw new ServiceError(kind, `${message}. ${soFar}`, {
			...{ description, status, fields, retryAfterMs },
		});
	}
	const reason = reasonOf(failure);
	throw new ServiceError('incomplete', `n8n could not store the file: ${reason}. ${soFar}`, {
		description:
			'Check the free space and the size limit of where n8n stores binary data, and set "Max Documents per File" in the file options to make smaller files.',
	});
}

function howFar({ documents, lastId }: Progress): string {
	if (documents === 0) return 'before the first document';
	const count = documents === 1 ? '1 document' : `${documents} documents`;
	return `after ${count}, the last with the ID ${lastId}`;
}

function keptFiles(stored: number): string {
	const files = stored === 1 ? '1 file that was' : `${stored} files that were`;
	return `${files} finished before ${stored === 1 ? 'stays' : 'stay'} in the store of n8n without an item, until the execution is deleted`;
}
