import { ServiceError } from './errors';
import { quote } from './quote';

/** What the service said about a refusal, fit to be shown. */
export interface ServiceSaid {
	text: string;
	/** Names of the fields concerned. */
	fields: string[];
}

type Members = Record<string, unknown>;

const maxFields = 20;

const messageNames = [
	...[
		'message',
		'Message',
		'error_description',
		'errorMessage',
		'resultMessage',
		'detail',
		'title',
	],
];

/**
 * Reads the service's own message out of an error body: the published ValidationError shape (facts,
 * section 4), and the usual shapes of gateways and frameworks in front of services. Others give nothing.
 */
export function readServiceMessage(body: unknown): ServiceSaid {
	if (Array.isArray(body)) return joined(body.slice(0, maxFields).map(readServiceMessage));
	if (!isObject(body)) return { text: typeof body === 'string' ? quote(body) : '', fields: [] };
	const { fieldsAffected, error, errors, warnings } = body;
	const affected = Array.isArray(fieldsAffected) ? fieldsAffected.filter(isObject) : [];
	const named = affected.slice(0, maxFields).map((field) => ({
		name: typeof field.name === 'string' ? quote(field.name, 100) : '',
		message: firstText(field, ['message', 'code']),
	}));
	const parts = named.map(({ name, message }) => [name, message].filter(Boolean).join(': '));
	const own = firstText(body, [...messageNames, 'code']);
	const said = {
		text: quote([own, parts.filter(Boolean).join('; ')].filter(Boolean).join(' — ')),
		fields: named.map(({ name }) => name).filter(Boolean),
	};
	if (said.text !== '') return said;
	return joined([error, errors, warnings].map(readNested));
}

/** The error within an error body: a text, an object, a list of either, or texts by the name of a field. */
function readNested(nested: unknown): ServiceSaid {
	const said = readServiceMessage(nested);
	if (said.text !== '' || !isObject(nested)) return said;
	const fields = Object.keys(nested).slice(0, maxFields);
	return {
		text: quote(fields.map((name) => `${name}: ${textOf(nested[name])}`).join('; ')),
		fields: fields.map((name) => quote(name, 100)),
	};
}

function joined(all: ServiceSaid[]): ServiceSaid {
	return {
		text: quote(
			all
				.map(({ text }) => text)
				.filter(Boolean)
				.join('; '),
		),
		fields: all.flatMap(({ fields }) => fields).slice(0, maxFields),
	};
}

/** The members of bodies that are refusals and nothing else. */
const refusalMembers = new Set(
	(
		'code message messages params fieldsAffected error errors errorCode errorMessage error_description ' +
		'title detail details status statusCode success ok isSuccess type instance path timestamp traceId ' +
		'requestId correlationId documentationUrl'
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
	if (!isObject(body) || ('id' in body && body.id !== null)) return false;
	if (isPlainRefusal(body)) return true;
	if (besides || saysSuccess(body)) return false;
	if ('message' in body && 'code' in body) return true;
	return (
		firstText(body, messageNames) !== '' &&
		Object.keys(body).every((name) => refusalMembers.has(name.toLowerCase()))
	);
}

/** Flags by which a body says that something failed, and what they are then. */
const failureFlags: ReadonlyArray<readonly [names: string[], failed: boolean]> = [
	[['success', 'ok', 'isSuccess'], false],
	[['hasError', 'hasErrors', 'isError', 'failed'], true],
];

const failureWords = /^(error|errors|fail|failed|failure|exception|denied)$/i;

function isPlainRefusal(body: Members): boolean {
	const { error, errors, fieldsAffected, status, resultCode } = body;
	return (
		[error, errors, fieldsAffected].some(saysSomething) ||
		failureFlags.some(([names, failed]) => names.some((name) => body[name] === failed)) ||
		(typeof status === 'string' && failureWords.test(status)) ||
		Number(resultCode) < 0
	);
}

/** Whether a body in which null stands in place of a list says why. */
export function saysWhy({ warnings, ...body }: Members): boolean {
	return saysSomething(warnings) || (firstText(body, messageNames) !== '' && !saysSuccess(body));
}

/** More than a message is asked for: there are lists of messages. */
function isRefusalEntry(entry: unknown): boolean {
	if (!isObject(entry) || 'id' in entry) return false;
	return isPlainRefusal(entry) || ('message' in entry && 'code' in entry);
}

/** @throws ServiceError (rejected) when a body that came with "OK" is a refusal */
export function throwRefusal(body: unknown, what: string): void {
	if (isRefusal(body)) throw refusal(body, what);
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

function textOf(value: unknown): string {
	const texts = Array.isArray(value) ? value.slice(0, maxFields) : [value];
	return texts.filter((text) => typeof text === 'string').join(', ');
}

/** Neither null, nor false, nor empty: a member that is there for nothing. */
export function saysSomething(value: unknown): boolean {
	if (value === undefined || value === null || value === false || value === 0) return false;
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

const successWords = /^(0|200|ok|success|successful)$/i;

function saysSuccess({ code, message, success, status }: Members): boolean {
	return (
		success === true || [code, message, status].some((word) => successWords.test(String(word)))
	);
}

function firstText(members: Members, names: string[]): string {
	for (const name of names) {
		const value = members[name];
		if (typeof value === 'string' && value.trim() !== '') return value;
	}
	return '';
}

export function isObject(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
