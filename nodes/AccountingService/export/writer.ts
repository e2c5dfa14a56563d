import { sleep, type IBinaryData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { ServiceError } from '../../shared/client/errors';
import type { EncodedRecord, RecordFeed } from './feed';
import { partName } from './fileName';
import type { FileFormat } from './format';
import type { Progress } from './range';
import { bufferedFileBytes, reasonOf, type FileStore } from './store';
import { Totals, type Sums } from './totals';

/** Bytes to collect before a write. */
const chunkBytes = 256 * 1024;

/** Maximum bytes inside the compressor, and of the end of the file. */
const packingBytes = 1024 * 1024;

/** If n8n keeps files in memory, it saves them with the execution, which limits their size. */
const maxBytesInMemory = 3 * bufferedFileBytes;

/** A worker of n8n that blocks the event loop too long loses the lock of its job. This is far below that. */
const longestTurnMs = 50;

/** One file of an export. It takes documents from the feed until it is full, and adds up their numbers. */
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
	 * The file in chunks. The numbers are complete after the last one.
	 * @param maxBytes maximum size, unless the first document alone is larger
	 * @throws as the feed
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
			// Awaiting available data does not yield to the event loop, so other work of n8n would have to wait.
			if (Date.now() - since < longestTurnMs) continue;
			await sleep(0);
			since = Date.now();
		}
		if (length + tail.length > 0) yield Buffer.concat([...pieces, tail]);
	}

	/** A file has at least one document of any size. */
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
		// The compressed size is known only for bytes that have left the compressor.
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

/** The summary of one file. */
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
	/** A warning. */
	note?: string;
}

export interface FilesPlan {
	format: FileFormat;
	/** With the extension of the format. */
	fileName: string;
	/** Infinity for a single file. */
	maxDocumentsPerFile: number;
	store: FileStore;
	progress: Progress;
}

/**
 * Writes all records of a feed into files, at least one.
 * @throws ServiceError with the progress of the export
 */
export async function exportFiles(feed: RecordFeed, plan: FilesPlan): Promise<ExportedFile[]> {
	const { format, fileName, maxDocumentsPerFile, store } = plan;
	const done: Array<{ part: Part; binary: IBinaryData; durationMs: number }> = [];
	const write = async () => {
		// Some stores keep an incomplete file, so start only when there is data.
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
		`The export is larger than ${megabytes} MB, but this n8n keeps files in memory`,
		{
			description:
				'Export fewer documents at a time, for example one month. Or set the environment variable N8N_DEFAULT_BINARY_DATA_MODE of n8n to filesystem, database or s3.',
		},
	);
}

/**
 * @param stored files that n8n has already stored, to which no item refers
 * @throws ServiceError always: the failure with the progress of the export
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
			'Check the free space and the size limit of the storage for binary data of n8n. For smaller files, add Max Documents per File under File Options.',
	});
}

function howFar({ documents, lastId }: Progress): string {
	if (documents === 0) return 'before the first document';
	const count = documents === 1 ? '1 document' : `${documents} documents`;
	return `after ${count}, the last with the ID ${lastId}`;
}

function keptFiles(stored: number): string {
	const files = stored === 1 ? '1 finished file stays' : `${stored} finished files stay`;
	return `${files} in the storage of n8n until the execution is deleted`;
}
