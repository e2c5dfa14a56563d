import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** n8n's `prepareBinaryData`, bound to the execution. */
type Prepare = (content: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;

/** Maximum file size if n8n's store accepts only whole files. */
export const bufferedFileBytes = 32 * 1024 * 1024;

/**
 * Streams files to n8n's binary data store if the store can iterate.
 *
 * The file system store uses fs.writeFile, which accepts an iterable. n8n 2.40 writes a temporary file and renames it.
 * The stores for databases, S3, Azure and memory need the `on` method of a stream, which a verified node cannot create.
 * They throw before they request the first chunk. So this offers an iterable first. If the store throws without
 * iterating, this saves small, whole files instead.
 */
export class FileStore {
	private takesChunks: boolean | undefined;

	constructor(private readonly prepare: Prepare) {}

	/**
	 * @param content starts the file, with at most `maxBytes` if given
	 * @throws as the content or n8n's store; then no item refers to the file
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

	/** @returns undefined if the store does not accept chunks */
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

/** Why n8n's store failed, without a code such as ENOSPC. n8n replaces an error message that contains one. */
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
