import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, tried, type ServiceError } from '../../shared/client/errors';
import { ExactNumber, parseToSend } from '../../shared/client/json';
import type { ServiceCall } from '../../shared/client/client';
import type { PathNames, Route } from '../../shared/client/route';
import { differences, listed, sentBackWith } from '../../shared/fields/differences';
import { advancedWith } from '../../shared/fields/options';
import {
	bodyForm,
	bodyOf,
	changeForm,
	changesOf,
	leavesAsItIs,
} from '../../shared/fields/recordForm';
import type { RecordDescription, ServiceFields } from '../../shared/fields/describe';
import { refuseMissing } from '../../shared/fields/check';
import type { ItemOperation, OperationCall } from '../operation';
import {
	type BodyCheck,
	checkedBody,
	type Current,
	type Declared,
	fill,
	type FilledRequest,
	hintDifferences,
	optionOf,
	pathProperties,
	type Precondition,
	requestOf,
} from './declared';
import { outputOf } from './agent';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';
import { whileUnchanged } from './whileUnchanged';
import { choiceField } from '../../shared/fields/properties';

export interface DeclaredReplace<R extends Route> extends Declared<R> {
	/** The record in the response. */
	record: RecordDescription;
	/** The placeholder for the ID of that record. */
	id?: PathNames<R>;
	/** The fields of the request body, if they are not those of the record. */
	body?: ServiceFields;
	check?: BodyCheck;
	/** Query parameters. */
	query?: (call: OperationCall) => IDataObject;
	/** Form fields of the query parameters. */
	queryProperties?: INodeProperties[];
	/** The form always replaces the whole record. */
	isWhole?: true;
	/** How to read the record. It lets the form change single fields and send the others back unchanged. */
	current?: Current;
	/** Whether the request may also create another record, so that a retry could create a duplicate. */
	mayCreate?: (call: OperationCall) => boolean;
	precondition?: Precondition;
	/** A hint about the returned record. */
	remark?: (updated: ServiceRecord, call: OperationCall) => string | undefined;
	/** Placeholders that the body must repeat. */
	repeats?: string[];
}

export const mode = choiceField(
	'Mode',
	'mode',
	'What happens to the fields that you do not enter',
	'change',
	{
		change: ['Change Some Fields', 'Keep the other fields as they are'],
		replace: [
			'Replace All Fields',
			'Send only the fields that you enter. The service may clear the others.',
		],
	},
);

/**
 * Replaces a record by PUT. It is not published whether a PUT keeps absent fields. So a change of single fields reads the
 * record first and sends all of it back.
 */
export function replace<R extends Route>(declared: DeclaredReplace<R>): ItemOperation {
	const {
		record,
		body: fields = record.fields,
		current,
		precondition,
		queryProperties = [],
	} = declared;
	const isChange = current !== undefined && declared.isWhole !== true;
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...(isChange ? [mode, changeForm(fields)] : bodyForm(fields)),
			...queryProperties,
			...outputFields(record),
			advancedWith(),
		],
		requests: [...(current ? [current.request] : []), requestOf(declared)],
		output: simplifiedKinds(record),
		changes: true,
		async run(call) {
			const { form, hint } = call;
			const filled = fill(declared, call);
			const shape = outputOf(call, record);
			const input = isChange ? changesOf(form, fields) : bodyOf(form, fields);
			if (isChange && leavesAsItIs(form, input)) {
				hint(nothingToUpdate(call));
				if (declared.body !== undefined) return [{ updated: false, ...filled.ids }];
				return [shape(await current.read(call, filled))];
			}
			const change = await changeOf(declared, fields, input, call, filled);
			await precondition?.(call, filled, change.body);
			const updated = await send(declared, fields, change, call, filled);
			return [updated === undefined ? { updated: true, ...filled.ids } : shape(updated)];
		},
	};
}

export const nothingToUpdate = ({ itemIndex }: OperationCall) =>
	`Item ${itemIndex} has no fields to update, so the node sent nothing for it.`;

interface Change {
	body: IDataObject;
	/** The record before the change; undefined if all of it is replaced. */
	before?: ServiceRecord;
}

async function changeOf<R extends Route>(
	{ current, check, repeats = [], ...declared }: DeclaredReplace<R>,
	fields: ServiceFields,
	changes: IDataObject,
	call: OperationCall,
	filled: FilledRequest,
): Promise<Change> {
	const names = Object.keys(changes);
	if (current && !declared.isWhole && names.length === 0) {
		refuseInput('updateFields', 'There is nothing to update', 'Add the fields to update.');
	}
	const isWhole = !current || declared.isWhole || call.form.get('mode') === 'replace';
	const before = isWhole ? undefined : await current.read(call, filled, parseToSend);
	const body = before ? sentBackWith(fields, before, changes) : changes;
	// The service may return incomplete groups. Require complete ones only where the user changes or starts them.
	const isBegun = Object.keys(before ?? {}).length === 0;
	const changed = Object.entries(fields).filter(([name]) => isBegun || names.includes(name));
	if (current) refuseMissing(Object.fromEntries(changed), body);
	const ids = repeats.map((name) => [name, new ExactNumber(filled.ids[name])]);
	return { body: { ...checkedBody(fields, body, check), ...Object.fromEntries(ids) }, before };
}

/** @returns undefined if the response does not contain the record */
async function send<R extends Route>(
	declared: DeclaredReplace<R>,
	fields: ServiceFields,
	{ body, before }: Change,
	call: OperationCall,
	filled: FilledRequest,
): Promise<ServiceRecord | undefined> {
	const { what, ids } = filled;
	const { record, whereToLook, current, query, mayCreate } = declared;
	const id = declared.id === undefined ? undefined : ids[declared.id];
	const read = writtenReader({ what, fields: record.fields, id });
	const whyNotAgain =
		current &&
		before &&
		whileUnchanged(fields, before, async () => await current.read(call, filled, parseToSend));
	const request: ServiceCall<ServiceRecord | undefined> = {
		...filled,
		...{ body, query: query?.(call), read, whereToLook, whyNotAgain },
		// A PUT of the whole record is idempotent, unless someone else changes it before the retry.
		...(mayCreate?.(call) !== true && { repeatable: true }),
	};
	const sent = await tried(async () => await call.client.request(request));
	const isRecord = declared.body === undefined;
	if (!sent.failure) {
		if (sent.value && isRecord) hintDifferences(fields, body, sent.value, what, call.hint);
		const remark = sent.value && declared.remark?.(sent.value, call);
		if (remark) call.hint(remark);
		return sent.value;
	}
	const found = await readAfter(sent.failure, fields, body, call, filled, current);
	call.hint(`The service did not confirm ${what}. Read afterwards, the record has what was sent.`);
	return isRecord ? found : undefined;
}

/**
 * Reads the record after a lost response.
 * @throws ServiceError the failure of the change, unless the record has all values that were sent
 */
async function readAfter(
	failure: ServiceError,
	fields: ServiceFields,
	body: IDataObject,
	call: OperationCall,
	filled: FilledRequest,
	current?: Current,
): Promise<ServiceRecord> {
	if (failure.kind !== 'outcomeUnknown' || !current) throw failure;
	const found = await tried(async () => await current.read(call, filled));
	if (found.failure) throw failure;
	const different = differences(fields, body, found.value);
	if (different.length === 0) return found.value;
	throw failure.and(`Read afterwards, the record has other values: ${listed(different)}.`);
}
