import type { AccountingDocument } from '../../sandbox';
import type { Item } from '../lib/types';

/** Every document as JSON, by its ID. */
export type Snapshot = Map<string, string>;

export const snapshotOf = (documents: AccountingDocument[]): Snapshot =>
	new Map(documents.map((document) => [String(document.id), JSON.stringify(document)]));

/**
 * The changes that a workflow exported are exactly those between two snapshots. The table of the changes hides a lost
 * manifest: if each night exports all documents as created, the table lacks only the deletions.
 * @param items with the lines of the exported file
 */
export function changeDifferences(before: Snapshot, after: Snapshot, items: Item[]): string[] {
	const expected = changesBetween(before, after);
	const exported = items.flatMap(({ json }) =>
		(JSON.parse(String(json.changes ?? '[]')) as Array<{ change: string; id: unknown }>).map(
			({ change, id }) => `${String(id)} ${change}`,
		),
	);
	return [...new Set([...expected, ...exported])].flatMap((change) => {
		const times = exported.filter((one) => one === change).length;
		const wanted = expected.includes(change) ? 1 : 0;
		return times === wanted ? [] : [`${change}: exported ${times} times instead of ${wanted}`];
	});
}

function changesBetween(before: Snapshot, after: Snapshot): string[] {
	const changed = [...after].flatMap(([id, document]) => {
		const earlier = before.get(id);
		if (earlier === document) return [];
		return [`${id} ${earlier === undefined ? 'created' : 'updated'}`];
	});
	const deleted = [...before.keys()].filter((id) => !after.has(id)).map((id) => `${id} deleted`);
	return [...changed, ...deleted];
}
