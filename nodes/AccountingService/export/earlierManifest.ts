import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Before } from './changes';
import { ManifestReader, refused, type ManifestHead, type ManifestOrigin } from './manifest';

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
	return { head, count: first.summary?.count ?? 0, entries: second.entries() };
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
	if (differs('service')) throw other('Base URL or App ID');
	if (differs('search')) throw other('search');
	if (differs('fields') || differs('fingerprintBytes')) throw other('set of fields');
	if (differs('afterId') || differs('untilId')) throw other('share');
}
