import type { Route } from '../../shared/client/route';
import { optionsWith } from '../../shared/fields/options';
import type { ItemOperation } from '../operation';
import { fill, optionOf, pathProperties, requestOf, type Declared } from './declared';

/** Removes one record by DELETE. @property id the name in the path that is the record's own id */
export function remove<R extends Route>(declared: Declared<R> & { id: string }): ItemOperation {
	return {
		option: optionOf(declared),
		fields: [...pathProperties(declared), optionsWith()],
		requests: [requestOf(declared)],
		output: { deleted: 'flag', id: 'id' },
		changes: true,
		async run(call) {
			const { method, path, what, ids } = fill(declared, call);
			const onAlreadyDone = () =>
				call.hint(
					`The answer was lost while ${what}. Asked again, the service no longer had it, so it counts as deleted.`,
				);
			// Removed twice, it is gone all the same.
			await call.client.request({
				method,
				path,
				what,
				repeatable: true,
				whereToLook: declared.whereToLook,
				hooks: { onAlreadyDone },
			});
			return [{ deleted: true, id: ids[declared.id] }];
		},
	};
}
