/** Responses, and the published error body (docs/api/requests.md#errors). */
import { z } from 'zod';

import { text } from '../resources/fields';
import { printExactly } from './exactJson';

export type Answer = {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** False if a request that could change something changed nothing; absent otherwise. */
	isCommitted?: boolean;
};

const params = z.record(z.string(), z.unknown()).nullish();
export const validationFieldError = z.strictObject({
	name: text,
	message: text,
	code: text,
	params,
});
export const validationError = z.strictObject({
	code: text,
	message: text,
	params,
	fieldsAffected: z.array(validationFieldError).nullish(),
});
export type ValidationError = z.infer<typeof validationError>;
/** Complete, as the sandbox sends it. */
export type FieldError = {
	name: string;
	message: string;
	code: string;
	params: Record<string, unknown>;
};

export function json(
	status: number,
	body: string | Buffer,
	headers: Record<string, string> = {},
): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
		body: typeof body === 'string' ? Buffer.from(body) : body,
	};
}

/** A response with a record or a list; IDs keep every digit. */
export const record = (value: unknown, status = 200): Answer => json(status, printExactly(value));

/** A response without a body. */
export const empty = (status = 204): Answer => ({ status, headers: {}, body: Buffer.alloc(0) });

/** A refused request; thrown, and sent as the response. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		code: string,
		message: string,
		fields: FieldError[] = [],
	) {
		super(message);
		this.body = { code, message, params: {}, fieldsAffected: fields };
	}

	readonly body: ValidationError;

	get answer(): Answer {
		return record(this.body, this.status);
	}
}

/** A refusal that does not name the fields. */
export const unnamed = ({ status }: Refusal): Answer =>
	new Refusal(status, 'refused', 'The request is not valid').answer;

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `No ${what}`);

/** A 400 that names each member that breaks a rule. */
export const invalid = (fields: FieldError[]): Refusal =>
	new Refusal(400, 'validation_failed', 'The request is not valid', fields);

export const fieldError = (
	name: string,
	code: string,
	message: string,
	params: Record<string, unknown> = {},
): FieldError => ({ name, code, message, params });

/** The page of the web application, the response for every unknown path (docs/api/requests.md#errors). */
export function htmlPage(status = 200): Answer {
	const body = Buffer.from(
		'<!doctype html>\n<html lang="en"><head><title>Accounting</title></head><body><div id="app"></div></body></html>\n',
	);
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
