import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { outputOf } from '../../shared/agents';
import type { ServiceCall } from '../../shared/client/client';
import type { Route } from '../../shared/client/route';
import { type ServiceRecord, writtenReader } from '../../shared/client/envelope';
import { differences } from '../../shared/fields/differences';
import { advancedOfChange } from '../../shared/fields/options';
import type { RecordDescription } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import { idOf } from '../../shared/lists/ids';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../operation';
import { hintOtherValues, hintUnchanged } from '../send/comparison';
import { withRecords } from '../once/locks';
import { type OutcomeProbe, sendWrite } from '../once/unknownOutcome';
import {
	type BodyCheck,
	checkedBody,
	type Declared,
	fill,
	type FilledRequest,
	optionOf,
	type Precondition,
	pathProperties,
	requestOf,
} from './declared';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';

/** How to find a record that is created only once. One that is there after an unknown outcome is the new one. */
export interface Existing {
	request: DeclaredRequest;
	/** The field If It Exists. */
	property: INodeProperties;
	/** @returns more than one if they are the same together @throws ServiceError as the read request */
	find(call: OperationCall, filled: FilledRequest, body: IDataObject): Promise<ServiceRecord[]>;
	/** For the choice Fail. @throws ServiceError (badInput) */
	refuse?(there: ServiceRecord): never;
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

type DeclaredCreation<R extends Route> = Declared<R> & {
	record: RecordDescription;
	check?: BodyCheck;
	file?: AttachedFile;
	existing?: Existing;
	similar?: Similar;
	/** Checked before the request, if the record does not exist. */
	precondition?: { request: DeclaredRequest; check: Precondition };
	/** Paths of the records that no other execution of this process may change or use in the meantime. */
	lockedBy?: (body: IDataObject) => string[];
	/** Further members of Advanced. */
	advanced?: INodeProperties[];
};

/** Creates one record with a single request. If the response is lost, it looks for the record. */
export function create<R extends Route>(declared: DeclaredCreation<R>): ItemOperation {
	const { record, existing, similar, precondition, file, advanced = [] } = declared;
	const { fields } = record;
	const readRequests = [existing, similar, precondition].flatMap((one) => one?.request ?? []);
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...(file ? [file.property] : []),
			...bodyForm(fields),
			...(existing ? [existing.property] : []),
			...outputFields(record),
			advancedOfChange(...advanced),
		],
		requests: [requestOf(declared), ...new Set(readRequests)],
		output: { ...simplifiedKinds(record), ...(existing && { existed: 'flag' }) },
		changes: true,
		async run(call) {
			const filled = fill(declared, call);
			const entered = bodyOf(call.form, fields);
			const encoded = await file?.encode(call, entered);
			const { body, content } = encoded ?? {
				body: checkedBody(fields, entered, declared.check),
				content: undefined,
			};
			// The service's own words lose the name, because it is part of the request.
			const from = encoded ? ` from the file "${encoded.fileName.slice(0, 80)}"` : '';
			const request = { ...filled, what: `${filled.what}${from}`, body, content };
			const paths = declared.lockedBy?.(body) ?? [];
			return await withRecords(call, paths, async () => await createOnce(declared, call, request));
		},
	};
}

async function createOnce(
	declared: DeclaredCreation<Route>,
	call: OperationCall,
	request: FilledRequest & { body: IDataObject; content: ServiceCall['content'] },
): Promise<IDataObject[]> {
	const { record, existing, whereToLook } = declared;
	const { fields } = record;
	const { what, body } = request;
	const shape = outputOf(call, record);
	const displayed = (one: ServiceRecord, existed: boolean): IDataObject => ({
		...shape(one),
		...(existing && { existed }),
	});
	const there = (await existing?.find(call, request, body)) ?? [];
	if (existing && there.length > 0) {
		if (call.form.get(existing.property.name) === 'fail') existing.refuse?.(there[0]);
		for (const one of there) {
			// Several are the same together only.
			const different = there.length > 1 ? [] : differences(fields, body, one);
			hintUnchanged(call, { id: idOf(one), name: record.one, nouns: record, different });
		}
		return there.map((one) => displayed(one, true));
	}
	await declared.precondition?.check(call, request, body);
	const { response, found } = await sendWrite(
		call,
		{ ...request, whereToLook, read: writtenReader({ what, fields }) },
		probeCreated(declared, call, request, body),
	);
	const made = response ?? found;
	// An empty response is a success without a record to return.
	if (made === undefined) return [{ created: true, ...(existing && { existed: false }) }];
	hintOtherValues(call, differences(fields, body, made), what);
	return [displayed(made, false)];
}

const maxCandidates = 10;

/** @returns undefined if the service has no request for it */
function probeCreated(
	{ record: { one, many }, existing, similar }: DeclaredCreation<Route>,
	...sent: [OperationCall, FilledRequest, IDataObject]
): OutcomeProbe<ServiceRecord> | undefined {
	if (!existing && !similar) return undefined;
	let found: ServiceRecord[] | undefined;
	return {
		async probe() {
			found = undefined;
			const [created] = (await existing?.find(...sent)) ?? [];
			found = created ? [created] : ((await similar?.find(...sent)) ?? []);
			return created;
		},
		explainFound: (made) => `The node then read the list and found it (ID ${idOf(made)}).`,
		explainDoubt() {
			if (!found) return `The node could not read the ${many} afterwards.`;
			const ids = found.slice(0, maxCandidates).map(idOf);
			return ids.length === 0
				? `The node then read the list. No ${one} in it has the values that were sent.`
				: `The node then read the list. These ${many} have the values that were sent: ID ${ids.join(', ')}.`;
		},
	};
}
