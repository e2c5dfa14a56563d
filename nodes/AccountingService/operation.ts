import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AgentCall } from '../shared/agents';
import type { ServiceClient } from '../shared/client/client';
import type { ServiceRecord } from '../shared/client/envelope';
import type { PreparedRequest } from '../shared/client/preview';
import type { Route } from '../shared/client/route';
import { assumedRoutes, pathLabels, type AssumedRoute } from '../shared/client/settings';
import type { FieldChange } from '../shared/fields/changesInWords';
import type { OutputFields, RecordDescription } from '../shared/fields/describe';
import type { Form, ItemForm } from '../shared/fields/readForm';
import type { HintKind } from '../shared/n8n/hints';

/** What a preview of one item has found out, beside the request (steps/previewItem.ts). */
export interface ItemPreview {
	/** When the node began to read the records of the item. */
	readAt: string;
	/** Requests before the last one, such as uploads. */
	earlier: PreparedRequest[];
	/**
	 * Documents that were read for the item, as earlier items would leave them, by ID. Undefined for one that the run may
	 * do without, and that could not be read.
	 */
	documents: Map<string, ServiceRecord | undefined>;
	/** Words for the {@link Sentence} of the operation. */
	words: Record<string, string>;
	/** The ID of the document that the item is about, if it is not the one of the field Document. */
	about?: string;
	/** What changes in the record that exists. */
	changes?: FieldChange[];
	/** What the record has, but the request leaves out. */
	leftOut?: FieldChange[];
	/** What a removed record has. */
	removes?: FieldChange[];
	/** Why the run would send nothing: "the row has no fields to update". */
	whyNothing?: string;
	/** Other fields of the output. */
	details: IDataObject;
}

/**
 * What a preview says that the run would do: "Update {document}[: {changes}]". A part in brackets is left out if one of
 * its words is empty. `document` is the one that the item is about; `method` and `path` are those of the request. The others are in {@link ItemPreview.words}.
 */
export type Sentence = string | ((form: Form, request?: PreparedRequest) => string);

/** The context of an operation for one input item. */
export interface OperationCall extends AgentCall {
	form: ItemForm;
	client: ServiceClient;
	/** For binary data and the time zone. */
	host: IExecuteFunctions;
	itemIndex: number;
	/** State that the items of the execution share. */
	execution: Map<string, unknown>;
	/** Set if Preview Only is on: the client sends no change. */
	preview?: ItemPreview;
	/** Shows a warning beside the output. @param kind if many items of one execution may have this warning */
	hint(message: string, kind?: HintKind): void;
	/** Reports that the item got an existing record instead of a new one, in one hint for all items. */
	existed(id: string, label: string, nouns: Pick<RecordDescription, 'one' | 'many'>): void;
	/** Counts the items that each made something that one item could make for all. @param sentence with {count} */
	several(sentence: string): void;
	/** Counts the result of the item in one hint for all items. */
	count(result: string): void;
}

/** An output item with files. Any other result is the JSON of an item. */
export class ItemWithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

export type ItemResult = IDataObject | ItemWithFiles;

/** In preview: the change that the run would send, or the results that it would have without one. */
export interface Previewed {
	request?: PreparedRequest;
	results?: ItemResult[];
}

/** In preview, of one or more input items. */
export interface PreviewOutcome {
	inputs: number[];
	previewed: Previewed;
}

/** One or more input items that failed for the same reason. It lies in the first. */
export interface FailedOutcome {
	inputs: number[];
	failure: unknown;
}

/** The result of one or more input items. */
export type Outcome = { inputs: number[]; results: ItemResult[]; changes?: true } | FailedOutcome;

/** A request that an operation sends, the source of docs/internals/requests.md. */
export interface DeclaredRequest<R extends Route = Route> {
	route: R;
	/** The section of docs/api/requests.md that describes the request, with its tag. */
	basis: string;
	/** What is inferred, and the credential field that changes it. */
	assumption?: string;
}

/** A request without a published path. */
export const assumedRequest = <N extends AssumedRoute>(name: N, basis: string) => ({
	route: assumedRoutes[name],
	basis,
	assumption: `The path; can be changed in the credential (${pathLabels[name]})`,
});

interface OperationBase {
	/** The entry in the Operation field and the node panel. */
	option: INodePropertyOptions;
	/** Its fields, without the display condition for the operation. */
	fields: INodeProperties[];
	requests: DeclaredRequest[];
	/** Refuses an item with an empty filter from an expression. Otherwise the item gets no records. */
	refusesEmptyFilters?: true;
	/** The output fields that n8n offers to the next node before the first run. */
	output: OutputFields;
	/** Whether it changes data in the service. A failure does not undo earlier changes. */
	changes?: true | ((form: Form) => boolean);
	/** For an operation that changes data. */
	sentence?: Sentence;
}

/** Runs for each input item separately. */
export interface ItemOperation extends OperationBase {
	/** Runs once if all input items have the same values, e.g. a list. */
	oncePerInput?: true | ((form: ItemForm) => boolean);
	/** @throws ServiceError */
	run(call: OperationCall): Promise<ItemResult[]>;
}

/** Runs for all input items together. */
export interface GatheringOperation extends OperationBase {
	/**
	 * Checks all items before the first change, as far as that needs no request per item.
	 * @throws ServiceError only for a failure of all items
	 */
	prepare(calls: OperationCall[]): Promise<Prepared>;
}

/** Items of a {@link GatheringOperation} that were checked. */
export interface Prepared {
	failed: FailedOutcome[];
	/**
	 * Runs the others. Yields the outcome of each item once. A failed item does not stop the others.
	 * @throws ServiceError only for a failure of all items
	 */
	run(): AsyncIterable<Outcome | PreviewOutcome>;
}

/** One operation. To add one, create a file and add a line to the list of resources. */
export type Operation = ItemOperation | GatheringOperation;

/** Whether the item changes data in the service. */
export function isChange({ changes }: Operation, form: Form): boolean {
	return typeof changes === 'function' ? changes(form) : changes === true;
}

export interface Resource {
	option: INodePropertyOptions;
	/** By value, in the order of the form. */
	operations: Record<string, () => Promise<Operation>>;
	/** The `value` of the operation that a new node starts with. */
	defaultOperation: string;
}

/** A resource with all of its operations. */
export interface LoadedResource extends Omit<Resource, 'operations'> {
	operations: Operation[];
}
