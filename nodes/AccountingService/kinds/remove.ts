import { tried, type ServiceError } from '../../shared/client/errors';
import type { Route } from '../../shared/client/route';
import { advancedWith } from '../../shared/fields/options';
import type { ItemOperation, OperationCall } from '../operation';
import {
	fill,
	optionOf,
	pathProperties,
	requestOf,
	type Current,
	type Declared,
	type FilledRequest,
} from './declared';

export interface DeclaredRemove<R extends Route> extends Declared<R> {
	/** The name in the path that is the record's own id. */
	id: string;
	/** A list in which the record no longer is once it is removed; without one an open outcome stays open. */
	listed?: Current;
}

/** Removes one record by DELETE. */
export function remove<R extends Route>(declared: DeclaredRemove<R>): ItemOperation {
	const { listed } = declared;
	return {
		option: optionOf(declared),
		fields: [...pathProperties(declared), advancedWith()],
		requests: [requestOf(declared), ...(listed ? [listed.request] : [])],
		output: { deleted: 'flag', id: 'id' },
		changes: true,
		async run(call) {
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const { whereToLook } = declared;
			// Removed twice, it is gone all the same.
			const sending = { method, path, ids, what, repeatable: true as const, whereToLook };
			const { failure } = await tried(async () => await call.client.request(sending));
			if (failure) await refuseUnlessGone(failure, call, filled, listed);
			return [{ deleted: true, id: ids[declared.id] }];
		},
	};
}

/**
 * That a repeated DELETE finds nothing is no proof: a path which the service does not know is answered alike.
 * @throws ServiceError the failure, unless its outcome is open and the record is seen to be gone
 */
async function refuseUnlessGone(
	failure: ServiceError,
	call: OperationCall,
	filled: FilledRequest,
	listed?: Current,
): Promise<void> {
	if (failure.kind !== 'outcomeUnknown' || !listed) throw failure;
	const read = await tried(async () => await listed.read(call, filled));
	if (!read.failure) throw failure.and('Read afterwards, it was still there.');
	// Without a status it was the list that did not have it.
	const isGone = read.failure.kind === 'notFound' && read.failure.status === undefined;
	if (!isGone) throw failure.and('Whether it is still there could not be read.');
	call.hint(
		`The service did not confirm ${filled.what}. Read afterwards, the service no longer had it, so it counts as deleted.`,
	);
}
