import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readRecord, type ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import type { Route } from '../../shared/client/route';
import { optionsWith } from '../../shared/fields/options';
import { sentBack } from '../../shared/fields/sentBack';
import { bodyForm, bodyOf, changeForm, changesOf } from '../../shared/fields/serviceForm';
import { acceptedFields, type ServiceFields } from '../../shared/fields/serviceField';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../operation';
import { checkedBody, type BodyCheck } from './bodyCheck';
import {
	fill,
	optionOf,
	pathProperties,
	requestOf,
	type Declared,
	type FilledRequest,
} from './declared';
import { recordForAgent } from './forAgent';
import type { RecordDescription } from './recordDescription';
import { outputFields, shapeOf, simplifiedKinds } from './shape';

export interface DeclaredReplace<R extends Route> extends Declared<R> {
	/** What is answered. */
	record: RecordDescription;
	/** What is sent, where it is not the record. */
	body?: ServiceFields;
	check?: BodyCheck;
	/** What the query says besides. */
	query?: (call: OperationCall) => IDataObject;
	/** Fields of the form that the query reads. */
	queryProperties?: INodeProperties[];
	/** Where the record can be read: then single fields can be changed, and the rest is sent back as it is. */
	current?: {
		request: DeclaredRequest;
		read(call: OperationCall, filled: FilledRequest): Promise<ServiceRecord>;
	};
}

const mode: INodeProperties = {
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
	const { record, body: fields = record.fields, current, queryProperties = [] } = declared;
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
			const { form, client, forAgent } = call;
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const shape = shapeOf(form, record);
			const body = checkedBody(await bodyFor(declared, fields, call, filled), declared.check);
			const query = declared.query?.(call);
			// The whole record goes out: sent twice, it has the same effect.
			const answer = await client.request({ method, path, what, query, body, repeatable: true });
			if (answer === undefined) return [{ updated: true, ...ids }];
			const updated = readRecord(answer, what);
			return [forAgent ? recordForAgent(updated, shape, record) : shape(updated)];
		},
	};
}

async function bodyFor<R extends Route>(
	{ current, check }: DeclaredReplace<R>,
	fields: ServiceFields,
	call: OperationCall,
	filled: FilledRequest,
): Promise<IDataObject> {
	const { form } = call;
	if (!current) return bodyOf(form, fields);
	const changes = changesOf(form, fields);
	if (Object.keys(changes).length === 0) {
		refuseInput('updateFields', 'There is nothing to update', 'Add the fields to update.');
	}
	if (form.get('mode') === 'replace') {
		const missing = acceptedFields(fields).find(
			([name, { required }]) => required && changes[name] === undefined,
		);
		if (missing) {
			refuseInput(
				missing[0],
				`${missing[1].label} is missing`,
				'The service needs it whenever all fields are replaced. Add it, or change some fields only.',
			);
		}
		return changes;
	}
	check?.(changes);
	const known = await current.read(call, filled);
	return { ...sentBack(fields, known), ...changes };
}
