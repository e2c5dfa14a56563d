import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { ExactNumber, parseToSend } from '../../shared/client/json';
import type { PathNames, Route } from '../../shared/client/route';
import { differences, sentBackWith } from '../../shared/fields/differences';
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
import { replaceRecord } from '../write/replaceRecord';
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
			const updated = await sendChange(declared, fields, change, call, filled);
			return [updated === undefined ? { updated: true, ...filled.ids } : shape(updated)];
		},
	};
}

export const nothingToUpdate = ({ itemIndex }: OperationCall) =>
	`Item ${itemIndex} has no fields to update, so the node sent nothing for it.`;

interface RecordChange {
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
): Promise<RecordChange> {
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
async function sendChange<R extends Route>(
	declared: DeclaredReplace<R>,
	fields: ServiceFields,
	{ body, before }: RecordChange,
	call: OperationCall,
	filled: FilledRequest,
): Promise<ServiceRecord | undefined> {
	const { what, ids } = filled;
	const { record, whereToLook, current, query, mayCreate, remark } = declared;
	const sent = await replaceRecord(call, {
		request: { ...filled, query: query?.(call), whereToLook },
		body,
		mayCreate: mayCreate?.(call),
		fields: record.fields,
		id: declared.id === undefined ? undefined : ids[declared.id],
		one: 'record',
		read: current && (async (parser) => await current.read(call, filled, parser)),
		differencesTo: (found) => differences(fields, body, found),
		before: before && { record: before, fields },
	});
	// The response is the record only if the body has its fields too.
	const isRecord = declared.body === undefined;
	if (sent.isRead) return isRecord ? sent.record : undefined;
	if (sent.record && isRecord) hintDifferences(fields, body, sent.record, what, call.hint);
	const remarks = sent.record && remark?.(sent.record, call);
	if (remarks) call.hint(remarks);
	return sent.record;
}
