/** Streams multipart bodies (RFC 2046): keeps only the size, hash and beginning of a part. */
import { createHash, type Hash } from 'node:crypto';

import { Refusal } from './answers';

export type Part = {
	/** Names in lower case. */
	headers: Record<string, string>;
	/** Bytes. */
	size: number;
	sha256: string;
	/** The first bytes, or all if there are few. */
	beginning: Buffer;
};

/** Length of the kept beginning: enough for JSON parts and to recognize file types. */
const KEPT_BYTES = 64 * 1024;
const MOST_HEADER_BYTES = 16 * 1024;
const MOST_PARTS = 100;
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

const malformed = (what: string): Refusal =>
	new Refusal(400, 'malformed_multipart', `The multipart body ${what}`);

export function boundaryOf(contentType: string): string | undefined {
	const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
	return match?.[1] ?? match?.[2];
}

/** A parameter of a header, such as the name in `form-data; name="file"`. */
export function headerParameter(header: string, name: string): string | undefined {
	const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(header);
	return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
}

function headersOf(text: string): Record<string, string> {
	const lines = text.split('\r\n').filter((line) => line !== '');
	return Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(':');
			if (colon < 1) throw malformed('has a header without a colon');
			return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
}

class OpenPart {
	private readonly hash: Hash = createHash('sha256');
	private readonly kept: Buffer[] = [];
	private keptBytes = 0;
	private size = 0;

	constructor(private readonly headers: Record<string, string>) {}

	take(bytes: Buffer): void {
		this.hash.update(bytes);
		this.size += bytes.length;
		// A copy: a slice would keep the entire chunk in memory.
		const some = Buffer.from(bytes.subarray(0, KEPT_BYTES - this.keptBytes));
		this.keptBytes += some.length;
		if (some.length > 0) this.kept.push(some);
	}

	close(): Part {
		const { headers, size } = this;
		const beginning = Buffer.concat(this.kept);
		return { headers, size, sha256: this.hash.digest('hex'), beginning };
	}
}

/** A body that is one file. */
export async function readWhole(body: AsyncIterable<Buffer>, contentType: string): Promise<Part> {
	const part = new OpenPart({ 'content-type': contentType });
	for await (const chunk of body) part.take(chunk);
	return part.close();
}

/** Reads a body chunk by chunk. Every method throws a Refusal if it is no multipart body. */
class PartReader {
	readonly parts: Part[] = [];
	private state: 'preamble' | 'delimiter' | 'headers' | 'body' | 'end' = 'preamble';
	// The first delimiter may be at the very beginning, without a line end before it.
	private pending: Buffer = LINE_END;
	private open: OpenPart | undefined;
	private readonly delimiter: Buffer;

	constructor(boundary: string) {
		this.delimiter = Buffer.from(`\r\n--${boundary}`);
	}

	take(chunk: Buffer): void {
		if (this.state === 'body' && !this.hasDelimiterAtSeam(chunk)) {
			// The kept bytes are content; the chunk follows without a copy.
			this.open?.take(this.pending);
			this.pending = chunk;
		} else this.pending = Buffer.concat([this.pending, chunk]);
		while (this.step());
	}

	/** Whether a delimiter may begin in the kept bytes of earlier chunks. */
	private hasDelimiterAtSeam(chunk: Buffer): boolean {
		if (this.pending.length > this.delimiter.length) return true;
		const seam = Buffer.concat([this.pending, chunk.subarray(0, this.delimiter.length)]);
		// A short chunk could contain only the beginning of a delimiter.
		return chunk.length < this.delimiter.length || seam.includes(this.delimiter);
	}

	finish(): Part[] {
		if (this.state !== 'end') throw malformed('ends before its closing delimiter');
		return this.parts;
	}

	/** Whether the bytes so far allow another step. */
	private step(): boolean {
		if (this.state === 'delimiter') return this.readDelimiter();
		if (this.state === 'headers') return this.readHeaders();
		if (this.state !== 'end') return this.readBody();
		this.pending = Buffer.alloc(0);
		return false;
	}

	private readBody(): boolean {
		const end = this.pending.indexOf(this.delimiter);
		const length = end < 0 ? Math.max(0, this.pending.length - this.delimiter.length) : end;
		this.open?.take(this.pending.subarray(0, length));
		if (end < 0) {
			this.pending = this.pending.subarray(length);
			return false;
		}
		if (this.open !== undefined) this.parts.push(this.open.close());
		this.open = undefined;
		this.pending = this.pending.subarray(end + this.delimiter.length);
		this.state = 'delimiter';
		return true;
	}

	private readDelimiter(): boolean {
		if (this.pending.length < 2) return false;
		const next = this.pending.toString('latin1', 0, 2);
		if (next !== '--' && next !== '\r\n') throw malformed('has a delimiter that goes on');
		this.state = next === '--' ? 'end' : 'headers';
		return true;
	}

	private readHeaders(): boolean {
		const end = this.pending.indexOf(HEADERS_END);
		if (end < 0 && this.pending.length > MOST_HEADER_BYTES) throw malformed('has endless headers');
		if (end < 0) return false;
		if (this.parts.length >= MOST_PARTS) throw malformed('has too many parts');
		this.open = new OpenPart(headersOf(this.pending.toString('utf8', 0, end)));
		this.pending = this.pending.subarray(end + HEADERS_END.length);
		this.state = 'body';
		return true;
	}
}

/** The parts of a body, in order. Throws a Refusal. */
export async function readParts(body: AsyncIterable<Buffer>, contentType: string): Promise<Part[]> {
	const boundary = boundaryOf(contentType);
	if (boundary === undefined) throw malformed('has no boundary');
	const reader = new PartReader(boundary);
	for await (const chunk of body) reader.take(chunk);
	return reader.finish();
}
