import type { IDataObject } from 'n8n-workflow';

import { idOfPreviewed } from '../../shared/client/preview';
import type { OperationCall } from '../operation';

/**
 * Which records an execution has found or made for each key, whatever their list: to look into the payment orders of
 * every bank account would cost too many requests. A retry, or the next batch of a loop, knows them too.
 */

/** A record of one list. */
export interface ListedKey {
	/** The values in the path of the list, e.g. the ID of the bank account. */
	ids: Record<string, string>;
	/** As in a preview if the service did not show it (idOfPreviewed). */
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

/** Those of one key, without the record of the list itself. */
function inOtherLists(kept: IDataObject, name: string, { ids }: KeyList): ListedKey[] {
	const own = JSON.stringify(ids);
	const known = (kept[name] ?? []) as unknown as ListedKey[];
	return known.filter((one) => JSON.stringify(one.ids) !== own);
}

/** @param id of the record @returns a function that takes it back */
export function rememberKeysOfList(
	call: OperationCall,
	{ id = idOfPreviewed(call.itemIndex + 1), ...list }: KeyList & { id?: string },
	keys: string[],
): () => void {
	const kept = keptKeys(call);
	const before = keys.map((key) => {
		const name = nameOfKey(call, list.route, key);
		return [name, kept[name]] as const;
	});
	for (const [name] of before) {
		kept[name] = [...inOtherLists(kept, name, list), { ids: list.ids, id }];
	}
	return () => {
		for (const [name, value] of before) {
			if (value === undefined) delete kept[name];
			else kept[name] = value;
		}
	};
}

/** What the execution knows of other lists, each with its key. */
export function keysOfOtherLists(
	call: OperationCall,
	list: KeyList,
	keys: string[],
): Array<[key: string, known: ListedKey]> {
	const kept = keptKeys(call);
	return keys.flatMap((key) =>
		inOtherLists(kept, nameOfKey(call, list.route, key), list).map((known): [string, ListedKey] => [
			key,
			known,
		]),
	);
}
