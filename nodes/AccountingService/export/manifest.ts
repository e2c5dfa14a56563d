import { createHash } from 'node:crypto';

import { ServiceError } from '../../shared/client/errors';
import type { Sums } from './totals';

/** What a manifest was made of; two that differ in it cannot be compared. The format: docs/changes.md. */
export interface ManifestOrigin {
	/** Fingerprints of the service and application, and of the search. */
	service: string;
	search: string;
	/** What is compared: paths of columns, or "*" for whole records. */
	fields: string[];
	afterId: string | null;
	untilId: string | null;
	/** Bytes that each document has after its id. */
	fingerprintBytes: number;
}

export interface ManifestHead extends ManifestOrigin {
	/** ISO 8601. */
	moment: string;
	/** Of the ids; null where there are too few documents to tell. */
	direction: 1 | -1 | null;
}

export interface ManifestEntry {
	id: bigint;
	/** One character for each byte. */
	fingerprint: string;
}

export interface ManifestSummary {
	count: number;
	totals: Sums;
}

const firstLine = 'accounting-documents-manifest 1\n';

/** Bytes of an id at the most: a varint of 64 bits. */
const longestId = 10;

/** The head and the summary are far shorter. */
const longestLine = 1024 * 1024;

const chunkBytes = 64 * 1024;

/** Makes a manifest while documents come by, ids in one direction. */
export class ManifestWriter {
	count = 0;

	private readonly hash = createHash('sha256');

	private buffer = Buffer.alloc(chunkBytes);

	private length = 0;

	private latest = 0n;

	begin(head: ManifestHead): Buffer {
		return this.hashed(Buffer.from(`${firstLine}${JSON.stringify(head)}\n`));
	}

	/** @returns a chunk now and then */
	add({ id, fingerprint }: ManifestEntry): Buffer | undefined {
		const step = id > this.latest ? id - this.latest : this.latest - id;
		this.latest = id;
		this.count++;
		this.varint(step);
		this.length += this.buffer.write(fingerprint, this.length, 'latin1');
		const room = this.buffer.length - this.length;
		return room < longestId + fingerprint.length ? this.take() : undefined;
	}

	end(totals: Sums): Buffer {
		// No two ids are the same, so a step of nothing ends them.
		this.varint(0n);
		const summary: ManifestSummary = { count: this.count, totals };
		const text = JSON.stringify(summary).slice(0, -1);
		const rest = [this.take(), this.hashed(Buffer.from(text))];
		return Buffer.concat([...rest, Buffer.from(`,"sha256":"${this.hash.digest('hex')}"}\n`)]);
	}

	private varint(value: bigint): void {
		let left = value;
		for (; left > 127n; left >>= 7n) this.buffer[this.length++] = Number(left & 127n) | 128;
		this.buffer[this.length++] = Number(left);
	}

	private take(): Buffer {
		const chunk = this.hashed(this.buffer.subarray(0, this.length));
		this.buffer = Buffer.alloc(chunkBytes);
		this.length = 0;
		return chunk;
	}

	private hashed(chunk: Buffer): Buffer {
		this.hash.update(chunk);
		return chunk;
	}
}

/** Reads a manifest from its beginning to its end, in memory that does not grow with it. */
export class ManifestReader {
	/** Known once {@link begin} is done. */
	head?: ManifestHead;

	/** Known, and the whole manifest checked, once {@link entries} has ended. */
	summary?: ManifestSummary;

	private readonly hash = createHash('sha256');

	private rest: Buffer = Buffer.alloc(0);

	private readonly chunks: AsyncIterator<Uint8Array>;

	constructor(content: AsyncIterable<Uint8Array>) {
		this.chunks = content[Symbol.asyncIterator]();
	}

	/** @throws ServiceError (badInput) for what is no manifest, or damaged */
	async begin(): Promise<ManifestHead> {
		if ((await this.line()) !== firstLine) {
			throw refused(
				'The file is no manifest of this version',
				'Choose the manifest of an earlier run.',
			);
		}
		const head = jsonOf(await this.line()) as Partial<ManifestHead> | undefined;
		const bytes = head?.fingerprintBytes;
		if (!head || !Number.isInteger(bytes) || Number(bytes) < 1 || Number(bytes) > 10_000) {
			throw damaged();
		}
		return (this.head = head as ManifestHead);
	}

	/** @throws ServiceError (badInput) for a damaged manifest; use nothing of it before it has ended once */
	async *entries(): AsyncGenerator<ManifestEntry> {
		const { fingerprintBytes, direction } = this.head ?? (await this.begin());
		let id = 0n;
		let count = 0;
		for (;;) {
			await this.fill(longestId + fingerprintBytes);
			const [step, length] = varintIn(this.rest);
			if (length === 0) throw damaged();
			if (step === 0n) {
				this.skip(length);
				break;
			}
			const end = length + fingerprintBytes;
			if (this.rest.length < end) throw damaged();
			id = count === 0 || direction !== -1 ? id + step : id - step;
			const fingerprint = this.rest.toString('latin1', length, end);
			this.skip(end);
			count++;
			yield { id, fingerprint };
		}
		await this.finish(count);
	}

	private async finish(count: number): Promise<void> {
		const mark = ',"sha256":"';
		await this.fill(longestLine);
		const text = this.rest.toString('utf8');
		const at = text.lastIndexOf(mark);
		const summary = jsonOf(text) as (ManifestSummary & { sha256?: unknown }) | undefined;
		if (at < 0 || !text.endsWith('"}\n') || !summary) throw damaged();
		this.hash.update(text.slice(0, at));
		if (summary.sha256 !== this.hash.digest('hex') || summary.count !== count) throw damaged();
		this.summary = { count, totals: summary.totals };
	}

	private async line(): Promise<string> {
		while (!this.rest.includes('\n') && this.rest.length < longestLine) {
			if (!(await this.more())) break;
		}
		const end = this.rest.indexOf('\n') + 1;
		const line = this.rest.toString('utf8', 0, Math.min(end, longestLine));
		this.skip(end);
		return line;
	}

	private async fill(bytes: number): Promise<void> {
		while (this.rest.length < bytes && (await this.more()));
	}

	private async more(): Promise<boolean> {
		const { done, value } = await this.chunks.next();
		if (done) return false;
		this.rest = this.rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.rest, value]);
		return true;
	}

	private skip(bytes: number): void {
		this.hash.update(this.rest.subarray(0, bytes));
		this.rest = this.rest.subarray(bytes);
	}
}

/** @returns the value and its length; a length of 0 where there is none */
function varintIn(bytes: Buffer): [value: bigint, length: number] {
	let value = 0n;
	for (let at = 0; at < Math.min(longestId, bytes.length); at++) {
		value |= BigInt(bytes[at] & 127) << BigInt(7 * at);
		if (bytes[at] < 128) return [value, at + 1];
	}
	return [0n, 0];
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function refused(message: string, description: string): ServiceError {
	return new ServiceError('badInput', message, { description, fields: ['manifestField'] });
}

const damaged = () =>
	refused(
		'The earlier manifest is damaged',
		'Use another copy of it, or begin anew without one: all documents then count as created.',
	);
