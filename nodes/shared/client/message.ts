import type { IDataObject } from 'n8n-workflow';

import { ExactNumber } from './json';
import { quote, quoteField, shortened } from './redact';

export function isObject(value: unknown): value is IDataObject {
	const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isPlain && !(value instanceof ExactNumber);
}

/** False for a member that is missing, null, false, 0 or empty. */
export function hasContent(value: unknown): boolean {
	if (value === undefined || value === null || value === false || value === 0) return false;
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The service's error message, redacted. */
interface ServiceMessage {
	text: string;
	/** Names of the affected fields. */
	fields: string[];
}

const maxFields = 20;

/**
 * Reads the message in an error body: a ValidationError (docs/api/requests.md#errors), a problem (RFC 9457), an OAuth
 * error, or one of these in `error` or `errors`.
 */
export function readServiceMessage(body: unknown): ServiceMessage {
	if (typeof body === 'string') return { text: quote(body), fields: [] };
	if (Array.isArray(body)) {
		const all = body.slice(0, maxFields).map(readServiceMessage);
		const texts = all.map(({ text }) => text).filter(Boolean);
		return { text: quote(texts.join('; ')), fields: all.flatMap(({ fields }) => fields) };
	}
	if (!isObject(body)) return { text: '', fields: [] };
	const { message, error_description, detail, title, code, fieldsAffected } = body;
	const affected = (Array.isArray(fieldsAffected) ? fieldsAffected : []).filter(isObject);
	const named = affected.slice(0, maxFields).map((field) => ({
		name: firstText(field.name),
		message: quote(firstText(field.message, field.code)),
	}));
	const parts = named.map((one) => [quoteField(one.name), one.message].filter(Boolean).join(': '));
	const whole = quote(firstText(message, error_description, detail, title, code));
	const own = [whole, parts.filter(Boolean).join('; ')];
	const text = shortened(own.filter(Boolean).join(' — '));
	const fields = named.map(({ name }) => quote(name, 100)).filter(Boolean);
	if (text !== '') return { text, fields };
	const { error, errors, validationError } = body;
	return readServiceMessage([error, errors, validationError].filter(hasContent));
}

function firstText(...values: unknown[]): string {
	const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
	return String(found ?? '');
}
