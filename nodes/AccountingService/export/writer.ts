import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import { checksumText } from '../../shared/documents/checksum';
import { collection, textWithin } from '../../shared/fields/readForm';
import { outputField } from './outputField';
import type { OperationCall } from '../operation';
import type { RecordFeed } from './feed';
import { exportName, lineItemsName, partName } from './fileName';
import { maxDocumentsOf } from './readForm';
import type { FileFormat } from './format';
import { Part } from './part';
import type { Progress } from '../reading';
import { bufferedFileBytes, reasonOf, storeOf, type FileStore } from './store';
import type { Sums } from './totals';

/** If n8n keeps files in memory, it saves them with the execution, which limits their size. */
const maxBytesInMemory = 3 * bufferedFileBytes;

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
	/** Of the documents' dates and amounts (documents/checksum.ts). */
	checksum: string;
	bytes: number;
	sha256: string;
	details: {
		format: string;
		/** Including those that a filter of the node excludes. */
		documentsRead: number;
		/** 1-based. */
		part: number;
		parts: number;
		durationMs: number;
		/** The line items in its second sheet, or in a second file. */
		lineItems?: { rows: number; fileName?: string; bytes?: number; sha256?: string };
	};
	binaries: IBinaryKeyData;
	/** A warning. */
	note?: string;
}

/** A part with its stored files. */
interface StoredPart {
	part: Part;
	binary: IBinaryData;
	/** The file of the line items. */
	second?: IBinaryData;
	durationMs: number;
}

export interface FilesPlan {
	format: FileFormat;
	/** With the extension of the format. */
	fileName: string;
	/** The binary field of the item. The second file is in its {@link secondField}. */
	field: string;
	/** Infinity for a single file. */
	maxDocumentsPerFile: number;
	store: FileStore;
	progress: Progress;
	hint: OperationCall['hint'];
}

/** The binary field of the second file. */
export const secondField = (field: string) => `${field}LineItems`;

/** The files of the form. @throws ServiceError (badInput) that names the field */
export function filesPlan(call: OperationCall, format: FileFormat, progress: Progress): FilesPlan {
	const { form, host, hint } = call;
	return {
		format,
		fileName: exportName(call, format.extension),
		field: textWithin(collection(form, 'options'), outputField),
		maxDocumentsPerFile: maxDocumentsOf(form),
		store: storeOf(host),
		progress,
		hint,
	};
}

/**
 * Writes all records of a feed into files, at least one. Hints name what the files lack.
 * @throws ServiceError with the progress of the export
 */
export async function exportFiles(feed: RecordFeed, plan: FilesPlan): Promise<ExportedFile[]> {
	const { format, maxDocumentsPerFile } = plan;
	const done: StoredPart[] = [];
	const write = async () => {
		// Some stores keep an incomplete file, so start only when there is data.
		await feed.load();
		do {
			const started = Date.now();
			const part = new Part(feed, format, maxDocumentsPerFile);
			const stored = await storePart(part, plan);
			done.push({ part, ...stored, durationMs: Date.now() - started });
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
	for (const table of [format, format.lineItems]) {
		for (const notice of table?.notices?.() ?? []) plan.hint(`${notice}.`);
	}
	return done.map((stored, index) => exported(stored, plan, index + 1, done.length));
}

/** Stores a part, and the second file with its line items at the same time. @throws the first failure */
async function storePart(
	part: Part,
	{ format, fileName, store }: FilesPlan,
): Promise<Pick<StoredPart, 'binary' | 'second'>> {
	const { lineItems: table, pipe } = part;
	const stored =
		table && !format.hasSheets
			? store.save(() => part.lineItemBytes(table), lineItemsName(fileName), table.format.mimeType)
			: Promise.resolve(undefined);
	const outcome = stored.then(
		(second) => ({ second }),
		(failure: unknown) => ({ failure }),
	);
	const content = (maxBytes?: number) => part.bytes(maxBytes);
	const binary = await store
		.save(content, fileName, format.mimeType)
		.catch(async (failure: unknown) => {
			// If the second file failed first, its failure is the cause. Otherwise it fails for the same reason.
			await pipe.fail(failure);
			const other = await outcome;
			throw 'failure' in other ? other.failure : failure;
		});
	const other = await outcome;
	if ('failure' in other) throw other.failure;
	return { binary, ...other };
}

function exported(
	{ part: file, binary, second, durationMs }: StoredPart,
	{ fileName, field, format, progress }: FilesPlan,
	part: number,
	parts: number,
): ExportedFile {
	const name = partName(fileName, part, parts);
	const secondName = partName(lineItemsName(fileName), part, parts);
	const { documents, firstId, lastId, totals, checksum, table, lineItems } = file;
	const { rows, byteLength: bytes, sha256 } = table;
	const ofSecond = lineItems &&
		second && { fileName: secondName, bytes: lineItems.byteLength, sha256: lineItems.sha256 };
	return {
		fileName: name,
		documents,
		rows,
		firstId,
		lastId,
		totals: totals.byCurrency(),
		checksum: checksumText(checksum),
		bytes,
		sha256,
		details: {
			format: format.extension,
			documentsRead: progress.documents,
			part,
			parts,
			durationMs,
			...(lineItems && { lineItems: { rows: lineItems.rows, ...ofSecond } }),
		},
		binaries: {
			[field]: { ...binary, fileName: name },
			...(second && { [secondField(field)]: { ...second, fileName: secondName } }),
		},
		note: totals.note(),
	};
}

function refuseTooMuchInMemory(done: StoredPart[]): void {
	const inMemory = done.filter(({ binary }) => binary.id === undefined);
	const bytes = inMemory.reduce(
		(sum, { part, second }) =>
			sum + part.table.byteLength + ((second && part.lineItems?.byteLength) ?? 0),
		0,
	);
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
	const kept = stored.length === 0 ? 'no file was finished' : keptFiles(stored.length);
	const soFar = `The export stopped ${howFar(progress)}, and ${kept}`;
	if (failure instanceof ServiceError) {
		throw failure.addToMessage(soFar);
	}
	const reason = reasonOf(failure);
	throw new ServiceError('incomplete', `n8n could not store the file: ${reason}. ${soFar}`, {
		description:
			'Check the free space and the size limit of the storage for binary data of n8n. For smaller files, add Max Documents per File under Options.',
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
