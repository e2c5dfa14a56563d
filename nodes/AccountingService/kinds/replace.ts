import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { outputOf } from '../../shared/agents';
import type { ServiceRecord } from '../../shared/client/envelope';
import { parseToSend } from '../../shared/client/json';
import { isObject } from '../../shared/client/message';
import type { PathNames, Route } from '../../shared/client/route';
import { differences, sentBackWith } from '../../shared/fields/differences';
import { optionsOfChange } from '../../shared/fields/options';
import { changeForm, changesOf } from '../../shared/fields/changeForm';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import { choice, type RecordDescription, type ServiceFields } from '../../shared/fields/describe';
import { refuseMissing } from '../../shared/fields/check';
import type { ItemOperation, OperationCall, Sentence } from '../operation';
import {
	checkedBody,
	type Current,
	type Declared,
	fill,
	type FilledRequest,
	optionOf,
	pathProperties,
	requestOf,
} from './declared';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';
import { documentPath, recordPath } from '../once/locks';
import { describeReplaced, documentForPreview, wordsOf } from '../send/previewedDocument';
import { changeRecord, hasChanges, type Replacement } from '../send/replaceRecord';
import { formField } from '../../shared/fields/formField';

/** @throws ServiceError (badInput) for a body that breaks a published rule; as the requests that it needs */
export type PreparesReplacement = (request: Filled) => Additions | void | Promise<Additions | void>;

interface DeclaredReplace<R extends Route> extends Declared<R> {
	sentence: Sentence;
	/** The record in the response. */
	record: RecordDescription;
	/** The placeholder for the ID of that record. */
	id?: PathNames<R>;
	/** The fields of the request body, if they are not those of the record. */
	body?: ServiceFields;
	/** How to read the record. It lets the form change single fields and send the others back unchanged. */
	current?: Current;
	/** For a preview: further words for its sentence. */
	words?: (body: IDataObject, call: OperationCall) => Record<string, string>;
	/** For a preview: the part of the document that the body replaces, and the document with that part. */
	documentPart?: {
		of: (document: ServiceRecord) => object;
		as: (body: IDataObject) => IDataObject;
	};
	/** A group whose fields the service may show on the record itself. They are then changed there. */
	mayBeFlat?: string;
	/** The form always replaces the entire record. */
	replacesAll?: true;
	/** Form fields for `prepare`. */
	properties?: INodeProperties[];
	/** Right before the request. */
	prepare?: PreparesReplacement;
	/** For a hint about the returned record. */
	after?: (updated: ServiceRecord, call: OperationCall) => void;
}

/** A request that is ready to be sent. */
interface Filled extends FilledRequest {
	call: OperationCall;
	body: IDataObject;
}

/** What a request has besides the fields of its record. */
interface Additions {
	query?: IDataObject;
	/** Placeholders that the body must repeat. */
	body?: IDataObject;
	/** Whether the request may also create another record, so that a retry could create a duplicate. */
	mayCreate?: boolean;
	/** The record that is replaced, if `prepare` has read it. */
	before?: ServiceRecord;
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
		{ decides: true },
	),
);

/**
 * Replaces a record by PUT. It is not published whether a PUT keeps absent fields. So a change of single fields reads the
 * record first and sends all of it back.
 */
export function replace<R extends Route>(declared: DeclaredReplace<R>): ItemOperation {
	const { record, body: fields = record.fields, current, properties = [] } = declared;
	const change = declared.replacesAll ? undefined : current;
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...(change ? [mode, changeForm(fields)] : bodyForm(fields)),
			...properties,
			...outputFields(record),
			optionsOfChange(),
		],
		requests: [...(current ? [current.request] : []), requestOf(declared)],
		output: simplifiedKinds(record),
		changes: true,
		sentence: declared.sentence,
		async run(call) {
			const { form } = call;
			const filled = fill(declared, call);
			const shape = outputOf(call, record);
			const input = change ? changesOf(form, fields) : bodyOf(form, fields);
			if (change && !hasChanges(call, input)) {
				if (declared.body) return [{ updated: false, ...filled.ids }];
				return [shape(await change.read(call, filled))];
			}
			const prepare = async () => await newBody(declared, call, filled, input);
			const updated = await changeRecord(call, changedRecords(filled), prepare);
			if (updated === undefined) return [{ updated: true, ...filled.ids }];
			declared.after?.(updated, call);
			return [shape(updated)];
		},
	};
}

/** @param input what the user entered */
async function newBody(
	declared: DeclaredReplace<Route>,
	call: OperationCall,
	filled: FilledRequest,
	input: IDataObject,
): Promise<Replacement> {
	const { record, current, id, whereToLook } = declared;
	const change = declared.replacesAll ? undefined : current;
	const keepsOthers = change !== undefined && call.form.get('mode') !== 'replace';
	const before = keepsOthers ? await readCurrent(change, call, filled) : undefined;
	const shown = asShown(declared, input, before);
	const { fields } = shown;
	const entered = checkedBody(fields, change ? mergedRecord(shown, before) : input);
	const prepared = await declared.prepare?.({ ...filled, call, body: entered });
	const { query, mayCreate, body: repeated, before: replaced } = prepared ?? {};
	const body = { ...entered, ...repeated };
	if (call.preview) await describeReplacement(declared, call, filled, body);
	return {
		request: { ...filled, query, whereToLook },
		body,
		mayCreate,
		fields: record.fields,
		id: id && filled.ids[id],
		one: 'record',
		// The response is the record only if the body has its fields too.
		responseIsOtherRecord: declared.body !== undefined,
		bodyFields: fields,
		read: current && (async (other, parser) => await current.read(other, filled, parser)),
		differencesTo: (found) => differences(fields, body, found, shown.changes),
		before,
		replaced,
		remember(after) {
			const seen = [before, replaced].filter((one) => one !== undefined);
			current?.remember?.(call, filled.ids, { before: seen, body, shown: after });
		},
	};
}

/** For a preview: words for the sentence, and what changes in the document. */
async function describeReplacement(
	{ record, body: fields = record.fields, documentPart, words }: DeclaredReplace<Route>,
	call: OperationCall,
	{ ids, path }: FilledRequest,
	body: IDataObject,
): Promise<void> {
	Object.assign(call.preview?.words ?? {}, ids, wordsOf(fields, body), words?.(body, call));
	if (!documentPart) return;
	const { accountingDocumentId: id } = ids;
	const document = await documentForPreview(call, id);
	const before = document && documentPart.of(document);
	if (before) describeReplaced(call, { path, fields, before, body });
	call.client.preview?.change(documentPath(id), documentPart.as(body));
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

/** Changes, and the fields that they are about. */
interface ShownChanges {
	fields: ServiceFields;
	changes: IDataObject;
	/** Fields that are complete only together. */
	together: string[];
}

/** The changes as the record has their fields: in their group, or on the record itself. */
function asShown(
	{ record, body: fields = record.fields, mayBeFlat }: DeclaredReplace<Route>,
	changes: IDataObject,
	before: ServiceRecord = {},
): ShownChanges {
	const members = mayBeFlat === undefined ? {} : (fields[mayBeFlat].fields ?? {});
	const names = Object.keys(members);
	const isFlat = names.some((name) => Object.hasOwn(before, name));
	if (mayBeFlat === undefined || !isFlat || isObject(before[mayBeFlat]))
		return { fields, changes, together: [] };
	const { [mayBeFlat]: inGroup = {}, ...others } = changes;
	return {
		fields: { ...fields, ...members },
		changes: { ...others, ...(inGroup as IDataObject) },
		together: Object.hasOwn(changes, mayBeFlat) ? names : [],
	};
}

/** @param before the record before the change; undefined if all of it is replaced */
function mergedRecord(
	{ fields, changes, together }: ShownChanges,
	before?: ServiceRecord,
): IDataObject {
	const body = before ? sentBackWith(fields, before, changes) : changes;
	// The service may return incomplete groups. Require complete ones only where the user changes or starts them.
	const isBegun = Object.keys(before ?? {}).length === 0;
	const isChanged = (name: string) => Object.hasOwn(changes, name) || together.includes(name);
	const names = Object.keys(fields).filter((name) => isBegun || isChanged(name));
	refuseMissing(Object.fromEntries(names.map((name) => [name, fields[name]])), body);
	return body;
}
