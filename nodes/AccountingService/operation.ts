import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Form } from '../shared/fields/values';
import type { ServiceClient } from '../shared/client/request';

/** What an operation is given for one input item. */
export interface OperationCall {
	form: Form;
	client: ServiceClient;
	/** For what only n8n can do: binary data, hints. */
	host: IExecuteFunctions;
	itemIndex: number;
	/** True when an AI agent asked: answers must stay small, and say when there is more. */
	forAgent: boolean;
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

/** One operation: its fields and what it does. Adding one is a new file and a line in its list. */
export interface Operation {
	/** How it appears in the Operation field and in the node panel. */
	option: INodePropertyOptions;
	/** Its fields, without the condition that shows them for this operation only. */
	fields: INodeProperties[];
	/**
	 * Runs for one input item.
	 * @throws ServiceError in every case of failure
	 */
	run(call: OperationCall): Promise<Array<IDataObject | ItemWithFiles>>;
}

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
	/** The `value` of the operation that a newly added node starts with. */
	defaultOperation: string;
}
