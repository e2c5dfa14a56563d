import type { IBinaryData } from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import type { Bounds } from './bounds';
import { partName } from './fileName';
import type { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { Part } from './part';
import { bufferedFileBytes, type FileStore } from './store';
import type { Sums } from './totals';

/** The account of one file, as the item of the file shows it. */
export interface FileAccount {
	fileName: string;
	documents: number;
	/** Without the heading. */
	rows: number;
	firstId: number | string | null;
	/** Where the next export goes on: the last document's, or where this one went on when there was none. */
	lastId: number | string | null;
	/** The bounds that the export was given; null where it was open. */
	afterId: string | null;
	untilId: string | null;
	/** Sums of `total` by currency, as exact decimals. */
	totals: Sums;
	sha256: string;
	bytes: number;
	durationMs: number;
	/** 1-based. */
	part: number;
	parts: number;
}

export interface ExportedFile {
	account: FileAccount;
	binary: IBinaryData;
	/** What the user should know of the file. */
	notice?: string;
}

export interface ExportOptions {
	format: FileFormat;
	/** With the ending of the format. */
	fileName: string;
	/** Infinity for one file. */
	maxDocumentsPerFile: number;
	store: FileStore;
	bounds: Bounds;
	/** Hears of each file that n8n has stored. */
	onStored: () => void;
}

/** Where n8n keeps files in memory they go into the saved execution, which bears no more than this. */
const maxBytesInMemory = 3 * bufferedFileBytes;

/**
 * Writes all records of a feed into files, at least one.
 * @throws whatever the feed or the store throws, and ServiceError (badInput) when n8n would have to
 * hold too much in memory
 */
export async function exportFiles(
	feed: RecordFeed,
	{ format, fileName, maxDocumentsPerFile, store, bounds, onStored }: ExportOptions,
): Promise<ExportedFile[]> {
	const done: Array<{ part: Part; binary: IBinaryData; durationMs: number }> = [];
	let bytesInMemory = 0;
	let begun = Date.now();
	// Some stores leave what they had begun to write, so nothing begins before there is something.
	await feed.load();
	do {
		const part = new Part(feed, format, maxDocumentsPerFile);
		const content = (maxBytes?: number) => part.bytes(maxBytes);
		const binary = await store.save(content, fileName, format.mimeType);
		const ended = Date.now();
		done.push({ part, binary, durationMs: ended - begun });
		begun = ended;
		if (binary.id === undefined) bytesInMemory += part.byteLength;
		else onStored();
		if (bytesInMemory > maxBytesInMemory) throw tooMuchInMemory();
	} while (await feed.load());
	return done.map(({ part, binary, durationMs }, index) => {
		const name = partName(fileName, index + 1, done.length);
		return {
			binary: { ...binary, fileName: name },
			notice: part.totals.notice(),
			account: {
				fileName: name,
				documents: part.documents,
				rows: part.rows,
				firstId: part.firstId,
				lastId: part.documents > 0 ? part.lastId : (bounds.afterId ?? null),
				afterId: bounds.afterId ?? null,
				untilId: bounds.untilId ?? null,
				totals: part.totals.byCurrency(),
				sha256: part.sha256,
				bytes: part.byteLength,
				durationMs,
				part: index + 1,
				parts: done.length,
			},
		};
	});
}

function tooMuchInMemory(): ServiceError {
	const megabytes = Math.round(maxBytesInMemory / 1024 / 1024);
	return new ServiceError(
		'badInput',
		`n8n keeps files in memory here, and the export is larger than ${megabytes} MB`,
		{
			description:
				'Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, database or s3 where n8n is started, or export less at a time, for example one month.',
		},
	);
}
