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
import { recordForAgent } from './agent';
import { outputFields, shapeOf, simplifiedKinds } from '../../shared/fields/output';
import { whileUnchanged } from './whileUnchanged';

export interface DeclaredReplace<R extends Route> extends Declared<R> {
	/** What is answered. */
	record: RecordDescription;
	/** The name in the path that is the ID of what is answered. */
	id?: PathNames<R>;
	/** What is sent, where it is not the record. */
	body?: ServiceFields;
	check?: BodyCheck;
	/** What the query says besides. */
	query?: (call: OperationCall) => IDataObject;
	/** Fields of the form that the query reads. */
	queryProperties?: INodeProperties[];
	/** The form asks for all of it, whatever it was before. */
	isWhole?: true;
	/** Where the record can be read: then single fields can be changed, and the rest is sent back as it is. */
	current?: Current;
	/** Whether it may create something beside the record, which a second sending would create twice. */
	mayCreate?: (call: OperationCall) => boolean;
	precondition?: Precondition;
	/** Names of the path that the body has to repeat. */
	repeats?: string[];
}

export const mode: INodeProperties = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	options: [
		{
			name: 'Change Some Fields',
			value: 'change',
			description: 'Read the record first, and send it back with the fields that you change',
		},
		{
			name: 'Replace All Fields',
			value: 'replace',
			description: 'Send only the fields that you enter; the service may clear the others',
		},
	],
	default: 'change',
	description: 'What happens to the fields that you do not enter',
};

/**
 * Replaces a record by PUT. Nothing published says that a PUT keeps what is absent, so a change of single
 * fields reads the record first and sends the whole back.
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
			...outputFields(record),
			...queryProperties,
			advancedWith(),
		],
		requests: [...(current ? [current.request] : []), requestOf(declared)],
		output: simplifiedKinds(record),
		changes: true,
		async run(call) {
			const { form, forAgent, hint } = call;
			const filled = fill(declared, call);
			const shape = shapeOf(form, record);
			const displayed = (one: ServiceRecord) =>
				forAgent ? recordForAgent(one, shape, record) : shape(one);
			const input = isChange ? changesOf(form, fields) : bodyOf(form, fields);
			if (isChange && leavesAsItIs(form, input)) {
				hint(nothingToUpdate(call));
				if (declared.body !== undefined) return [{ updated: false, ...filled.ids }];
				return [displayed(await current.read(call, filled))];
			}
			const change = await changeOf(declared, fields, input, call, filled);
			await precondition?.check(call, filled, change.body);
			const updated = await send(declared, fields, change, call, filled);
			return [updated === undefined ? { updated: true, ...filled.ids } : displayed(updated)];
		},
	};
}

export const nothingToUpdate = ({ itemIndex }: OperationCall) =>
	`Item ${itemIndex} has none of the fields to update, so nothing was sent for it.`;

interface Change {
	body: IDataObject;
	/** The record as it was read; undefined if all of it is replaced. */
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
	// What the service sent may leave something out; what is changed, or begun, has to be whole.
	const isBegun = Object.keys(before ?? {}).length === 0;
	const changed = Object.entries(fields).filter(([name]) => isBegun || names.includes(name));
	if (current) refuseMissing(Object.fromEntries(changed), body);
	const ids = repeats.map((name) => [name, new ExactNumber(filled.ids[name])]);
	return { body: { ...checkedBody(body, check), ...Object.fromEntries(ids) }, before };
}

/** @returns undefined if the answer does not show the record */
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
		whileUnchanged(fields, before, body, async () => await current.read(call, filled, parseToSend));
	const request: ServiceCall<ServiceRecord | undefined> = {
		...filled,
		...{ body, query: query?.(call), read, whereToLook, whyNotAgain },
		// The whole record goes out: sent twice, it has the same effect, unless somebody has changed it meanwhile.
		...(mayCreate?.(call) !== true && { repeatable: true }),
	};
	const sent = await tried(async () => await call.client.request(request));
	const isRecord = declared.body === undefined;
	if (!sent.failure) {
		if (sent.value && isRecord) hintDifferences(fields, body, sent.value, what, call.hint);
		return sent.value;
	}
	const found = await readAfter(sent.failure, fields, body, call, filled, current);
	call.hint(`The service did not confirm ${what}. Read afterwards, the record has what was sent.`);
	return isRecord ? found : undefined;
}

/**
 * The record after a change whose answer was lost, if it has everything that was sent.
 * @throws ServiceError the failure of the change when that cannot be seen
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
	throw failure.and(`Read afterwards, the record did not have it: ${listed(different)}.`);
}
