import { ServiceError } from './errors';
import { folded, isObject, readServiceMessage, saysSomething } from './said';

/** The published shape of a refusal, all of it optional (facts, section 4). */
const ofValidationError = new Set(['code', 'message', 'params', 'fieldsaffected']);

/**
 * Whether a body that came with 2xx is a refusal: a ValidationError, an error, or `success: false`. A record has an ID.
 * @param sign what tells a ValidationError, beside its message, from a message that says anything
 */
export function isRefusal(body: unknown, sign: 'message' | 'code' | 'params' = 'message'): boolean {
	if (!isObject(body) || (body.id ?? null) !== null) return false;
	const members = folded(body);
	const { error, errors, validationerror, fieldsaffected, success, message } = members;
	if ([error, errors, validationerror, fieldsaffected].some(saysSomething)) return true;
	if (success === false) return true;
	const isValidationError = Object.keys(members).every((name) => ofValidationError.has(name));
	return isValidationError && saysSomething(message) && (members[sign] ?? null) !== null;
}

/** @throws ServiceError (rejected) for a refusal inside 2xx */
export function throwRefusal(body: unknown, what: string): void {
	if (isRefusal(body)) throw refusal(body, what);
}

/**
 * The same for the answer to a change, in which a message may as well say that it was done: whoever reads of a refusal
 * does it again.
 * @throws ServiceError (rejected; notTheService for a message with a code of its own, whose outcome is open)
 */
export function throwRefusedChange(body: unknown, what: string): void {
	if (isRefusal(body, 'params')) throw refusal(body, what);
	if (isRefusal(body, 'code')) throw onlyMessage(body, what);
}

export function refusal(body: unknown, what: string): ServiceError {
	const { text, fields } = readServiceMessage(body);
	return new ServiceError(
		'rejected',
		`The service answered "OK" with a refusal inside while ${what}${text === '' ? '' : `: ${text}`}`,
		{
			description: 'Check the values of this node and the state of your account in the service.',
			fields,
		},
	);
}

/** For an answer to a change that says neither that it was done nor that it failed. */
export function onlyMessage(body: unknown, what: string): ServiceError {
	const { text } = readServiceMessage(body);
	return new ServiceError(
		'notTheService',
		`The answer was only a message without a record while ${what}${text === '' ? '' : `: ${text}`}`,
		{ description: '', effect: 'open' },
	);
}

/** Whether an answer to a change says that it was done, and shows no record. */
export function saysDone(body: unknown): boolean {
	if (!isObject(body) || body.success !== true) return false;
	const { success: _, ...others } = folded(body);
	return Object.entries(others).every(
		([name, value]) => ofValidationError.has(name) || !saysSomething(value),
	);
}

/**
 * What a person has to judge of a change that needs no record to be done.
 * @returns undefined for an answer that is not a message alone
 */
export function messageToJudge(body: unknown, what: string): string | undefined {
	if (!isRefusal(body)) return undefined;
	const { text } = readServiceMessage(body);
	return `The service took the request while ${what} and answered only: ${text}. If that does not say that it was done, look in the service before you send it again.`;
}
