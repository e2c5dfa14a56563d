/** What an operation of the service is to the sandbox. */
import type { z } from 'zod';

import type { Int64 } from '../resources/fields';
import type { Answer } from './answers';
import type { Fault } from './faults';
import type { Part } from './multipart';

/** A request as an operation reads it. Whatever breaks the contract is thrown as a Refusal. */
export interface Call {
	/** A path variable. */
	variable(name: string): string;
	/** A path variable that is an int64. */
	id(name: string): Int64;
	/** The query as it came. */
	readonly query: Record<string, unknown>;
	/** The query by its contract. */
	parameters<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
	/** The JSON body as it came; undefined when there was none. */
	readonly body: unknown;
	/** The JSON body, or another value in its place, by its contract. */
	record<Schema extends z.ZodType>(schema: Schema, body?: unknown): z.infer<Schema>;
	/** The parts of a multipart body; a file that is the whole body is the only part; none for any other. */
	readonly parts: readonly Part[];
	/** Faults that strike a request which would have succeeded. To be asked for when it was judged. */
	lateFaults(): readonly Fault[];
}

export type Operation = {
	/** Decides the status of success, and whether something is changed. */
	kind: 'read' | 'creates' | 'replaces' | 'removes' | 'bulk';
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Path variables are named with a colon before them. */
	path: string;
	/** The section of docs/api/requests.md that describes the request, with its tag. */
	basis: string;
	/** What travels in its body; nothing when absent. */
	carries?: 'json' | 'multipart/form-data' | 'multipart/related' | 'file';
	/** It reads the query itself; any parameter of any other operation is unknown. */
	takesQuery?: true;
	/** Its answer is a page of a list. */
	isList?: true;
	/** Does it all and gives the answer, or throws a Refusal and has changed nothing. */
	answer(call: Call): Answer;
};

/** Operations by name. Faults and the journal know a request by this name. */
export type Operations<Name extends string = string> = Record<Name, Operation>;
