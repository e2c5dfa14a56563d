/** What an operation of the service is to the sandbox, and the list of all of them. */
import type { Answer } from './answers';
import type { Fault } from './faults';

/** Every operation the sandbox answers. Faults and the journal know a request by this name. */
export const OPERATION_NAMES = [
	'token',
	'list',
	'search',
	'byToken',
	'getDocument',
	'createDocument',
	'updateDocument',
	'bulk',
	'template',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export type Call = {
	/** Path variables. */
	params: Record<string, string | undefined>;
	query: Record<string, unknown>;
	/** The JSON body; undefined when there was none. */
	body: unknown;
	/** Faults that strike a request which would have succeeded. To be asked for at most once, after it was judged. */
	lateFaults(): readonly Fault[];
};

export type Operation = {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Path variables are named with a colon before them. */
	path: string;
	/** Where the request is written down: a section of the specification, or a fact with its tag. */
	basis: string;
	/** Whether it changes something when it succeeds. It changes all of it or, when it throws, nothing. */
	isWrite: boolean;
	/** Whether its answer is a page of a list. */
	isList?: boolean;
	/** What travels in its body. */
	carries: 'nothing' | 'json';
	/** Throws a Refusal for a request that must not be answered as asked. */
	answer(call: Call): Answer;
};

export type Operations<Name extends OperationName> = Record<Name, Operation>;
