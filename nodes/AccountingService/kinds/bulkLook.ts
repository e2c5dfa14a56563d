import type { ServiceRecord } from '../../shared/client/envelope';
import { tried, type ServiceError } from '../../shared/client/errors';
import type { DeclaredRequest, OperationCall } from '../operation';
import type { Told } from './bulkResults';

/** Whether a record that was read after a lost answer shows the change; undefined: it is gone. */
export type IsDone = (record: ServiceRecord | undefined) => boolean;

/** How records are read after a lost answer. */
export interface BulkReading {
	requests: DeclaredRequest[];
	read(call: OperationCall, id: string): Promise<ServiceRecord>;
	/**
	 * Whether another record than these reads well by its id and none of these is listed. Only then is "not found" a
	 * proof: a path that the service does not know is answered alike.
	 */
	canTellGone(call: OperationCall, ids: string[]): Promise<boolean>;
}

/**
 * Reads records whose result is not known.
 * @param failure of the request, its outcome open
 */
export async function lookAfter(
	{ read, canTellGone }: BulkReading,
	call: OperationCall,
	isDone: IsDone,
	ids: string[],
	failure: ServiceError,
): Promise<Map<string, Told>> {
	const told = new Map<string, Told>();
	const missing: string[] = [];
	for (const id of ids) {
		const found = await tried(async () => await read(call, id));
		if (found.failure?.kind === 'cancelled') throw found.failure;
		if (found.failure?.kind === 'notFound' && isDone(undefined)) missing.push(id);
		else if (found.failure) {
			told.set(id, { failure: failure.and(`Since then ${id} could not be read.`) });
		} else if (isDone(found.value)) told.set(id, {});
		else told.set(id, { failure: failure.and(`${id} was read since, and it is not seen done.`) });
	}
	if (missing.length === 0) return told;
	const areGone = await canTellGone(call, missing);
	for (const id of missing) {
		const doubt = `Since then ${id} could not be found, which proves nothing: the service did not show another document by its ID.`;
		told.set(id, areGone ? {} : { failure: failure.and(doubt) });
	}
	return told;
}
