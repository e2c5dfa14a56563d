import type { ServiceRecord } from '../../../../shared/client/envelope';
import { ServiceError, tried } from '../../../../shared/client/errors';
import { idOf } from '../../../../shared/lists/ids';
import type { OperationCall } from '../../../operation';
import { readDocument } from './changing';
import { recordField, type UniqueKey } from './unique';

/** Documents read in full to see whether a list leaves a field out: most documents may well have none. */
const readInFull = 10;

/**
 * A list may leave fields out. Where no record of it has the field by which documents are unique, some are read in
 * full: a field that shows there and not in the list cannot be looked up, and creating would double what exists.
 * @param listed the newest documents as the list shows them
 * @throws ServiceError (incomplete) where the list does not show the field, or that cannot be told
 */
export async function refuseHiddenKey(
	call: OperationCall,
	key: UniqueKey,
	listed: readonly ServiceRecord[],
): Promise<void> {
	const name = recordField(key.field);
	const hasField = (record: ServiceRecord) => record[name] !== undefined;
	if (listed.length === 0 || listed.some(hasField)) return;
	for (const id of listed.slice(0, readInFull).map(idOf)) {
		const full = await tried(async () => await readDocument(call, id));
		if (full.failure?.kind === 'cancelled') throw full.failure;
		// One that was deleted meanwhile says nothing, but nor does a path that the service does not know.
		if (!full.failure && !hasField(full.value)) continue;
		throw new ServiceError(
			'incomplete',
			`It cannot be told whether a document with the ${key.name} exists: the list of documents does not show that field`,
			{
				description: full.failure
					? `Nothing was created. Document ${id} was to be read in full to see whether it has the field, but: ${full.failure.message}.`
					: `Nothing was created. Document ${id} has the field when it is read in full. Choose another field in Unique By.`,
				effect: 'none',
			},
		);
	}
}
