import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readRecord, writtenReader, type ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, tried, type ServiceError } from '../../shared/client/errors';
import { ExactNumber, parseToSend } from '../../shared/client/json';
import type { ServiceCall } from '../../shared/client/client';
import type { PathNames, Route } from '../../shared/client/route';
import { differences, listed, sentBackWith } from '../../shared/fields/differences';
import { optionsWith } from '../../shared/fields/options';
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
 * fields reads the record first and sends the whole back (contract of writes, 7).
 */
export function replace<R extends Route>(declared: DeclaredReplace<R>): ItemOperation {
	const {
		record,
		body: fields = record.fields,
		current,
		precondition,
		queryProperties = [],
	} = declared;
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...(current ? [mode, changeForm(fields)] : bodyForm(fields)),
			...outputFields(record),
			...queryProperties,
			optionsWith(),
		],
		requests: [...(current ? [current.request] : []), requestOf(declared)],
		output: simplifiedKinds(record),
		changes: true,
		async run(call) {
			const { form, client, forAgent, hint } = call;
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const shape = shapeOf(form, record);
			const shown = (one: ServiceRecord) =>
				forAgent ? recordForAgent(one, shape, record) : shape(one);
			const given = current ? changesOf(form, fields) : bodyOf(form, fields);
			if (current && leavesAsItIs(form, given)) {
				hint(nothingToUpdate(call));
				if (declared.body !== undefined) return [{ updated: false, ...ids }];
				return [shown(await current.read(call, filled))];
			}
			const { body, before } = await bodyFor(declared, fields, given, call, filled);
			await precondition?.check(call, filled, body);
			const { whereToLook } = declared;
			const query = declared.query?.(call);
			const id = declared.id === undefined ? undefined : ids[declared.id];
			const read = writtenReader({ what, fields: record.fields, id });
			const again = sentAgain(declared, fields, body, before, call, filled);
			const sending = { method, path, ids, what, query, body, read, whereToLook, ...again };
			const result = await tried(async () => await client.request(sending));
			const isAnswered = result.failure === undefined;
			const came = isAnswered
				? result.value
				: await readAfter(result.failure, fields, body, call, filled, current);
			if (!isAnswered) {
				hint(`No clear answer came while ${what}. Read afterwards, the record has what was sent.`);
			}
			const isRecord = isAnswered || declared.body === undefined;
			if (came === undefined || !isRecord) return [{ updated: true, ...ids }];
			const updated = readRecord(came, what);
			if (declared.body === undefined) hintDifferences(fields, body, updated, what, hint);
			return [shown(updated)];
		},
	};
}

export const nothingToUpdate = ({ itemIndex }: OperationCall) =>
	`Item ${itemIndex} has none of the fields to update, so nothing was sent for it.`;

/** The whole record goes out: sent twice, it has the same effect, unless somebody has changed it meanwhile. */
function sentAgain<R extends Route>(
	{ current, mayCreate }: DeclaredReplace<R>,
	fields: ServiceFields,
	body: IDataObject,
	before: ServiceRecord | undefined,
	call: OperationCall,
	filled: FilledRequest,
): Pick<ServiceCall, 'repeatable' | 'whyNotAgain'> {
	if (mayCreate?.(call) === true) return {};
	if (!current || !before) return { repeatable: true };
	const read = async () => await current.read(call, filled, parseToSend);
	return { repeatable: true, whyNotAgain: whileUnchanged(fields, before, body, read) };
}

async function bodyFor<R extends Route>(
	{ current, check, repeats = [] }: DeclaredReplace<R>,
	fields: ServiceFields,
	given: IDataObject,
	call: OperationCall,
	filled: FilledRequest,
): Promise<Change> {
	const { body, before } = await wholeBody(current, fields, given, call, filled);
	const ids = repeats.map((name) => [name, new ExactNumber(filled.ids[name])]);
	return { body: { ...checkedBody(body, check), ...Object.fromEntries(ids) }, before };
}

interface Change {
	body: IDataObject;
	/** The record as it was read; undefined where all of it is replaced. */
	before?: ServiceRecord;
}

async function wholeBody(
	current: Current | undefined,
	fields: ServiceFields,
	changes: IDataObject,
	call: OperationCall,
	filled: FilledRequest,
): Promise<Change> {
	const { form } = call;
	if (!current) return { body: changes };
	const names = Object.keys(changes);
	if (names.length === 0) {
		refuseInput('updateFields', 'There is nothing to update', 'Add the fields to update.');
	}
	if (form.get('mode') === 'replace') {
		refuseMissing(fields, changes);
		return { body: changes };
	}
	const known = await current.read(call, filled, parseToSend);
	const body = sentBackWith(fields, known, changes);
	// What the service sent may leave something out; what is changed, or begun, has to be whole.
	const isBegun = Object.keys(known).length === 0;
	refuseMissing(
		isBegun
			? fields
			: Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))),
		body,
	);
	return { body, before: known };
}

/**
 * The record after a change whose answer was lost, if it has everything that was sent (contract of writes, 2).
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
