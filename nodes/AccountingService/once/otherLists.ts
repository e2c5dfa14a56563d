import type { IDataObject } from 'n8n-workflow';

import { rowOf } from '../inputRows';
import type { OperationCall } from '../operation';

/**
 * Which record an execution has found or made for each key, whatever its list: to look into the payment orders of every
 * bank account would cost too many requests. A retry, or the next batch of a loop, knows it too.
 */

/** A record of one list. */
export interface ListedKey {
	/** The values in the path of the list, e.g. the ID of the bank account. */
	ids: Record<string, string>;
	/** "(record of row 1)" if the service did not show it, and in preview. */
	id: string;
}

type KeyList = Pick<ListedKey, 'ids'> & { route: string };

/** n8n keeps this with the execution, even for retries. */
function keptKeys({ host, preview }: OperationCall): IDataObject {
	const context = host.getContext('node');
	const name = preview ? 'previewedKeys' : 'knownKeys';
	context[name] ??= {};
	return context[name] as IDataObject;
}

const nameOfKey = ({ client: { connection } }: OperationCall, route: string, key: string) =>
	`${connection.organization} ${route} ${key}`;

/** @param id of the record @returns a function that takes it back */
export function rememberKeysOfList(
	call: OperationCall,
	{ route, ids, id = `(record of ${rowOf(call.itemIndex)})` }: KeyList & { id?: string },
	keys: string[],
): () => void {
	const kept = keptKeys(call);
	const before = keys.map((key) => {
		const name = nameOfKey(call, route, key);
		return [name, kept[name]] as const;
	});
	for (const [name] of before) kept[name] = { ids, id };
	return () => {
		for (const [name, value] of before) {
			if (value === undefined) delete kept[name];
			else kept[name] = value;
		}
	};
}

/** By key: what the execution knows of other lists. */
export function keysOfOtherLists(
	call: OperationCall,
	{ route, ids }: KeyList,
	keys: string[],
): Map<string, ListedKey> {
	const kept = keptKeys(call);
	const own = JSON.stringify(ids);
	return new Map(
		keys.flatMap((key) => {
			const known = kept[nameOfKey(call, route, key)] as ListedKey | undefined;
			return known && JSON.stringify(known.ids) !== own ? [[key, known] as const] : [];
		}),
	);
}
