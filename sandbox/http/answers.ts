/** Answers and the published error body (published-facts, section 4). */
import type { z } from 'zod';

import type { ValidationError, ValidationFieldError } from '../types';
import { type ParameterName, type ParameterNames, translate } from '../lists/names';

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

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

/** A request that must not be answered as asked; thrown, and sent as its answer. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		code: string,
		message: string,
		fields: ValidationFieldError[] = [],
	) {
		super(message);
		this.body = { code, message, params: {}, fieldsAffected: fields };
	}

	readonly body: ValidationError;

	get answer(): Answer {
		return json(this.status, JSON.stringify(this.body));
	}
}

/** The web application's page, which answers every path that does not exist (published-facts, section 4). */
export function htmlPage(status = 200): Answer {
	const body = Buffer.from(
		'<!doctype html>\n<html lang="en"><head><title>Accounting</title></head><body><div id="app"></div></body></html>\n',
	);
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function fieldErrors(error: z.ZodError, names: ParameterNames): ValidationFieldError[] {
	return error.issues.flatMap((issue) => {
		const paths =
			issue.code === 'unrecognized_keys'
				? issue.keys.map((key) => [...issue.path, key])
				: [issue.path];
		return paths.map((path) => {
			const name = path.map(String).join('.');
			return {
				name: names[name as ParameterName] ?? name,
				message: issue.message,
				code: issue.code,
				params: {},
			};
		});
	});
}

/** The parsed value, or a 400 that names every rejected member. Renamed parameters are reported as they were sent. */
export function parseOrRefuse<Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	unknownNames: readonly string[] = [],
	names: ParameterNames = {},
): z.infer<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success && unknownNames.length === 0) return parsed.data;
	const unknown = unknownNames.map((name) => ({
		name,
		message: 'Unknown parameter',
		code: 'unrecognized_keys',
		params: {},
	}));
	const fields = [...unknown, ...(parsed.success ? [] : fieldErrors(parsed.error, names))];
	throw new Refusal(400, 'validation_failed', 'The request is not valid', fields);
}

/** Wire parameters through `translate` and the schema of their canonical names. */
export function parseParameters<Schema extends z.ZodType>(
	schema: Schema,
	parameters: unknown,
	allowed: readonly ParameterName[],
	names: ParameterNames,
): z.infer<Schema> {
	if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
		throw new Refusal(400, 'validation_failed', 'The parameters are not a JSON object');
	}
	const { known, unknown } = translate(parameters as Record<string, unknown>, allowed, names);
	return parseOrRefuse(schema, known, unknown, names);
}
