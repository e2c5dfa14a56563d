import { ServiceError } from './errors';
import { saysFailure, successFlags } from './failureSigns';
import {
	firstText,
	folded,
	isObject,
	messageNames,
	readServiceMessage,
	saysSomething,
	type Members,
} from './said';

/** The members of bodies that are refusals and nothing else. */
const refusalMembers = new Set(
	(
		'code message messages params fieldsAffected error errors errorCode errorMessage error_description error_code error_message ' +
		'errorDescription validationError validationErrors ' +
		'title detail details status statusCode success ok isSuccess type instance path timestamp traceId ' +
		'requestId correlationId documentationUrl reason fault faultstring faultcode msg'
	)
		.toLowerCase()
		.split(' '),
);

/**
 * Whether a body that came with "OK" is a refusal all the same.
 * @param besides whether it came beside records, which a message of success may do as well
 */
export function isRefusal(body: unknown, besides = false): boolean {
	if (Array.isArray(body)) return body.length > 0 && body.every(isRefusalEntry);
	if (!isObject(body) || hasId(body)) return false;
	if (isPlainRefusal(body)) return true;
	if (besides || saysSuccess(body)) return false;
	if ('message' in body && 'code' in body) return true;
	return (
		(firstText(folded(body), messageNames) !== '' || saysFailure(body)) &&
		Object.keys(body).every((name) => refusalMembers.has(name.toLowerCase()))
	);
}

/**
 * The same for the answer to a change. A message alone may as well say that it was done - "Created" - and whoever
 * reads of a refusal does it again, so more is asked for: a sign that something failed.
 */
export function isRefusedChange(body: unknown): boolean {
	if (Array.isArray(body)) {
		return body.length > 0 && body.every((entry) => isObject(entry) && isRefusedChange(entry));
	}
	if (!isObject(body) || hasId(body)) return false;
	if (isPlainRefusal(body) || saysFailed(folded(body))) return true;
	const { status, statuscode, code, errorcode, errormessage, params } = folded(body);
	if (saysSuccess(body)) return false;
	if ([errorcode, errormessage].some(saysSomething)) return true;
	// A record may have such a code, as the accounts of a chart have, and parameters of its own.
	const isHttpError = [status, statuscode, code].some((told) => /^[45]\d\d$/.test(String(told)));
	// The published shape of a refusal has parameters (facts, section 4).
	return isTalk(body) && (isHttpError || isObject(params));
}

/**
 * What the answer to a change says that shows no record: "done" in so many words, or "unclear" where it is a message
 * that may say anything, in the language of the service.
 * @returns undefined where there is more to it than a message
 */
export function talkOf(body: unknown): 'done' | 'unclear' | undefined {
	if (!isObject(body) || hasId(body) || !isTalk(body)) return undefined;
	if (saysSuccess(body)) return 'done';
	return firstText(folded(body), [...messageNames, 'code']) === '' ? undefined : 'unclear';
}

/** Whether a code stands beside the message that is none of success: so are refusals told, and success as well. */
export function hasUnclearCode(body: unknown): boolean {
	return talkOf(body) === 'unclear' && saysSomething((body as Members).code);
}

/**
 * What a message that may say anything is to be told as, where a change needs no record to be done.
 * @returns undefined where there is nothing to judge
 */
export function messageToJudge(body: unknown, what: string): string | undefined {
	if (talkOf(body) !== 'unclear') return undefined;
	const { text } = readServiceMessage(body);
	return `The service took the request while ${what} and answered only: ${text}. If that does not say that it was done, look in the service before you send it again.`;
}

/** Whether no member could be one of a record. */
function isTalk(body: Members): boolean {
	return Object.entries(body).every(
		([name, value]) => refusalMembers.has(name.toLowerCase()) || !saysSomething(value),
	);
}

function hasId(body: Members): boolean {
	return 'id' in body && body.id !== null;
}

/** Flags by which a body says that something failed, and what they are then. */
const failureFlags: ReadonlyArray<readonly [names: string[], failed: boolean]> = [
	[successFlags, false],
	[['haserror', 'haserrors', 'iserror', 'failed'], true],
];

const failureWords = /^(error|errors|fail|failed|failure|exception|denied)$/i;

function isPlainRefusal(body: Members): boolean {
	const members = folded(body);
	const { error, errors, fault, fieldsaffected, status, resultcode } = members;
	return (
		[error, errors, fault, fieldsaffected].some(saysSomething) ||
		failureFlags.some(([names, failed]) => names.some((name) => members[name] === failed)) ||
		(typeof status === 'string' && failureWords.test(status)) ||
		Number(resultcode) < 0
	);
}

/** More of such signs, which the answer to a change has no other use for; a record may have fields of these names. */
function saysFailed(members: Members): boolean {
	const { exception, validationerror, validationerrors, rejected, refused, result } = members;
	return (
		[exception, validationerror, validationerrors].some(saysSomething) ||
		[rejected, refused].includes(true) ||
		(typeof result === 'string' && failureWords.test(result))
	);
}

/** Whether a body in which null stands in place of a list says why. */
export function saysWhy({ warnings, ...body }: Members): boolean {
	return (
		saysSomething(warnings) || (firstText(folded(body), messageNames) !== '' && !saysSuccess(body))
	);
}

/** More than a message is asked for: there are lists of messages. */
function isRefusalEntry(entry: unknown): boolean {
	if (!isObject(entry) || 'id' in entry) return false;
	return isPlainRefusal(entry) || ('message' in entry && 'code' in entry);
}

const successWords = /^(0|200|201|202|204|ok|success|successful)$/i;

function saysSuccess(body: Members): boolean {
	const members = folded(body);
	const { code, message, msg, status, statuscode } = members;
	return (
		successFlags.some((name) => members[name] === true) ||
		[code, message, msg, status, statuscode].some((word) => successWords.test(String(word)))
	);
}

/** @throws ServiceError (rejected) when a body that came with "OK" is a refusal */
export function throwRefusal(body: unknown, what: string): void {
	if (isRefusal(body)) throw refusal(body, what);
}

/** @throws ServiceError (rejected) when the answer to a change is a refusal */
export function throwRefusedChange(body: unknown, what: string): void {
	if (isRefusedChange(body)) throw refusal(body, what);
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
