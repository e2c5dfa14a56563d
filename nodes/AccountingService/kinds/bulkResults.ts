import type { IDataObject } from 'n8n-workflow';

import { wrappers } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import { isObject, readServiceMessage, saysSomething } from '../../shared/client/message';

/** What is known of one record of a bulk request. */
export interface Told {
	/** Absent where it was done. */
	failure?: ServiceError;
	/** What is to be said although it was done. */
	remark?: string;
}

const succeeded = 1;
const failed = 2;

/**
 * What the answer says of each id (facts 7). One that it leaves out, or whose state is none of the two that are
 * published, is in doubt. The list of results is understood without its envelope as well, and in a wrapper such as "data".
 */
export function resultsIn(answer: unknown, what: string): Map<string, Told> {
	const told = new Map<string, Told>();
	for (const row of rowsIn(answer) as Array<IDataObject | null>) {
		const { id, state, validationError } = row ?? {};
		if (id === undefined || id === null) continue;
		const name = String(id);
		if (Number(state) === failed) told.set(name, { failure: refused(name, validationError, what) });
		if (Number(state) === succeeded) told.set(name, done(name, validationError, what));
	}
	return told;
}

/** Empty where there is no list of results. */
function rowsIn(answer: unknown): unknown[] {
	if (!isObject(answer)) return Array.isArray(answer) ? answer : [];
	const envelope = wrappers.map((name) => answer[name]).find(isObject) ?? answer;
	const rows = wrappers.map((name) => envelope[name]).find(Array.isArray);
	return rows ?? [];
}

function done(id: string, validationError: unknown, what: string): Told {
	if (!saysSomething(validationError)) return {};
	const { text } = readServiceMessage(validationError);
	return { remark: `The service did ${id} while ${what}, and remarked: ${text || 'an error'}` };
}

function refused(id: string, validationError: unknown, what: string): ServiceError {
	const { text, fields } = readServiceMessage(validationError);
	return new ServiceError('rejected', `The service refused ${id} while ${what}`, {
		description: 'Check the ID and the values of this item; the other items are not concerned.',
		serviceMessage: text,
		fields,
	});
}

export const noResult = (what: string) =>
	new ServiceError('notTheService', `The answer had no result for the record while ${what}`, {
		description: '',
		effect: 'open',
	});
