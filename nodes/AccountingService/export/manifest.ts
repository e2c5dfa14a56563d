import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import type { Origin } from './shares';
import { reasonOf } from './store';
import { through } from './zip';

/** What a manifest was made of; two that differ in it cannot be compared. The format: docs/reference/changes.md. */
export interface ManifestOrigin extends Origin {
	/** What is compared: paths of columns, or "*" for whole records and the codes of their extra properties. */
	fields: string[];
	/** Whether each of the fields has a fingerprint of its own. */
	perField: boolean;
	afterId: string | null;
	untilId: string | null;
}

export interface ManifestEntry {
	id: bigint;
	fingerprint: string;
}

/** 1 if ids rise along the list. */
export type Direction = 1 | -1;

/** Whether an id comes before another one in a list. */
export function isBefore(id: bigint, other: bigint, direction: Direction): boolean {
	return direction === 1 ? id < other : id > other;
}

/**
 * Documents out of the order of the others at the most: what is created or comes back while a list is read.
 * They are kept in memory, here and when the manifest is read.
 */
export const mostLate = 10_000;

const version = 1;

const chunkLength = 64 * 1024;

/** Makes a manifest while documents come by: lines of JSON, packed by gzip, which n8n's store takes at the same time. */
export class ManifestWriter {
	private readonly gzip = new CompressionStream('gzip');

	private readonly sink = this.gzip.writable.getWriter();

	private lines: string;

	constructor(origin: ManifestOrigin) {
		this.lines = `${JSON.stringify({ manifest: version, ...origin })}\n`;
	}

	/** Waits while the store is behind. @throws whatever the store has failed with */
	async add({ id, fingerprint }: ManifestEntry): Promise<void> {
		this.lines += `${JSON.stringify({ id: String(id), fingerprint })}\n`;
		if (this.lines.length >= chunkLength) await this.flush();
	}

	/** @param late the documents that are out of the order of the others */
	async end(late: ManifestEntry[]): Promise<void> {
		for (const entry of late) await this.add(entry);
		await this.flush();
		await this.sink.close();
	}

	/** The store takes no file then. */
	async fail(reason: unknown): Promise<void> {
		await this.sink.abort(reason).then(undefined, () => {});
	}

	async *content(): AsyncGenerator<Buffer> {
		const reader = this.gzip.readable.getReader();
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (done) return;
				yield Buffer.from(value as Uint8Array);
			}
		} finally {
			await reader.cancel().then(undefined, () => {});
		}
	}

	private async flush(): Promise<void> {
		const chunk = Buffer.from(this.lines);
		this.lines = '';
		await this.sink.write(chunk);
	}
}

/** A manifest of an earlier run, in memory that does not grow with it. */
export class Manifest {
	/** Documents. */
	count = 0;

	/** Documents out of the order of the others, for either direction of the list; of the wrong one these are too many. */
	private readonly late: Record<Direction, ManifestEntry[]> = { [1]: [], [-1]: [] };

	private constructor(private readonly open: () => Promise<AsyncIterable<Uint8Array>>) {}

	/**
	 * The manifest that the input item brings, read to its end once before anything rests on it.
	 * @returns undefined if the item brings none
	 * @throws ServiceError (badInput) for one that is damaged, or was made of something else
	 */
	static async of(
		host: IExecuteFunctions,
		itemIndex: number,
		field: string,
		origin: ManifestOrigin,
	): Promise<Manifest | undefined> {
		const binary = host.getInputData()[itemIndex]?.binary?.[field];
		if (!binary) return undefined;
		const { id, data } = binary;
		const manifest = new Manifest(async () =>
			id === undefined ? inMemory(data) : await host.helpers.getBinaryStream(id),
		);
		await manifest.check(origin).catch((failure: unknown) => {
			if (failure instanceof ServiceError) throw failure;
			throw refused(
				`The earlier manifest cannot be read: ${reasonOf(failure)}`,
				'Use another copy of it, or begin anew without one: all documents then count as created.',
			);
		});
		return manifest;
	}

	/**
	 * The documents in the order of a list.
	 * @throws ServiceError (badInput) if they are in another order
	 */
	async *inOrder(direction: Direction): AsyncGenerator<ManifestEntry> {
		const late = this.late[direction];
		if (late.length > mostLate) {
			throw refused(
				'The list is in another order than the earlier manifest',
				'Begin anew without a manifest.',
			);
		}
		late.sort((a, b) => (isBefore(a.id, b.id, direction) ? 1 : -1));
		let latest: bigint | undefined;
		for await (const entry of this.entries()) {
			if (latest !== undefined && !isBefore(latest, entry.id, direction)) continue;
			latest = entry.id;
			let next = late.at(-1);
			for (; next && isBefore(next.id, entry.id, direction); next = late.at(-1)) {
				late.pop();
				yield next;
			}
			yield entry;
		}
		yield* late.reverse();
	}

	private async check(origin: ManifestOrigin): Promise<void> {
		const latest: Partial<Record<Direction, bigint>> = {};
		for await (const entry of this.entries(origin)) {
			this.count++;
			for (const direction of [1, -1] as const) {
				const last = latest[direction];
				if (last === undefined || isBefore(last, entry.id, direction)) latest[direction] = entry.id;
				else if (this.late[direction].length <= mostLate) this.late[direction].push(entry);
			}
		}
	}

	/** @param origin what the manifest has to be made of */
	private async *entries(origin?: ManifestOrigin): AsyncGenerator<ManifestEntry> {
		let isHead = true;
		for await (const line of linesOf(await this.open())) {
			const values = JSON.parse(line) as Record<string, string>;
			if (!isHead) yield { id: BigInt(values.id), fingerprint: values.fingerprint };
			else if (origin) refuseOther(values, origin);
			isHead = false;
		}
		if (isHead) throw new Error('it is empty');
	}
}

async function* inMemory(data: string): AsyncGenerator<Buffer> {
	yield Buffer.from(data, 'base64');
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of through(new DecompressionStream('gzip'), content)) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
}

function refuseOther(head: Record<string, unknown>, origin: ManifestOrigin): void {
	const differs = (name: keyof ManifestOrigin) =>
		JSON.stringify(head[name]) !== JSON.stringify(origin[name]);
	const anew = 'Hand on the manifest of the same export, or begin anew without one.';
	if (head.manifest !== version) throw refused('The file is no manifest of this version', anew);
	const other = (what: string) => refused(`The earlier manifest is of another ${what}`, anew);
	if (differs('organization')) throw other('Base URL or App ID');
	if (differs('search')) throw other('search');
	if (differs('fields') || differs('perField')) throw other('set of fields');
	if (differs('afterId') || differs('untilId')) throw other('share');
}

function refused(message: string, description: string): ServiceError {
	return new ServiceError('badInput', message, { description, fields: ['manifestField'] });
}
