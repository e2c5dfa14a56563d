import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import { Pipe, through } from './pipe';
import type { Origin } from './shares';
import { reasonOf } from './store';

/** The origin of a manifest. Only manifests with the same origin can be compared. Format: docs/reference/changes.md. */
export interface ManifestOrigin extends Origin {
	/** Paths of the compared columns, or "*" for whole records, with the codes of their extra properties. */
	fields: string[];
	/** Whether each field has its own fingerprint. */
	perField: boolean;
	afterId: string | null;
	untilId: string | null;
}

export interface ManifestEntry {
	id: bigint;
	fingerprint: string;
}

/** 1 for ascending IDs. */
export type Direction = 1 | -1;

/** Whether an ID comes before another one in the list. */
export function isBefore(id: bigint, other: bigint, direction: Direction): boolean {
	return direction === 1 ? id < other : id > other;
}

/**
 * Maximum number of documents that appear out of order, because they were created or restored during the run. They are
 * kept in memory.
 */
export const maxLate = 10_000;

const version = 1;

const chunkLength = 64 * 1024;

/** Streams a manifest to n8n's store: lines of JSON, compressed with gzip. */
export class ManifestWriter {
	readonly pipe = new Pipe(new CompressionStream('gzip'));

	private lines: string;

	constructor(origin: ManifestOrigin) {
		this.lines = `${JSON.stringify({ manifest: version, ...origin })}\n`;
	}

	/** Waits if the store is slower. @throws as the store */
	async add({ id, fingerprint }: ManifestEntry): Promise<void> {
		this.lines += `${JSON.stringify({ id: String(id), fingerprint })}\n`;
		if (this.lines.length >= chunkLength) await this.flush();
	}

	/** @param late the documents out of order */
	async end(late: ManifestEntry[]): Promise<void> {
		for (const entry of late) await this.add(entry);
		await this.flush();
		await this.pipe.end();
	}

	private async flush(): Promise<void> {
		const chunk = Buffer.from(this.lines);
		this.lines = '';
		await this.pipe.write(chunk);
	}
}

/** A manifest of an earlier run, read as a stream to save memory. */
export class Manifest {
	/** Number of documents. */
	count = 0;

	/** Documents out of order, for either direction of the list. For the wrong one there are too many. */
	private readonly late: Record<Direction, ManifestEntry[]> = { [1]: [], [-1]: [] };

	private constructor(private readonly open: () => Promise<AsyncIterable<Uint8Array>>) {}

	/**
	 * The manifest of the input item. It is read to its end once to verify it.
	 * @returns undefined if the item has none
	 * @throws ServiceError (badInput) if it is damaged or has another origin
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
				`The file in Manifest Field cannot be read: ${reasonOf(failure)}`,
				'Use another copy of the manifest, or start again without one. All documents then count as created.',
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
		if (late.length > maxLate) {
			throw refused(
				'The list is in another order than the earlier manifest',
				'Start again without a manifest. All documents then count as created.',
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
				else if (this.late[direction].length <= maxLate) this.late[direction].push(entry);
			}
		}
	}

	/** @param origin the expected origin */
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

const periodAdvice =
	'A Period such as Last 30 Days is another search every day: use Issued From instead. ';

function refuseOther(head: Record<string, unknown>, origin: ManifestOrigin): void {
	const differs = (name: keyof ManifestOrigin) =>
		JSON.stringify(head[name]) !== JSON.stringify(origin[name]);
	const anew =
		'Pass the manifest of the same export in Manifest Field, or start again without one.';
	if (head.manifest !== version)
		throw refused('The file in Manifest Field is not a manifest', anew);
	const other = (what: string, first = '') =>
		refused(`The earlier manifest is for another ${what}`, `${first}${anew}`);
	if (differs('organization')) throw other('Base URL or App ID');
	if (differs('search')) throw other('search', periodAdvice);
	if (differs('fields') || differs('perField')) throw other('set of fields');
	if (differs('afterId') || differs('untilId')) throw other('share');
}

function refused(message: string, description: string): ServiceError {
	return new ServiceError('badInput', message, { description, fields: ['manifestField'] });
}
