import { readRecord } from '../../shared/client/envelope';
import type { Route } from '../../shared/client/route';
import { optionsWith } from '../../shared/fields/options';
import type { ItemOperation } from '../operation';
import { fill, optionOf, pathProperties, requestOf, type Declared } from './declared';
import { recordForAgent } from './forAgent';
import type { RecordDescription } from './recordDescription';
import { outputFields, shapeOf, simplifiedKinds, type Before } from './shape';

/** Fetches one record. */
export function oneRecord<R extends Route>(
	declared: Declared<R> & { record: RecordDescription; before?: Before },
): ItemOperation {
	const { record, before } = declared;
	return {
		option: optionOf(declared),
		fields: [...pathProperties(declared), ...outputFields(record), optionsWith()],
		requests: [requestOf(declared)],
		output: simplifiedKinds(record),
		...(before && { outputBefore: before.fields }),
		async run(call) {
			const { method, path, what } = fill(declared, call);
			const shape = shapeOf(call.form, record, before?.shape);
			const found = readRecord(await call.client.request({ method, path, what }), what);
			return [call.forAgent ? recordForAgent(found, shape, record) : shape(found)];
		},
	};
}
