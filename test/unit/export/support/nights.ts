import fc from '../../../property';

import { Comparison } from '../../../../nodes/AccountingService/export/changes';
import { columnsFor } from '../../../../nodes/AccountingService/export/columns';
import { ManifestWriter, readManifest } from '../../../../nodes/AccountingService/export/manifest';
import { ndjsonChanges } from '../../../../nodes/AccountingService/export/ndjson';
import { Listing } from '../../../../nodes/shared/lists/listing';

/**
 * A service whose documents are created, edited, deleted and restored between the nights and during a read, and a
 * copy that is updated from the changes of each night only. Some nights fail or are skipped.
 */
export type Doc = {
	id: number;
	total: number;
	description: string;
	contact: { city: string };
	/** A sort key with ties: many documents share a day. */
	day: number;
};
export type Docs = Map<number, Doc>;

export interface Setting {
	order: keyof typeof orders;
	/** Undefined: whole records. */
	paths?: string[];
	perField: boolean;
	counts: boolean;
	/** Records per page, for any requested size. */
	ownSize?: number;
}

/** How a service may sort its list. */
const orders = {
	rising: (a: Doc, b: Doc) => a.id - b.id,
	falling: (a: Doc, b: Doc) => b.id - a.id,
	byDay: (a: Doc, b: Doc) => b.day - a.day || a.id - b.id,
	/** Stable but random: a new document can be anywhere in the list. */
	none: (a: Doc, b: Doc) => rank(a.id) - rank(b.id),
};

const rank = (id: number) => (id * 7919) % 100_003;

interface Row {
	change: string;
	id: number;
	document?: Doc;
}

/** @param asks is called with the number of each request before the response */
export async function night(
	docs: Docs,
	setting: Setting,
	before?: Buffer,
	asks: (request: number) => void = () => {},
) {
	const { order, paths, perField, counts, ownSize } = setting;
	const raw = { perLineItem: false, enumLabels: false, headingLabels: false };
	const compared = { columns: paths && columnsFor(paths, raw), perField, isWanted: () => true };
	let asked = 0;
	const fetch = async (page: number, wanted: number) => {
		const size = ownSize ?? wanted;
		asks(asked++);
		const list = [...docs.values()].sort(orders[order]);
		const records = list.slice(page * size, (page + 1) * size);
		const pagesCount = counts ? { pagesCount: Math.ceil(list.length / size) } : {};
		return { records, ...pagesCount };
	};
	const source = {
		...{
			activity: 'reading',
			owner: 'test',
			address: 'GET /v2/documents',
			nouns: { one: 'document', many: 'documents' },
		},
		paging: { page: 'page', pageSize: 'pageSize', firstPage: 0 },
		fetch,
		pause: async () => {},
	};
	const listing = new Listing(source, { pageSize: 10, parallelPages: 2 });
	const origin = {
		organization: 's',
		search: 'all',
		fields: paths ?? ['*'],
		perField,
		labels: false,
	};
	const manifest = new ManifestWriter(origin);
	const stored = (async () => {
		const chunks: Buffer[] = [];
		for await (const chunk of manifest.pipe.content()) chunks.push(chunk);
		return Buffer.concat(chunks);
	})();
	const comparison = new Comparison({
		...{ compared, format: ndjsonChanges, manifest, isBaseline: false, maxDeletions: 100 },
		before: before && (await opened(before, origin)),
		isProved: () => listing.result.complete,
		isGone: async (id) => !docs.has(Number(id)),
	});
	const rows: Row[] = [];
	try {
		for await (const batch of comparison.batches(listing.batches())) {
			for (const { text } of batch) rows.push(JSON.parse(text) as Row);
		}
	} catch (failure) {
		await manifest.pipe.fail(failure);
		await stored.catch(() => {});
		throw failure;
	}
	return { rows, manifest: await stored, comparison };
}

/** A manifest as an input item has it, in the smallest chunks that a store returns. */
async function opened(manifest: Buffer, origin: ConstructorParameters<typeof ManifestWriter>[0]) {
	async function* pieces() {
		for (let at = 0; at < manifest.length; at += 1000) yield manifest.subarray(at, at + 1000);
	}
	const host = {
		getInputData: () => [
			{ json: {}, binary: { manifest: { id: 'stored', data: '', mimeType: '' } } },
		],
		helpers: { getBinaryStream: async () => pieces() },
	};
	return await readManifest({ host, itemIndex: 0 } as never, 'manifest', origin);
}

const stepOf = (...edits: string[]) =>
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({ kind: fc.constant('create'), count: fc.integer({ min: 1, max: 12 }) }),
		},
		{
			weight: 4,
			arbitrary: fc.record({ kind: fc.constantFrom(...edits), count: fc.nat(1000) }),
		},
		{
			weight: 3,
			arbitrary: fc.record({ kind: fc.constantFrom('delete', 'restore'), count: fc.nat(1000) }),
		},
	);

/** Changes a document without moving it in the list. */
export const step = stepOf('total', 'description', 'city');

export const evening = fc.record({
	steps: fc.array(stepOf('total', 'description', 'city', 'day'), { maxLength: 8 }),
	fate: fc.constantFrom('runs', 'runs', 'runs', 'fails', 'leftOut'),
	brokenAfter: fc.nat(8),
});

export function live(docs: Docs, gone: Docs, kind: string, count: number): void {
	const pick = (from: Docs) => [...from.values()][count % Math.max(1, from.size)];
	if (kind === 'create') {
		for (let made = 0; made < count; made++) {
			const id = 1 + Math.max(0, ...docs.keys(), ...gone.keys());
			docs.set(id, {
				...{ id, total: id / 4, description: `d${id}`, contact: { city: 'Brno' } },
				day: (id * 7) % 10,
			});
		}
		return;
	}
	const doc = pick(kind === 'restore' ? gone : docs);
	if (!doc) return;
	const [from, to] = kind === 'restore' ? [gone, docs] : [docs, gone];
	if (kind === 'delete' || kind === 'restore') {
		from.delete(doc.id);
		to.set(doc.id, doc);
	} else if (kind === 'total') docs.set(doc.id, { ...doc, total: count });
	else if (kind === 'day') docs.set(doc.id, { ...doc, day: count % 10 });
	else if (kind === 'city') docs.set(doc.id, { ...doc, contact: { city: `c${count % 3}` } });
	else docs.set(doc.id, { ...doc, description: `x${count % 3}` });
}

/** What a copy contains of a document. */
export function held(doc: Doc, paths?: string[]): unknown {
	if (!paths) return doc;
	const values = { id: doc.id, total: doc.total, 'contact.city': doc.contact.city };
	return paths.map((path) => (values as Record<string, unknown>)[path]);
}
