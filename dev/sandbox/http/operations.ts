/** An operation of the service. */
import type { z } from 'zod';

import type { Int64 } from '../resources/fields';
import type { Answer } from './answers';
import type { Fault } from './faults';
import type { Part } from './multipart';

/** A request as an operation reads it. A violation of the contract throws a Refusal. */
export interface Call {
	/** A path variable. */
	variable(name: string): string;
	/** A path variable that is an int64. */
	id(name: string): Int64;
	/** The query as sent. */
	readonly query: Record<string, unknown>;
	/** The parsed query. */
	parameters<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
	/** The JSON body as sent; undefined if there is none. */
	readonly body: unknown;
	/** The parsed JSON body, or another parsed value. */
	record<Schema extends z.ZodType>(schema: Schema, body?: unknown): z.infer<Schema>;
	/** The parts of a multipart body; a body that is one file has one part; none for any other. */
	readonly parts: readonly Part[];
	/** Faults of a request that succeeded. Read it after the request was checked. */
	lateFaults(): readonly Fault[];
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Operation = {
	/** Determines the status of success, and whether it changes something. */
	kind: 'read' | 'creates' | 'replaces' | 'removes' | 'bulk';
	method: (typeof methods)[number];
	/** Path variables are named with a colon before them. */
	path: string;
	/** The section of docs/api/requests.md that describes the request, with its tag. */
	basis: string;
	/** The content of its body; absent: no body. */
	carries?: 'json' | 'multipart/form-data' | 'multipart/related' | 'file';
	/** Whether it reads the query itself; other operations accept no parameters. */
	takesQuery?: true;
	/** Whether its response is a page of a list. */
	isList?: true;
	/** Does it and returns the response, or throws a Refusal and changes nothing. */
	answer(call: Call): Answer;
};

/** Operations by name, as in faults and in the journal. */
export type Operations<Name extends string = string> = Record<Name, Operation>;
