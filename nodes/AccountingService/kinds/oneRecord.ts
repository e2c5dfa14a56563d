import { withExpectedId, readRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import type { PathNames, Route } from '../../shared/client/route';
import { advancedWith } from '../../shared/fields/options';
import type { ItemOperation } from '../operation';
import { type Declared, fill, optionOf, pathProperties, requestOf } from './declared';
import { recordForAgent } from './agent';
import type { RecordDescription } from '../../shared/fields/describe';
import { outputFields, shapeOf, simplifiedKinds } from '../../shared/fields/output';

/** Fetches one record. */
export function oneRecord<R extends Route>(
	declared: Declared<R> & {
		record: RecordDescription;
		/** The placeholder for the ID of the record. */
		id?: PathNames<R>;
		/** The record's ID field, by default `id`. */
		idField?: string;
		/** Other advice for a 404. */
		whenNotFound?: (ids: Record<string, string>) => string | undefined;
	},
): ItemOperation {
	const { record } = declared;
	return {
		option: optionOf(declared),
		fields: [...pathProperties(declared), ...outputFields(record), advancedWith()],
		requests: [requestOf(declared)],
		output: simplifiedKinds(record),
		async run(call) {
			const { method, path, what, ids } = fill(declared, call);
			const shape = shapeOf(call.form, record);
			const answer = await call.client
				.request({ method, path, ids, what })
				.catch((failure: unknown) => {
					const more = declared.whenNotFound?.(ids);
					const isNotFound = failure instanceof ServiceError && failure.kind === 'notFound';
					throw isNotFound && more !== undefined ? failure.but({ description: more }) : failure;
				});
			const read = readRecord(answer, what, record.fields);
			const found =
				declared.id === undefined
					? read
					: withExpectedId(read, ids[declared.id], what, declared.idField);
			return [call.forAgent ? recordForAgent(found, shape, record) : shape(found)];
		},
	};
}
