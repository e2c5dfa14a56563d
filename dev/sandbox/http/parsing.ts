/** Parses a request by its contract. Unknown members are refused, or ignored by an option. */
import type { z } from 'zod';

import { type ParameterName, type ParameterNames, translate } from '../lists/names';
import { GET_ONLY, type Int64 } from '../resources/fields';
import { type FieldError, fieldError, invalid, Refusal } from './answers';

type Path = ReadonlyArray<PropertyKey>;

/** Members that the contract does not accept: unknown ones, and those that are GET only. */
function unwantedPaths(issue: z.core.$ZodIssue): Path[] {
	if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
	return issue.message === GET_ONLY ? [issue.path] : [];
}

function fieldErrors(error: z.ZodError, names: ParameterNames): FieldError[] {
	return error.issues.flatMap((issue) => {
		const unwanted = unwantedPaths(issue);
		const paths = unwanted.length > 0 ? unwanted : [issue.path];
		const code = issue.message === GET_ONLY ? 'get_only' : String(issue.code);
		return paths.map((path) => {
			const name = path.map(String).join('.');
			return fieldError(names[name as ParameterName] ?? name, code, issue.message);
		});
	});
}

/** A copy of a JSON value without the members at some paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
	const copy: unknown = structuredClone(value);
	for (const path of paths) {
		let owner: unknown = copy;
		for (const step of path.slice(0, -1)) owner = (owner as Record<PropertyKey, unknown>)[step];
		delete (owner as Record<PropertyKey, unknown>)[path[path.length - 1]];
	}
	return copy;
}

/** The parsed value. Throws a Refusal (400) that names every rejected member, renamed parameters by their sent names. */
export function parseOrRefuse<Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	unknownNames: readonly string[] = [],
	names: ParameterNames = {},
): z.infer<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success && unknownNames.length === 0) return parsed.data;
	const unknown = unknownNames.map((name) =>
		fieldError(name, 'unrecognized_keys', 'Unknown parameter'),
	);
	throw invalid([...unknown, ...(parsed.success ? [] : fieldErrors(parsed.error, names))]);
}

export type Leniency = { unknownParameters: 'refused' | 'ignored' };

export class Parser {
	constructor(private readonly leniency: Leniency) {}

	/** The parsed JSON body. Throws a Refusal (400). */
	body<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
		if (value === undefined) throw new Refusal(400, 'body_missing', 'The request has no body');
		return parseOrRefuse(schema, value);
	}

	/** Parameters of a query or of a search's body, by their sent names. Throws a Refusal (400). */
	parameters<Schema extends z.ZodType>(
		schema: Schema,
		parameters: unknown,
		allowed: readonly ParameterName[],
		names: ParameterNames,
	): z.infer<Schema> {
		if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
			throw new Refusal(400, 'validation_failed', 'The parameters are not a JSON object');
		}
		const { known, unknown } = translate(parameters as Record<string, unknown>, allowed, names);
		const isRefused = this.leniency.unknownParameters === 'refused';
		return parseOrRefuse(schema, known, isRefused ? unknown : [], names);
	}

	/** A query without renamed parameters. Throws a Refusal (400). */
	query<Schema extends z.ZodType>(schema: Schema, query: unknown): z.infer<Schema> {
		const { error } = schema.safeParse(query);
		if (this.leniency.unknownParameters === 'refused' || error === undefined)
			return parseOrRefuse(schema, query);
		return parseOrRefuse(schema, without(query, error.issues.flatMap(unwantedPaths)));
	}

	/** An ID in a path. Throws a Refusal (400) if it is no int64. */
	id(name: string, value: string | undefined): Int64 {
		if (value === undefined || !/^\d{1,19}$/.test(value) || BigInt(value) >= 2n ** 63n)
			throw invalid([fieldError(name, 'invalid_type', 'is no integer')]);
		return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
	}
}
