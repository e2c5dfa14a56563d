import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { outputOf } from '../../shared/agents';
import type { ServiceCall } from '../../shared/client/client';
import type { Route } from '../../shared/client/route';
import { type ServiceRecord, writtenReader } from '../../shared/client/envelope';
import { differences } from '../../shared/fields/differences';
import { optionsOfChange } from '../../shared/fields/options';
import { idOfPreviewed } from '../../shared/client/preview';
import type { RecordDescription } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import { idOf } from '../../shared/lists/ids';
import type { DeclaredRequest, ItemOperation, OperationCall, Sentence } from '../operation';
import { hintOtherValues, hintUnchanged } from '../send/comparison';
import {
	createUnlessThere,
	type Existing,
	findExisting,
	isLookedFor,
	type KeyedRequest,
} from './existing';
import { withRecords } from '../once/locks';
import type { Unseen } from '../once/memories';
import { nameInExecution } from '../once/perExecution';
import { wordsOf } from '../send/previewedDocument';
import { idInWords } from '../sentence';
import { inWords } from '../../shared/fields/values';
import { type OutcomeProbe, probeTwice, probeUntilListed, sendWrite } from '../once/unknownOutcome';
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
	sentence: Sentence;
	record: RecordDescription;
	check?: BodyCheck;
	file?: AttachedFile;
	existing?: Existing;
	similar?: Similar;
	/** Checked before the request, if the record does not exist. */
	precondition?: { request: DeclaredRequest; check: Precondition };
	/** Paths of the records that no other execution of this process may change or use in the meantime. */
	lockedBy?: (body: IDataObject, ids: FilledRequest['ids']) => string[];
	/** What n items have made in n requests, and how to do it in one: "{count} orders". Undefined if that is impossible. */
	several?: (
		body: IDataObject,
		ids: FilledRequest['ids'],
		created: 'were created' | 'would be created',
	) => string | undefined;
	/** Further members of Options. */
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
			optionsOfChange(...advanced),
		],
		requests: [requestOf(declared), ...new Set(readRequests)],
		output: { ...simplifiedKinds(record), ...(existing && { existed: 'flag' }) },
		changes: true,
		sentence: declared.sentence,
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
			const request = { ...filled, activity: `${filled.activity}${from}`, body, content };
			if (call.preview) {
				const words: Record<string, string> = encoded ? { fileName: encoded.fileName } : {};
				Object.assign(call.preview.words, idsInWords(call, filled), wordsOf(fields, body), words);
				if (existing) call.preview.details.existed = false;
			}
			const send = async (similar: Unseen[] = []) =>
				await sendOnce(declared, call, request, similar);
			if (!existing) return outputOfMade(declared, call, request, await send());
			const { there, made } = await createUnlessThere(existing, call, request, send);
			return there.length > 0
				? outputOfExisting(declared, call, request, there)
				: outputOfMade(declared, call, request, made);
		},
	};
}

/** For a preview. */
const idsInWords = ({ form }: OperationCall, { ids }: FilledRequest) =>
	Object.fromEntries(
		Object.entries(ids).map(([name, id]) => [name, idInWords(id, form.entered[name])]),
	);

interface CreationRequest extends KeyedRequest {
	content: ServiceCall['content'];
}

/** @returns undefined if the service confirmed the creation, but did not show the record */
async function sendOnce(
	declared: DeclaredCreation<Route>,
	call: OperationCall,
	request: CreationRequest,
	similar: Unseen[],
): Promise<ServiceRecord | undefined> {
	const { fields } = declared.record;
	const { activity, body } = request;
	const paths = declared.lockedBy?.(body, request.ids) ?? [];
	return await withRecords(call, paths, async (expect) => {
		// A creation leaves these records as they are, so nobody waits for its effect on them.
		expect(async () => await Promise.resolve(true));
		const checkMade = await declared.precondition?.check(call, request, body, similar);
		if (call.preview) noteMade(declared, call, request, idOfPreviewed(call.itemIndex + 1));
		const { whereToLook } = declared;
		const sending = { ...request, whereToLook, read: writtenReader({ activity, fields }) };
		const { response, found } = await sendWrite(
			call,
			sending,
			probeCreated(declared, call, request),
		);
		const made = response ?? found;
		if (made) hintOtherValues(call, differences(fields, body, made), activity);
		if (made) checkMade?.(made);
		if (made) declared.existing?.remember?.(call, request.ids, { body, shown: made });
		return made;
	});
}

function outputOfMade(
	declared: DeclaredCreation<Route>,
	call: OperationCall,
	request: KeyedRequest,
	made: ServiceRecord | undefined,
): IDataObject[] {
	const { record, existing } = declared;
	noteMade(declared, call, request, made && idOf(made));
	const existed = existing && { existed: false };
	return [made ? { ...outputOf(call, record)(made), ...existed } : { created: true, ...existed }];
}

/** For what later items say of it. @param id undefined if the service did not show it */
function noteMade(
	{ existing, several }: DeclaredCreation<Route>,
	call: OperationCall,
	{ path, body, ids }: KeyedRequest,
	id: string | undefined,
): void {
	if (existing && id !== undefined) call.execution.set(nameOfMade(call, path, id), call.itemIndex);
	const sentence = several?.(body, ids, call.preview ? 'would be created' : 'were created');
	if (sentence !== undefined) call.several(sentence);
}

const nameOfMade = (call: OperationCall, path: string, id: string) =>
	nameInExecution(call, `row that created ${path} ${id}`);

/** @throws ServiceError (badInput) for the choice Fail */
function outputOfExisting(
	{ record, existing }: DeclaredCreation<Route>,
	call: OperationCall,
	{ path, body }: KeyedRequest,
	there: ServiceRecord[],
): IDataObject[] {
	if (existing && call.form.get(existing.property.name) === 'fail') existing.refuse?.(there[0]);
	for (const one of there) {
		// Several are the same together only.
		const different = there.length > 1 ? [] : differences(record.fields, body, one);
		const id = idOf(one);
		const label = `ID ${id}`;
		const madeBy = call.execution.get(nameOfMade(call, path, id)) as number | undefined;
		hintUnchanged(call, { id, label, name: record.one, nouns: record, different, madeBy });
	}
	if (call.preview) {
		const names = inWords(there.map(idOf));
		call.preview.whyNothing =
			there.length === 1
				? `the ${record.one} ${names} exists already`
				: `the ${record.many} ${names} exist already`;
		call.preview.details.existed = true;
	}
	return there.map((one) => ({ ...outputOf(call, record)(one), existed: true }));
}

const maxCandidates = 10;

/** @returns undefined if the service has no request for it */
function probeCreated(
	{ record: { one, many }, existing, similar }: DeclaredCreation<Route>,
	call: OperationCall,
	request: KeyedRequest,
): OutcomeProbe<ServiceRecord> | undefined {
	if (!existing && !similar) return undefined;
	let found: ServiceRecord[] | undefined;
	// No list proves that another order of the same amount was made.
	const canProve = existing !== undefined && isLookedFor(existing, call, request);
	return {
		limits: canProve ? probeUntilListed : probeTwice,
		async probe() {
			found = undefined;
			const [created] = existing ? await findExisting(existing, call, request) : [];
			found = created ? [created] : ((await similar?.find(call, request, request.body)) ?? []);
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
