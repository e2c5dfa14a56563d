import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Route } from '../../shared/client/route';
import { type ServiceRecord, writtenReader } from '../../shared/client/envelope';
import { differences, listed } from '../../shared/fields/differences';
import { type ServiceError, tried } from '../../shared/client/errors';
import { advancedWith } from '../../shared/fields/options';
import type { RecordDescription } from '../../shared/fields/describe';
import { bodyForm, bodyOf } from '../../shared/fields/recordForm';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../operation';
import { confirmWrite } from '../write/unknownOutcome';
import {
	type BodyCheck,
	checkedBody,
	type Declared,
	fill,
	type FilledRequest,
	hintDifferences,
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
			const { form, client } = call;
			const filled = fill(declared, call);
			const { method, path, what, ids } = filled;
			const shape = outputOf(call, record);
			const body = checkedBody(record.fields, bodyOf(form, record.fields), declared.check);
			const displayed = (one: ServiceRecord, existed: boolean): IDataObject => ({
				...shape(one),
				...(existing && { existed }),
			});
			const there = await existing?.find(call, filled, body);
			if (there) {
				hintExisting(record, body, there, call);
				return [displayed(there, true)];
			}
			const read = writtenReader({ what, fields: record.fields });
			const sending = { method, path, ids, what, body, whereToLook, read };
			const sent = await tried(async () => await client.request(sending));
			const made = sent.failure
				? await foundAfter(sent.failure, record, body, call, filled, lookUp)
				: sent.value;
			// An empty response is a success without a record to return.
			if (made === undefined) return [{ created: true, ...(existing && { existed: false }) }];
			hintDifferences(record.fields, body, made, what, call.hint);
			return [displayed(made, false)];
		},
	};
}

const maxCandidates = 10;

/** @throws ServiceError the failure, unless its outcome is open and the record is there */
async function foundAfter(
	failure: ServiceError,
	{ one, many }: RecordDescription,
	body: IDataObject,
	call: OperationCall,
	filled: FilledRequest,
	lookUp?: LookUp,
): Promise<ServiceRecord> {
	if (!lookUp) throw failure;
	const { what } = filled;
	let found: ServiceRecord[] | undefined;
	const look = async () => {
		found = undefined;
		found = await lookUp.find(call, filled, body);
		return lookUp.isProof ? found[0] : undefined;
	};
	const doubt = () => {
		if (!found) return `The node could not read the ${many} afterwards.`;
		const ids = found.slice(0, maxCandidates).map(({ id }) => String(id));
		return ids.length === 0
			? `Read afterwards, no ${one} has the values that were sent.`
			: `Read afterwards, these ${many} have the values that were sent: ID ${ids.join(', ')}.`;
	};
	const made = await confirmWrite(call, failure, { what, look, doubt });
	call.hint(
		`The service did not confirm ${what}. Read afterwards, it is there with the ID ${String(made.id)}.`,
	);
	return made;
}

/** Reports how the existing record differs from the item. */
function hintExisting(
	{ fields, one }: RecordDescription,
	body: IDataObject,
	there: ServiceRecord,
	{ hint, itemIndex }: OperationCall,
): void {
	const other = differences(fields, body, there);
	if (other.length === 0) return;
	hint(
		`Item ${itemIndex}: the existing ${one} (ID ${String(there.id)}) was returned unchanged. It differs from the item in: ${listed(other, 'in the item', 'in the service')}.`,
	);
}
