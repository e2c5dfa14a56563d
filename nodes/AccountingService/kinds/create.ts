import type { Route } from '../../shared/client/route';
import { writtenReader } from '../../shared/client/envelope';
import { optionsWith } from '../../shared/fields/options';
import type { RecordDescription } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import type { ItemOperation } from '../operation';
import {
	type BodyCheck,
	checkedBody,
	type Declared,
	fill,
	hintDifferences,
	optionOf,
	pathProperties,
	type Precondition,
	requestOf,
} from './declared';
import { recordForAgent } from './agent';
import { outputFields, shapeOf, simplifiedKinds } from '../../shared/fields/output';

/** Creates one record. It is sent once: what becomes of a lost answer is told. */
export function create<R extends Route>(
	declared: Declared<R> & {
		record: RecordDescription;
		check?: BodyCheck;
		precondition?: Precondition;
	},
): ItemOperation {
	const { record, precondition } = declared;
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...bodyForm(record.fields),
			...outputFields(record),
			optionsWith(),
		],
		requests: [requestOf(declared), ...(precondition ? [precondition.request] : [])],
		output: simplifiedKinds(record),
		changes: true,
		async run(call) {
			const { form, client, forAgent } = call;
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const shape = shapeOf(form, record);
			const body = checkedBody(bodyOf(form, record.fields), declared.check);
			await precondition?.check(call, filled, body);
			const { whereToLook } = declared;
			const read = writtenReader({ what, fields: record.fields });
			const made = await client.request({ method, path, ids, what, body, whereToLook, read });
			// An empty answer is success: what was sent is then all there is to show.
			if (made === undefined) return [{ created: true }];
			hintDifferences(record.fields, body, made, what, call.hint);
			return [forAgent ? recordForAgent(made, shape, record) : shape(made)];
		},
	};
}
