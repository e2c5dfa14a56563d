import type { IDataObject } from 'n8n-workflow';

import type { Parser } from '../../shared/client/answer';
import type { ServiceRecord } from '../../shared/client/envelope';
import { parseJsonExactly } from '../../shared/client/json';
import type { ServiceFields } from '../../shared/fields/describe';
import { changedBetween, differences } from '../../shared/fields/differences';
import { idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';
import { ownRecordsIn, type OwnRecord, rememberInList } from './memories';

/** A list of records that no request reads by their ID. */
interface OnlyList {
	path: string;
	fields: ServiceFields;
	/** When it was requested, in terms of performance.now(). */
	readAt: number;
	/** Default: that of the client. */
	parser?: Parser;
	/** Of the credential that changed the records. Default: this one. */
	organization?: string;
}

/**
 * A list with what this process has made, changed or deleted and the list does not show yet. A list that shows what a
 * record was before is late (docs/api/behaviours.md#healthy-services). One that shows anything else has the change of
 * someone else, which counts.
 */
export function asLeft(
	call: OperationCall,
	list: OnlyList,
	records: ServiceRecord[],
): ServiceRecord[] {
	const { path, organization = call.client.connection.organization } = list;
	const own = ownRecordsIn(call, path, organization);
	const shown = new Set(records.map(idOf));
	const missing = [...own].filter(([id]) => !shown.has(id));
	return [
		...records.flatMap((record) => asItIs(list, own.get(idOf(record)), record)),
		...missing.flatMap(([, known]) => asItIs(list, known)),
	];
}

/** @returns nothing for a record that is not there */
function asItIs(
	{ fields, readAt, parser = parseJsonExactly }: OnlyList,
	known: OwnRecord | undefined,
	listed?: ServiceRecord,
): ServiceRecord[] {
	const asListed = listed ? [listed] : [];
	if (!known) return asListed;
	const { left, earlier } = known;
	const parse = (json: string) => parser(json) as ServiceRecord;
	const states = [...earlier].flatMap(([state, until]) => (until > readAt ? [state] : []));
	const isLate = states.some((state) =>
		listed && state !== ''
			? changedBetween(fields, parse(state), listed).length === 0
			: !listed && state === '',
	);
	// A deleted record does not come back.
	if (left === '') return states.length > 0 ? [] : asListed;
	return isLate ? [parse(left)] : asListed;
}

/** A change of a record, its creation or its deletion. */
export interface ListedChange {
	/** The record as it was read before, first as the request was made from it. */
	before?: ServiceRecord[];
	/** What was sent; undefined to delete it. */
	body?: IDataObject;
	/** The record in the response. */
	shown?: ServiceRecord;
}

/** After a request that the service has confirmed. */
export function rememberLeft(
	call: OperationCall,
	{ path, fields }: Pick<OnlyList, 'path' | 'fields'>,
	id: string | undefined,
	{ before = [], body, shown = {} }: ListedChange,
): void {
	// Values that the response confirms are kept as sent, with numbers that the response shows as text.
	const sent = Object.entries(body ?? {}).filter(
		([name, value]) =>
			!Object.hasOwn(shown, name) || differences(fields, { [name]: value }, shown).length === 0,
	);
	const left = body && { ...before[0], ...shown, ...Object.fromEntries(sent) };
	rememberInList(call, path, id ?? idOf(shown), before, left);
}
