import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { IdOrder } from './idOrder';
import type { ManifestEntry, ManifestHead, ManifestOrigin } from './manifest';
import { ManifestReader, refused } from './manifestReader';

/** What is known of the night before: its head, how many documents it holds, and those. */
export interface Before {
	head: ManifestHead;
	/** All of them. */
	count: number;
	/** Those in the order of the head's direction. */
	entries: AsyncIterable<ManifestEntry>;
	/** Those that came out of that order; some thousands at the most. */
	late: ManifestEntry[];
}

/**
 * The manifest that the input item brings, read to its end once before anything rests on it.
 * @returns undefined where the item brings none
 * @throws ServiceError (badInput) for one that is damaged, or was made of something else
 */
export async function earlierManifest(
	host: IExecuteFunctions,
	itemIndex: number,
	field: string,
	origin: ManifestOrigin,
): Promise<Before | undefined> {
	const binary = host.getInputData()[itemIndex]?.binary?.[field];
	if (!binary) return undefined;
	const first = new ManifestReader(await contentOf(host, binary));
	const head = await first.begin();
	refuseOther(head, origin);
	for await (const _ of first.entries());
	const second = new ManifestReader(await contentOf(host, binary));
	const { summary, late } = first;
	return { head, count: summary?.count ?? 0, entries: second.entries(), late };
}

/** The documents before in the order of tonight, those that came late at their places. */
export async function* inOrder(
	before: Before | undefined,
	order: IdOrder,
): AsyncGenerator<ManifestEntry> {
	if (!before) return;
	const few = [...before.late];
	// A manifest without a direction, or of no documents at all, holds hardly any.
	if (before.head.direction !== order.direction) {
		for await (const entry of before.entries) few.push(entry);
	}
	few.sort((a, b) => (order.isBefore(a.id, b.id) ? 1 : -1));
	for await (const entry of before.entries) {
		for (let next = few.at(-1); next && order.isBefore(next.id, entry.id); next = few.at(-1)) {
			few.pop();
			yield next;
		}
		yield entry;
	}
	yield* few.reverse();
}

async function contentOf(
	host: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<AsyncIterable<Uint8Array>> {
	if (id !== undefined) return await host.helpers.getBinaryStream(id);
	return (async function* () {
		yield Buffer.from(data, 'base64');
	})();
}

function refuseOther(head: ManifestHead, origin: ManifestOrigin): void {
	const differs = (name: keyof ManifestOrigin) =>
		JSON.stringify(head[name]) !== JSON.stringify(origin[name]);
	const anew = 'Hand on the manifest of the same export, or begin anew without one.';
	const other = (what: string) => refused(`The earlier manifest is of another ${what}`, anew);
	if (differs('organization')) throw other('Base URL or App ID');
	if (differs('search')) throw other('search');
	if (differs('fields') || differs('fingerprintBytes')) throw other('set of fields');
	if (differs('afterId') || differs('untilId')) throw other('share');
}
