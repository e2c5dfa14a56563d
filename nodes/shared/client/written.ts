import { readJson, type RawAnswer } from './answer';
import { readWritten, type ServiceRecord } from './envelope';
import { ServiceError } from './errors';
import { ofRecord } from './sameRecord';
import { isObject, readServiceMessage } from './said';

/** What the answer to a change is read as. */
export interface Expected {
	/** Finishes sentences. */
	what: string;
	/** By the names of the record's fields. */
	fields: Readonly<Record<string, unknown>>;
	/** Of the record that was changed, where it is known and its answer shows it as `id`. */
	id?: string;
}

/**
 * Reads the record in the answer to a change; to be given to the client, so that an answer which is none leaves the
 * outcome open (contract of writes, 1). An object without the record's ID and without any of its fields says nothing
 * of it, whatever else is in it.
 * @returns reads an answer; undefined where it is said to be done, and no record is shown
 */
export function writtenReader({ what, fields, id }: Expected) {
	return (answer: RawAnswer): ServiceRecord | undefined => {
		const body = readJson(answer, what);
		const record = readWritten(body, what);
		if (record === undefined) return undefined;
		if (!isOf(fields, record)) throw withoutFields(body, what);
		return id === undefined ? record : ofRecord(record, id, what);
	};
}

/** Whether an object has the ID of a record, or any of its fields. */
export function isOf(fields: Expected['fields'], body: unknown): boolean {
	return (
		isObject(body) &&
		Object.entries(body).some(
			([name, value]) => value != null && (name === 'id' || Object.hasOwn(fields, name)),
		)
	);
}

export function withoutFields(body: unknown, what: string): ServiceError {
	const { text } = readServiceMessage(body);
	return new ServiceError(
		'notTheService',
		`The answer had neither the ID nor any field of the record while ${what}${text === '' ? '' : `: ${text}`}`,
		{ description: '', effect: 'open' },
	);
}
