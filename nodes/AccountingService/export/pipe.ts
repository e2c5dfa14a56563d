/** A file that is written and read at the same time. The writer waits for a slower reader. */
export class Pipe {
	private readonly stream: CompressionStream | DecompressionStream | TransformStream;

	private readonly sink: WritableStreamDefaultWriter<Uint8Array>;

	/** @param stream converts the content, e.g. compresses it */
	constructor(stream: Pipe['stream'] = new TransformStream()) {
		this.stream = stream;
		this.sink = stream.writable.getWriter();
	}

	/** @throws if the reader has stopped */
	async write(chunk: Uint8Array): Promise<void> {
		if (chunk.length > 0) await this.sink.write(chunk);
	}

	async end(): Promise<void> {
		await this.sink.close();
	}

	/** The reader gets the reason, unless it has stopped or the content has ended. */
	async fail(reason: unknown): Promise<void> {
		await this.sink.abort(reason).then(undefined, () => {});
	}

	async *content(): AsyncGenerator<Buffer> {
		for await (const chunk of this.stream.readable) yield Buffer.from(chunk as Uint8Array);
	}
}

/** Converts a stream. If one side fails or stops, the other one ends too. */
export async function* through(
	stream: CompressionStream | DecompressionStream,
	source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
	const pipe = new Pipe(stream);
	const feed = async () => {
		for await (const chunk of source) await pipe.write(chunk);
		await pipe.end();
	};
	let failure: { reason: unknown } | undefined;
	const fed = feed().then(undefined, async (reason: unknown) => {
		failure ??= { reason };
		await pipe.fail(reason);
	});
	const content = pipe.content();
	try {
		for (;;) {
			// A failed writer ends the reader with an error of its own.
			const read = await content.next().then(undefined, (reason: unknown) => {
				failure ??= { reason };
			});
			if (!read || read.done) break;
			yield read.value;
		}
	} finally {
		await content.return(undefined);
		await fed;
	}
	if (failure) throw failure.reason;
}
