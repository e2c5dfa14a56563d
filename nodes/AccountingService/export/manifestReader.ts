import { createHash } from 'node:crypto';

import { ServiceError } from '../../shared/client/errors';
import {
	firstLine,
	longestId,
	mostLate,
	type ManifestEntry,
	type ManifestHead,
	type ManifestSummary,
} from './manifest';

/** The head and the summary are far shorter. */
const longestLine = 1024 * 1024;

/** Reads a manifest from its beginning to its end, in memory that does not grow with it. */
export class ManifestReader {
	/** Known once {@link begin} is done. */
	head?: ManifestHead;

	/** Known, and the whole manifest checked, once {@link entries} has ended. */
	summary?: ManifestSummary;

	/** The documents that are out of the order of the others; known at the same time. */
	readonly late: ManifestEntry[] = [];

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

	/**
	 * The documents in the order of their ids, but for {@link late}.
	 * @throws ServiceError (badInput) for a damaged manifest; use nothing of it before it has ended once
	 */
	async *entries(): AsyncGenerator<ManifestEntry> {
		const { direction } = this.head ?? (await this.begin());
		let count = 0;
		for await (const entry of this.stretch(direction === -1 ? -1 : 1)) {
			count++;
			yield entry;
		}
		for await (const entry of this.stretch(1)) {
			this.late.push(entry);
			if (this.late.length > mostLate) throw damaged();
		}
		await this.finish(count + this.late.length);
	}

	private async *stretch(direction: 1 | -1): AsyncGenerator<ManifestEntry> {
		const { fingerprintBytes } = this.head ?? (await this.begin());
		let id: bigint | undefined;
		for (;;) {
			await this.fill(longestId + fingerprintBytes);
			const [step, length] = varintIn(this.rest);
			if (length === 0) throw damaged();
			if (step === 0n) return this.skip(length);
			const end = length + fingerprintBytes;
			if (this.rest.length < end) throw damaged();
			id = id === undefined ? step : id + step * BigInt(direction);
			const fingerprint = this.rest.toString('latin1', length, end);
			this.skip(end);
			yield { id, fingerprint };
		}
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
