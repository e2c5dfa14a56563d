import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import type { Route } from '../../shared/client/route';
import { writtenReader } from '../../shared/client/envelope';
import { differences, listed } from '../../shared/fields/differences';
import { optionsWith } from '../../shared/fields/options';
import type { RecordDescription, ServiceFields } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../operation';
import {
	type Declared,
	fill,
	type FilledRequest,
	optionOf,
	pathProperties,
	requestOf,
} from './declared';
import { recordForAgent } from './agent';
import { outputFields, shapeOf, simplifiedKinds } from '../../shared/fields/output';

/**
 * Refuses a body that the service would refuse by its stated rules, beyond what the
 * descriptions of its fields say.
 * @throws ServiceError (badInput) that names the field and the rule
 */
export type BodyCheck = (body: IDataObject) => void;

/** @throws ServiceError (badInput) for a body without anything in it, then the check's */
export function checkedBody(body: IDataObject, check?: BodyCheck): IDataObject {
	if (Object.keys(body).length === 0) {
		refuseInput('additionalFields', 'There is nothing to send', 'Fill in at least one field.');
	}
	check?.(body);
	return body;
}

/** A stated rule of the service that only what it holds already can break. */
export interface Precondition {
	/** How what it holds is read. */
	request: DeclaredRequest;
	/** @throws ServiceError (badInput) that names the field and the rule, and that of the reading */
	check(call: OperationCall, filled: FilledRequest, body: IDataObject): Promise<void>;
}

/** Says beside the output what of a change is not in the record that came back. */
export function hintDifferences(
	fields: ServiceFields,
	sent: IDataObject,
	came: object,
	what: string,
	hint: (message: string) => void,
): void {
	const different = differences(fields, sent, came);
	if (different.length === 0) return;
	hint(
		`The service answered with other values than were sent while ${what}: ${listed(different)}. Check them in the output.`,
	);
}

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
