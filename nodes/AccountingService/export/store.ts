import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** n8n's `prepareBinaryData`, bound to the execution. */
export type Prepare = (content: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;

/** Bytes of a file where n8n's store wants the whole file at once. */
export const bufferedFileBytes = 32 * 1024 * 1024;

/**
 * Hands files to n8n's binary data store chunk by chunk where it can take them so.
 *
 * The file system store writes with fs.writeFile, which takes anything that can be iterated; n8n 2.40
 * writes beside the file and renames it at the end. The stores for databases, S3, Azure and memory ask
 * for the `on` method of a stream, which a verified node has no way to make, and refuse before they
 * ask for the first chunk. So that is the way to tell them apart without leaving a trace: offer an
 * iterable first; when it is turned down untouched, hand over whole files, and small ones.
 */
export class FileStore {
	private takesChunks: boolean | undefined;

	constructor(private readonly prepare: Prepare) {}

	/**
	 * @param content begins the file; its size is to stay below `maxBytes` when that is given
	 * @throws whatever the content or n8n's store throws; then no item refers to the file
	 */
	async save(
		content: (maxBytes?: number) => AsyncGenerator<Buffer>,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData> {
		if (this.takesChunks !== false) {
			const offered = await this.offer(content, fileName, mimeType);
			if (offered) return offered;
			this.takesChunks = false;
		}
		const chunks: Buffer[] = [];
		for await (const chunk of content(bufferedFileBytes)) chunks.push(chunk);
		return await this.prepare(Buffer.concat(chunks), fileName, mimeType);
	}

	/** @returns undefined when the store does not take chunks */
	private async offer(
		content: () => AsyncGenerator<Buffer>,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData | undefined> {
		let isIterated = false;
		const iterable = {
			[Symbol.asyncIterator]: () => {
				isIterated = true;
				return content();
			},
		};
		const stored = this.prepare(iterable as unknown as Buffer, fileName, mimeType);
		return await stored.then(
			(binary) => {
				this.takesChunks = true;
				return binary;
			},
			(failure: unknown) => {
				if (isIterated) throw failure;
				return undefined;
			},
		);
	}
}

/** Why n8n's store failed, without a code such as ENOSPC: n8n replaces the whole message of an error that names one. */
export function reasonOf(failure: unknown): string {
	const text = failure instanceof Error ? failure.message : String(failure);
	return text.replace(/\bE[A-Z]{3,}\b:?\s*/g, '');
}

/** The store of the execution. */
export function storeOf({ helpers }: IExecuteFunctions): FileStore {
	return new FileStore(
		async (content, fileName, mimeType) =>
			await helpers.prepareBinaryData(content, fileName, mimeType),
	);
}
