import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ServiceClient } from '../shared/client/client';
import type { Route } from '../shared/client/route';
import type { OutputFields } from '../shared/fields/describe';
import type { Form } from '../shared/fields/form';

/** What an operation is given for one input item. */
export interface OperationCall {
	form: Form;
	client: ServiceClient;
	/** For what only n8n can do: binary data, the time zone. */
	host: IExecuteFunctions;
	itemIndex: number;
	/** True when an AI agent asked: answers must stay small, and say when there is more. */
	forAgent: boolean;
	/** What lives as long as the execution, shared by its items. */
	execution: Map<string, unknown>;
	/** Shows a warning beside the output. */
	hint(message: string): void;
}

/** An item that carries files. Everything else that an operation returns is the JSON of an item. */
export class ItemWithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

export type Result = IDataObject | ItemWithFiles;

/** What became of some input items, told together. */
export type Outcome =
	| { inputs: number[]; results: Result[]; changes?: true }
	/** `failure` is a ServiceError. */
	| { inputs: number[]; failure: unknown };

/** A request that an operation sends; docs/internals/requests.md is made from these. */
export interface DeclaredRequest {
	route: Route;
	/** The section of docs/api/requests.md that describes the request, with its tag. */
	basis: string;
	/** What is assumed, where the basis is an inference. */
	assumption?: string;
}

interface OperationBase {
	/** How it appears in the Operation field and in the node panel. */
	option: INodePropertyOptions;
	/** Its fields, without the condition that shows them for this operation only. */
	fields: INodeProperties[];
	/** Members of its collections that are required once they are added; null is a value of its own there. */
	mayBeNull?: readonly string[];
	requests: DeclaredRequest[];
	/** What its items hold before anything was run, by name; n8n shows it to the next node. */
	output: OutputFields;
	/** Whether it changes something in the service: what was done then stays done when it fails. */
	changes?: true | ((call: OperationCall) => boolean);
}

/** Runs for each input item by itself. */
export interface ItemOperation extends OperationBase {
	/** Runs once when all input items ask for the same, as a list does that reads no input. */
	oncePerInput?: true;
	/** @throws ServiceError in every case of failure */
	run(call: OperationCall): Promise<Result[]>;
}

/** Runs for all input items together. */
export interface GatheringOperation extends OperationBase {
	/**
	 * Yields what became of the items, each item once. An item that fails is yielded as a failure, so that
	 * the others go on where the user wants that.
	 * @throws ServiceError only for what concerns all items
	 */
	runAll(calls: OperationCall[]): AsyncIterable<Outcome>;
}

/** One operation: its fields and what it does. Adding one is a new file and a line in its list. */
export type Operation = ItemOperation | GatheringOperation;

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
	/** The `value` of the operation that a newly added node starts with. */
	defaultOperation: string;
}
