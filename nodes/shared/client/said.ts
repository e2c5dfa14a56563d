import { quote } from './quote';

/** What the service said about a refusal, fit to be shown. */
export interface ServiceSaid {
	text: string;
	/** Names of the fields concerned. */
	fields: string[];
}

export type Members = Record<string, unknown>;

const maxFields = 20;

/** In small letters, as {@link folded} has them. */
export const messageNames =
	'message error_description errormessage error_message errordescription resultmessage detail title faultstring reason msg'.split(
		' ',
	);

/**
 * Reads the service's own message out of an error body: the published ValidationError shape (facts,
 * section 4), and the usual shapes of gateways and frameworks in front of services. Others give nothing.
 */
export function readServiceMessage(body: unknown): ServiceSaid {
	if (Array.isArray(body)) return joined(body.slice(0, maxFields).map(readServiceMessage));
	if (!isObject(body)) return { text: typeof body === 'string' ? quote(body) : '', fields: [] };
	const members = folded(body);
	const { fieldsaffected, error, errors, fault, warnings } = members;
	const { exception, validationerror, validationerrors } = members;
	const affected = Array.isArray(fieldsaffected) ? fieldsaffected.filter(isObject) : [];
	const named = affected.slice(0, maxFields).map((field) => ({
		name: typeof field.name === 'string' ? quote(field.name, 100) : '',
		message: firstText(folded(field), ['message', 'code']),
	}));
	const parts = named.map(({ name, message }) => [name, message].filter(Boolean).join(': '));
	const own = firstText(members, [...messageNames, 'code']);
	const said = {
		text: quote([own, parts.filter(Boolean).join('; ')].filter(Boolean).join(' — ')),
		fields: named.map(({ name }) => name).filter(Boolean),
	};
	if (said.text !== '') return said;
	const inner = [error, errors, fault, exception, validationerror, validationerrors, warnings];
	const nested = joined(inner.map(readNested));
	return nested.text === '' ? { text: numberOf(members), fields: [] } : nested;
}

/** The number that stands in place of words. */
function numberOf(members: Members): string {
	const name = ['errorcode', 'error_code', 'code'].find((key) => Number(members[key]));
	return name === undefined ? '' : `code ${quote(String(members[name]), 40)}`;
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

/** The members by their names in small letters: services differ in that. */
export function folded(body: Members): Members {
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]),
	);
}

export function firstText(members: Members, names: string[]): string {
	for (const name of names) {
		const value = members[name];
		if (typeof value === 'string' && value.trim() !== '') return value;
	}
	return '';
}

export function isObject(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
