import { outputOf } from '../../shared/agents';
import { withExpectedId, readRecord } from '../../shared/client/envelope';
import type { PathNames, Route } from '../../shared/client/route';
import { optionsWith } from '../../shared/fields/options';
import type { ItemOperation } from '../operation';
import { type Declared, fill, optionOf, pathProperties, requestOf } from './declared';
import type { RecordDescription } from '../../shared/fields/describe';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';

/** Fetches one record. */
export function oneRecord<R extends Route>(
	declared: Declared<R> & {
		record: RecordDescription;
		/** The placeholder for the ID of the record. */
		id?: PathNames<R>;
		/** The record's ID field, by default `id`. */
		idField?: string;
	},
): ItemOperation {
	const { record } = declared;
	return {
		option: optionOf(declared),
		fields: [...pathProperties(declared), ...outputFields(record), optionsWith()],
		requests: [requestOf(declared)],
		output: simplifiedKinds(record),
		async run(call) {
			const request = fill(declared, call);
			const { activity, ids } = request;
			const shape = outputOf(call, record);
			const answer = await call.client.request(request);
			const read = readRecord(answer, activity, record.fields);
			const found =
				declared.id === undefined
					? read
					: withExpectedId(read, ids[declared.id], activity, declared.idField);
			return [shape(found)];
		},
	};
}
