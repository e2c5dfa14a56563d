import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { outputOf } from '../../shared/agents';
import type { ServiceCall } from '../../shared/client/client';
import type { Route } from '../../shared/client/route';
import { type ServiceRecord, writtenReader } from '../../shared/client/envelope';
import { differences } from '../../shared/fields/differences';
import { advancedOfChange } from '../../shared/fields/options';
import type { RecordDescription } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../operation';
import { hintOtherValues, hintUnchanged } from '../write/comparison';
import { type Look, sendWrite } from '../write/unknownOutcome';
import {
	type BodyCheck,
	checkedBody,
	type Declared,
	fill,
	type FilledRequest,
	optionOf,
	pathProperties,
	requestOf,
} from './declared';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';

/** How to find a record that the service accepts only once. One that is there after an unknown outcome is the new one. */
export interface Existing {
	request: DeclaredRequest;
	/** The field If It Exists. */
	property: INodeProperties;
	/** @throws ServiceError as the read request */
	find(
		call: OperationCall,
		filled: FilledRequest,
		body: IDataObject,
	): Promise<ServiceRecord | undefined>;
	/** For the choice Fail. @throws ServiceError (badInput) */
	refuse(there: ServiceRecord): never;
}

/** How to find records with the values that were sent. Older ones may have them too, so an unknown outcome stays unknown. */
export interface Similar {
	request: DeclaredRequest;
	/** @throws ServiceError as the read request */
	find(call: OperationCall, filled: FilledRequest, body: IDataObject): Promise<ServiceRecord[]>;
}

/** A file that is sent with the record. */
interface AttachedFile {
	property: INodeProperties;
	/** @throws ServiceError (badInput) */
	encode(
		call: OperationCall,
		entered: IDataObject,
	): Promise<{ body: IDataObject; content: ServiceCall['content']; fileName: string }>;
}

/** Creates one record with a single request. If the response is lost, it looks for the record. */
export function create<R extends Route>(
	declared: Declared<R> & {
		record: RecordDescription;
		check?: BodyCheck;
		file?: AttachedFile;
		existing?: Existing;
		similar?: Similar;
	},
): ItemOperation {
	const { record, existing, similar, file, whereToLook } = declared;
	const { fields } = record;
	const readRequests = [existing, similar].flatMap((one) => one?.request ?? []);
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...(file ? [file.property] : []),
			...bodyForm(fields),
			...(existing ? [existing.property] : []),
			...outputFields(record),
			advancedOfChange(),
		],
		requests: [requestOf(declared), ...readRequests],
		output: { ...simplifiedKinds(record), ...(existing && { existed: 'flag' }) },
		changes: true,
		async run(call) {
			const filled = fill(declared, call);
			const shape = outputOf(call, record);
			const displayed = (one: ServiceRecord, existed: boolean): IDataObject => ({
				...shape(one),
				...(existing && { existed }),
			});
			const entered = bodyOf(call.form, fields);
			const encoded = await file?.encode(call, entered);
			const { body, content } = encoded ?? {
				body: checkedBody(fields, entered, declared.check),
				content: undefined,
			};
			// The service's own words lose the name, because it is part of the request.
			const from = encoded ? ` from the file "${encoded.fileName.slice(0, 80)}"` : '';
			const what = `${filled.what}${from}`;
			const there = await existing?.find(call, filled, body);
			if (existing && there) {
				if (call.form.get('ifExists') === 'fail') existing.refuse(there);
				const one = `${record.one} (ID ${String(there.id)})`;
				hintUnchanged(call, differences(fields, body, there), call.itemIndex, one);
				return [displayed(there, true)];
			}
			const read = writtenReader({ what, fields });
			const { response, found } = await sendWrite(
				call,
				{ ...filled, what, body, content, whereToLook, read },
				lookFor(declared, call, filled, body),
			);
			const made = response ?? found;
			// An empty response is a success without a record to return.
			if (made === undefined) return [{ created: true, ...(existing && { existed: false }) }];
			hintOtherValues(call, differences(fields, body, made), what);
			return [displayed(made, false)];
		},
	};
}

const maxCandidates = 10;

/** @returns undefined if the service has no request for it */
function lookFor(
	{ record: { one, many }, existing, similar }: Parameters<typeof create>[0],
	...sent: [OperationCall, FilledRequest, IDataObject]
): Look<ServiceRecord> | undefined {
	if (!existing && !similar) return undefined;
	let found: ServiceRecord[] | undefined;
	return {
		async look() {
			found = undefined;
			const created = await existing?.find(...sent);
			found = created ? [created] : ((await similar?.find(...sent)) ?? []);
			return created;
		},
		shown: ({ id }) => `The node then read the list and found it (ID ${String(id)}).`,
		doubt() {
			if (!found) return `The node could not read the ${many} afterwards.`;
			const ids = found.slice(0, maxCandidates).map(({ id }) => String(id));
			return ids.length === 0
				? `The node then read the list. No ${one} in it has the values that were sent.`
				: `The node then read the list. These ${many} have the values that were sent: ID ${ids.join(', ')}.`;
		},
	};
}
