import { createHash } from 'node:crypto';

import type { Origin } from './origin';
import type { Sums } from './totals';

/** What a manifest was made of; two that differ in it cannot be compared. The format: docs/reference/changes.md. */
export interface ManifestOrigin extends Origin {
	/** What is compared: paths of columns, or "*" for whole records and the codes of their extra properties. */
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

export const firstLine = 'accounting-documents-manifest 1\n';

/** Bytes of an id at the most: a varint of 64 bits. */
export const longestId = 10;

/**
 * Documents out of the order of the others at the most: what comes or comes back while a list is read.
 * They are kept in memory, here and when the manifest is read.
 */
export const mostLate = 10_000;

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

	/** @param late the documents that are out of the order of the others, with rising ids */
	end(totals: Sums, late: ManifestEntry[]): Buffer {
		const rest = [this.endOfEntries()];
		this.latest = 0n;
		for (const entry of late) {
			const chunk = this.add(entry);
			if (chunk) rest.push(chunk);
		}
		rest.push(this.endOfEntries());
		const summary: ManifestSummary = { count: this.count, totals };
		const text = JSON.stringify(summary).slice(0, -1);
		rest.push(this.hashed(Buffer.from(text)));
		return Buffer.concat([...rest, Buffer.from(`,"sha256":"${this.hash.digest('hex')}"}\n`)]);
	}

	/** No two ids are the same, so a step of nothing ends them. */
	private endOfEntries(): Buffer {
		this.varint(0n);
		return this.take();
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
