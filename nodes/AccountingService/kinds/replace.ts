import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { outputOf } from '../../shared/agents';
import type { ServiceRecord } from '../../shared/client/envelope';
import { ExactNumber, parseToSend } from '../../shared/client/json';
import type { PathNames, Route } from '../../shared/client/route';
import { differences, sentBackWith } from '../../shared/fields/differences';
import { advancedOfChange } from '../../shared/fields/options';
import { changeForm, changesOf } from '../../shared/fields/changeForm';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import { choice, type RecordDescription, type ServiceFields } from '../../shared/fields/describe';
import { refuseMissing } from '../../shared/fields/check';
import type { ItemOperation, OperationCall } from '../operation';
import {
	type BodyCheck,
	checkedBody,
	type Current,
	type Declared,
	fill,
	type FilledRequest,
	optionOf,
	pathProperties,
	type Precondition,
	requestOf,
} from './declared';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';
import { documentPath, recordPath, withRecords } from '../write/locks';
import { hasChanges, replaceRecord } from '../write/replaceRecord';
import { formField } from '../../shared/fields/formField';

interface DeclaredReplace<R extends Route> extends Declared<R> {
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
	/** The form always replaces the entire record. */
	isWhole?: true;
	/** How to read the record. It lets the form change single fields and send the others back unchanged. */
	current?: Current;
	/** Whether the request may also create another record, so that a retry could create a duplicate. */
	mayCreate?: (call: OperationCall) => boolean;
	precondition?: Precondition;
	/** A hint about the returned record. */
	hintRemark?: (updated: ServiceRecord, call: OperationCall) => void;
	/** Placeholders that the body must repeat. */
	repeats?: string[];
}

export const mode = formField(
	'mode',
	choice(
		'Mode',
		{
			change: ['Change Some Fields', 'Keep the other fields as they are'],
			replace: [
				'Replace All Fields',
				'Send only the fields that you enter. The service may clear the others.',
			],
		},
		'What happens to the fields that you do not enter',
	),
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
		repeats = [],
	} = declared;
	// The response is the record only if the body has its fields too.
	const isOther = declared.body !== undefined;
	const isChange = current !== undefined && declared.isWhole !== true;
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...(isChange ? [mode, ...changeForm(fields)] : bodyForm(fields)),
			...queryProperties,
			...outputFields(record),
			advancedOfChange(),
		],
		requests: [...(current ? [current.request] : []), requestOf(declared)],
		output: simplifiedKinds(record),
		changes: true,
		async run(call) {
			const { form } = call;
			const filled = fill(declared, call);
			const shape = outputOf(call, record);
			const input = isChange ? changesOf(form, fields) : bodyOf(form, fields);
			if (isChange && !hasChanges(call, input)) {
				if (isOther) return [{ updated: false, ...filled.ids }];
				return [shape(await current.read(call, filled))];
			}
			const updated = await withRecords(call, changedRecords(filled), async () => {
				const isWhole = !isChange || form.get('mode') === 'replace';
				const before = isWhole ? undefined : await readCurrent(current, call, filled);
				const changed = isChange ? mergedRecord(fields, input, before) : input;
				const body = {
					...checkedBody(fields, changed, declared.check),
					...Object.fromEntries(repeats.map((name) => [name, new ExactNumber(filled.ids[name])])),
				};
				await precondition?.(call, filled, body);
				return await replaceRecord(call, {
					request: { ...filled, query: declared.query?.(call), whereToLook: declared.whereToLook },
					body,
					mayCreate: declared.mayCreate?.(call),
					fields: record.fields,
					id: declared.id && filled.ids[declared.id],
					one: 'record',
					isOther,
					read: current && (async (parser) => await current.read(call, filled, parser)),
					differencesTo: (found) => differences(fields, body, found),
					before: before && { record: before, fields },
				});
			});
			if (updated === undefined) return [{ updated: true, ...filled.ids }];
			declared.hintRemark?.(updated, call);
			return [shape(updated)];
		},
	};
}

/** The record to change, in preview as earlier items would leave it. */
async function readCurrent(
	current: Current,
	call: OperationCall,
	filled: FilledRequest,
): Promise<ServiceRecord> {
	const record = await current.read(call, filled, parseToSend);
	return call.client.preview?.left(filled.path, record) ?? record;
}

/** A connection belongs to both documents. */
const changedRecords = ({ path, ids }: FilledRequest): string[] => {
	const { connectedAccountingDocumentId: other } = ids;
	return [recordPath(path), ...(other === undefined ? [] : [documentPath(other)])];
};

/** @param before the record before the change; undefined if all of it is replaced */
function mergedRecord(
	fields: ServiceFields,
	changes: IDataObject,
	before?: ServiceRecord,
): IDataObject {
	const body = before ? sentBackWith(fields, before, changes) : changes;
	// The service may return incomplete groups. Require complete ones only where the user changes or starts them.
	const isBegun = Object.keys(before ?? {}).length === 0;
	const names = Object.keys(fields).filter((name) => isBegun || Object.hasOwn(changes, name));
	refuseMissing(Object.fromEntries(names.map((name) => [name, fields[name]])), body);
	return body;
}
