import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Route } from '../../shared/client/route';
import { type ServiceRecord, writtenReader } from '../../shared/client/envelope';
import { differences, listed } from '../../shared/fields/differences';
import { advancedWith } from '../../shared/fields/options';
import type { RecordDescription } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../operation';
import {
	type BodyCheck,
	checkedBody,
	type Declared,
	fill,
	type FilledRequest,
	hintDifferences,
	optionOf,
	pathProperties,
	requestOf,
} from './declared';
import { outputOf } from './agent';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';

/** How to find an existing record, if the service accepts it only once. */
export interface Existing {
	request: DeclaredRequest;
	/** The field If It Exists. */
	property: INodeProperties;
	/**
	 * @returns the existing record to return
	 * @throws ServiceError (badInput) if the form says to fail; as the read request
	 */
	find(
		call: OperationCall,
		filled: FilledRequest,
		body: IDataObject,
	): Promise<ServiceRecord | undefined>;
}

/** Creates one record with a single request. If the response is lost, the error says so. */
export function create<R extends Route>(
	declared: Declared<R> & {
		record: RecordDescription;
		check?: BodyCheck;
		existing?: Existing;
	},
): ItemOperation {
	const { record, existing, whereToLook } = declared;
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...bodyForm(record.fields),
			...(existing ? [existing.property] : []),
			...outputFields(record),
			advancedWith(),
		],
		requests: [requestOf(declared), ...(existing ? [existing.request] : [])],
		output: { ...simplifiedKinds(record), ...(existing && { existed: 'flag' }) },
		changes: true,
		async run(call) {
			const { form, client } = call;
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const shape = outputOf(call, record);
			const body = checkedBody(record.fields, bodyOf(form, record.fields), declared.check);
			const displayed = (one: ServiceRecord, existed: boolean): IDataObject => ({
				...shape(one),
				...(existing && { existed }),
			});
			const there = await existing?.find(call, filled, body);
			if (there) {
				hintExisting(record, body, there, call);
				return [displayed(there, true)];
			}
			const read = writtenReader({ what, fields: record.fields });
			const made = await client.request({ method, path, ids, what, body, whereToLook, read });
			// An empty response is a success without a record to return.
			if (made === undefined) return [{ created: true, ...(existing && { existed: false }) }];
			hintDifferences(record.fields, body, made, what, call.hint);
			return [displayed(made, false)];
		},
	};
}

/** Reports how the existing record differs from the item. */
function hintExisting(
	{ fields, one }: RecordDescription,
	body: IDataObject,
	there: ServiceRecord,
	{ hint, itemIndex }: OperationCall,
): void {
	const other = differences(fields, body, there);
	if (other.length === 0) return;
	hint(
		`Item ${itemIndex}: the existing ${one} (ID ${String(there.id)}) was returned unchanged. It differs from the item in: ${listed(other, 'in the item', 'in the service')}.`,
	);
}
