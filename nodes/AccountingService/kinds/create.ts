import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Route } from '../../shared/client/route';
import { type ServiceRecord, writtenReader } from '../../shared/client/envelope';
import { differences } from '../../shared/fields/differences';
import { advancedWith } from '../../shared/fields/options';
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
import { outputOf } from './agent';
import { outputFields, simplifiedKinds } from '../../shared/fields/output';

/** How to find an existing record, if the service accepts it only once. */
export interface Existing {
	request: DeclaredRequest;
	/** The field If It Exists. */
	property: INodeProperties;
	/**
	 * @returns the existing record to return
	 * @throws ServiceError (badInput) if the form says to fail; as the read request
	 */
	find(
		call: OperationCall,
		filled: FilledRequest,
		body: IDataObject,
	): Promise<ServiceRecord | undefined>;
}

/** How to look for a record after an unknown outcome. */
export interface LookUp {
	request: DeclaredRequest;
	/** @returns records with the values that were sent; throws as the read request */
	find(call: OperationCall, filled: FilledRequest, body: IDataObject): Promise<ServiceRecord[]>;
	/**
	 * Whether the service accepts these values only once and {@link Existing} found none before. What is found then is the
	 * created record. Otherwise it may be an older one, so the outcome stays unknown.
	 */
	isProof?: true;
}

/** Creates one record with a single request. If the response is lost, it looks for the record. */
export function create<R extends Route>(
	declared: Declared<R> & {
		record: RecordDescription;
		check?: BodyCheck;
		existing?: Existing;
		lookUp?: LookUp;
	},
): ItemOperation {
	const { record, existing, lookUp, whereToLook } = declared;
	const readRequests = new Set([existing, lookUp].flatMap((one) => one?.request ?? []));
	return {
		option: optionOf(declared),
		fields: [
			...pathProperties(declared),
			...bodyForm(record.fields),
			...(existing ? [existing.property] : []),
			...outputFields(record),
			advancedWith(),
		],
		requests: [requestOf(declared), ...readRequests],
		output: { ...simplifiedKinds(record), ...(existing && { existed: 'flag' }) },
		changes: true,
		async run(call) {
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const shape = outputOf(call, record);
			const body = checkedBody(record.fields, bodyOf(call.form, record.fields), declared.check);
			const displayed = (one: ServiceRecord, existed: boolean): IDataObject => ({
				...shape(one),
				...(existing && { existed }),
			});
			const there = await existing?.find(call, filled, body);
			if (there) {
				const different = differences(record.fields, body, there);
				hintUnchanged(call, different, call.itemIndex, `${record.one} (ID ${String(there.id)})`);
				return [displayed(there, true)];
			}
			const read = writtenReader({ what, fields: record.fields });
			const sending = { method, path, ids, what, body, whereToLook, read };
			const look = lookUp && lookFor(lookUp, record, async () => lookUp.find(call, filled, body));
			const { response, found } = await sendWrite(call, sending, look);
			const made = response ?? found;
			// An empty response is a success without a record to return.
			if (made === undefined) return [{ created: true, ...(existing && { existed: false }) }];
			hintOtherValues(call, differences(record.fields, body, made), what);
			return [displayed(made, false)];
		},
	};
}

const maxCandidates = 10;

function lookFor(
	{ isProof }: LookUp,
	{ one, many }: RecordDescription,
	find: () => Promise<ServiceRecord[]>,
): Look<ServiceRecord> {
	let found: ServiceRecord[] | undefined;
	return {
		async look() {
			found = undefined;
			found = await find();
			return isProof ? found[0] : undefined;
		},
		shown: ({ id }) => `Read afterwards, it is there with the ID ${String(id)}.`,
		doubt() {
			if (!found) return `The node could not read the ${many} afterwards.`;
			const ids = found.slice(0, maxCandidates).map(({ id }) => String(id));
			return ids.length === 0
				? `Read afterwards, no ${one} has the values that were sent.`
				: `Read afterwards, these ${many} have the values that were sent: ID ${ids.join(', ')}.`;
		},
	};
}
