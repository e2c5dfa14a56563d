import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { toResult } from '../../shared/client/errors';
import { plainJson } from '../../shared/client/preview';
import { idOf } from '../../shared/lists/ids';
import { unseenAfter, whatExists } from '../once/existing';
import { lock, type Unseen } from '../once/memories';
import { keysOfOtherLists, type ListedKey, rememberKeysOfList } from '../once/otherLists';
import type { DeclaredRequest, OperationCall } from '../operation';
import type { Current, FilledRequest } from './declared';

/** Finds a record that may exist only once. Found after a lost response, it is ours. */
export interface Existing {
	request: DeclaredRequest;
	/** The field If It Exists. */
	property: INodeProperties;
	/** What no other record of the list has, e.g. the documents of a payment order. None if the record does not count. */
	keysOf(record: ServiceRecord | IDataObject): string[];
	/** What records have in common that are not the same, but similar, e.g. an amount and a day. */
	similarKeysOf?(record: IDataObject): string[];
	/** The list, in preview with what earlier items would add. @throws ServiceError as the request */
	batches(call: OperationCall, filled: FilledRequest): AsyncIterable<ServiceRecord[]>;
	/**
	 * For a record that can be changed or deleted: how this process has left it, although the list may not show it yet.
	 * @param organization of the credential that made it
	 * @returns undefined if it is deleted
	 */
	asLeft?(
		call: OperationCall,
		filled: FilledRequest,
		record: ServiceRecord,
		organization: string,
	): ServiceRecord | undefined;
	/** After a creation, if only the list shows the record. */
	remember?: Current['remember'];
	/** Whether the form wants another record anyway. */
	isAnotherWanted?(call: OperationCall): boolean;
	/** If only some keys have a record. @throws ServiceError (badInput) */
	refusePart?(there: Map<string, ServiceRecord>): never;
	/**
	 * If another list may have the record, which this execution has found or made there.
	 * @param there what the list itself has @throws ServiceError (badInput)
	 */
	refuseElsewhere?(
		elsewhere: Array<[key: string, known: ListedKey]>,
		there: ServiceRecord[],
	): never;
	/** For the choice Fail. @throws ServiceError (badInput) */
	refuse?(there: ServiceRecord): never;
}

/** A request with the keys of its record. */
export interface KeyedRequest extends FilledRequest {
	body: IDataObject;
}

/** Records of the list. */
interface Listed {
	byKey: Map<string, ServiceRecord>;
	/** IDs among those that are looked for. */
	ids: Set<string>;
}

/**
 * Creates a record unless it exists. Meanwhile, no other execution of this process creates it, whatever its credential.
 * @param create gets what this process has made that is similar, although the list may not show it yet
 * @returns the existing records, which are the same together, or the new one, if the service has shown it
 * @throws ServiceError as `create` and as the list
 */
export async function createUnlessThere(
	existing: Existing,
	call: OperationCall,
	request: KeyedRequest,
	create: (similar: Unseen[]) => Promise<ServiceRecord | undefined>,
): Promise<{ there: ServiceRecord[]; made?: ServiceRecord }> {
	const same = namesOf(existing, call, request, existing.keysOf);
	const alike = namesOf(existing, call, request, existing.similarKeysOf);
	const names = [...same.keys(), ...alike.keys()];
	const held = await lock(
		call,
		names,
		'waiting for another execution that creates the same record',
	);
	let left: Unseen[] = [];
	try {
		const unseenIn = (some: Map<string, string>) =>
			held.unseen.filter(({ name }) => some.has(name));
		const there = await findExisting(existing, call, request, unseenIn(same));
		if (there.length > 0) return { there };
		// A preview ends at its first change.
		const takeBack = rememberElsewhere(existing, call, request);
		const made = await toResult(async () => await create(unseenIn(alike)));
		const shown = made.failure ? undefined : made.value;
		const record = shown && { ...(plainJson(request.body) as IDataObject), ...shown };
		left = unseenAfter(call, names, made.failure ? made : { value: record });
		if (left.length === 0) takeBack();
		if (shown) rememberElsewhere(existing, call, request, shown);
		if (made.failure) throw made.failure;
		return { there, made: shown };
	} finally {
		held.release(left);
	}
}

/** Whether the list can show that the record exists. */
export const isLookedFor = (
	{ keysOf, isAnotherWanted }: Existing,
	call: OperationCall,
	{ body }: KeyedRequest,
): boolean => keysOf(body).length > 0 && isAnotherWanted?.(call) !== true;

/** @returns the records with the keys of the request @throws ServiceError as the list, and badInput as {@link Existing} */
export async function findExisting(
	existing: Existing,
	call: OperationCall,
	request: KeyedRequest,
	unseen: Unseen[] = [],
): Promise<ServiceRecord[]> {
	if (!isLookedFor(existing, call, request)) return [];
	const names = namesOf(existing, call, request, existing.keysOf);
	const ids = new Set(unseen.flatMap(({ record }) => (record ? [idOf(record)] : [])));
	const addUnseen = ({ byKey }: Listed, { record: made, name, organization }: Unseen) => {
		if (!made) return 'late';
		const key = names.get(name) ?? '';
		const record = existing.asLeft ? existing.asLeft(call, request, made, organization) : made;
		if (!record || (record !== made && !existing.keysOf(record).includes(key))) return 'other';
		if (organization !== call.client.connection.organization) return 'late';
		if (!byKey.has(key)) byKey.set(key, record);
		return 'added';
	};
	const { byKey } = await whatExists<Listed>(call, unseen, {
		read: async () => await readExisting(existing, call, request, ids),
		shows: (listed, { record, name }) =>
			record ? listed.ids.has(idOf(record)) : listed.byKey.has(names.get(name) ?? ''),
		add: async (listed, one) => await Promise.resolve(addUnseen(listed, one)),
	});
	const there = new Map(
		existing.keysOf(request.body).flatMap((key) => {
			const record = byKey.get(key);
			return record ? [[key, record] as const] : [];
		}),
	);
	const records = [...new Set(there.values())];
	// A record may have more keys than were looked for.
	for (const one of records) rememberElsewhere(existing, call, request, one, existing.keysOf(one));
	refuseKnownElsewhere(existing, call, request, records);
	if (there.size > 0 && there.size < names.size) existing.refusePart?.(there);
	return records;
}

const keyListOf = ({ request: { route } }: Existing, { ids }: KeyedRequest) => ({ route, ids });

function refuseKnownElsewhere(
	existing: Existing,
	call: OperationCall,
	request: KeyedRequest,
	there: ServiceRecord[],
) {
	if (!existing.refuseElsewhere) return;
	const keys = new Set([request.body, ...there].flatMap((one) => existing.keysOf(one)));
	const elsewhere = keysOfOtherLists(call, keyListOf(existing, request), [...keys]);
	if (elsewhere.length > 0) existing.refuseElsewhere(elsewhere, there);
}

/** @param record the one that has the keys, if it was shown @returns a function that takes it back */
function rememberElsewhere(
	existing: Existing,
	call: OperationCall,
	request: KeyedRequest,
	record?: ServiceRecord,
	keys = existing.keysOf(request.body),
): () => void {
	if (!existing.refuseElsewhere) return () => {};
	const id = record && idOf(record);
	return rememberKeysOfList(call, { ...keyListOf(existing, request), id }, keys);
}

/** The names of its locks, with their keys. A company may have several credentials. */
function namesOf(
	{ request: { route } }: Existing,
	{ client: { connection } }: OperationCall,
	{ ids, body }: KeyedRequest,
	keysOf: Existing['similarKeysOf'],
): Map<string, string> {
	const list = JSON.stringify([connection.baseUrl, route, ids]);
	return new Map((keysOf?.(body) ?? []).map((key) => [`key ${list} ${key}`, key]));
}

async function readExisting(
	existing: Existing,
	call: OperationCall,
	request: KeyedRequest,
	ids: ReadonlySet<string>,
): Promise<Listed> {
	const wanted = new Set(existing.keysOf(request.body));
	const listed: Listed = { byKey: new Map(), ids: new Set() };
	for await (const records of existing.batches(call, request)) {
		for (const record of records) {
			if (ids.has(idOf(record))) listed.ids.add(idOf(record));
			for (const key of existing.keysOf(record)) {
				if (wanted.has(key) && !listed.byKey.has(key)) listed.byKey.set(key, record);
			}
		}
	}
	return listed;
}
