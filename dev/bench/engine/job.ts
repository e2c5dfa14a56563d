import type { IDataObject } from 'n8n-workflow';

/** The service. */
export interface Target {
	baseUrl: string;
	appId: string;
	appSecret: string;
}

/** Read the entire list into items. */
export interface ReadJob {
	kind: 'read';
	contestant: 'node' | 'httpRequest' | 'helperLoop';
	/** Concurrent pages, for contestants that have this option; `default`: the node's own. */
	width: number | 'default';
	target: Target;
}

export const exportFormats = ['csv', 'ndjson', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Read the entire list into a file. */
export interface ExportJob {
	kind: 'export';
	contestant:
		| 'node'
		| 'undiciLoop'
		/** Only reads, without a file. */
		| 'helperLoop';
	format: ExportFormat;
	target: Target;
}

/** Create a document for each item. */
export interface CreateJob {
	kind: 'create';
	contestant:
		| 'node'
		| 'helperLoop'
		| 'expressionLoop'
		/** The node with Unique By. */
		| 'uniqueBy'
		/** The same as Preview Only. */
		| 'preview'
		/** Two HTTP Request nodes, row by row: search, then create. */
		| 'searchAndCreate';
	/** Each order number becomes one document. */
	items: IDataObject[];
	target: Target;
}

/** Match payments with the entire list. */
export interface MatchJob {
	kind: 'match';
	contestant:
		| 'node'
		/** Only the cells of the payments. */
		| 'cells';
	/** With `amount`, `currency`, `symbol` and `id`. */
	items: IDataObject[];
	/** Collects garbage all the time, which takes long. */
	samplesHeap?: boolean;
	target: Target;
}

/** Delete documents. */
export interface DeleteJob {
	kind: 'delete';
	/** With `id`. */
	items: IDataObject[];
	preview: boolean;
	target: Target;
}

/** Poll once with the trigger. */
export interface PollJob {
	kind: 'poll';
	target: Target;
	/** Keeps the state between polls, like n8n. */
	staticData: Record<string, unknown>;
}

/** Jobs of one node in a workflow. */
export type NodeJob = ReadJob | ExportJob | CreateJob | MatchJob | DeleteJob;
export type Job = NodeJob | PollJob;

export interface JobResult {
	/** When it began, in milliseconds since 1970. */
	startedAtMs: number;
	/** From the start of the execution to its end. */
	ms: number;
	/** Processor time of the engine's process in that time, all threads. */
	cpuMs: number;
	/** Output or created documents. */
	documents: number;
	/** Files of the package that this process has loaded so far. */
	loadedFiles: number;
	/** Maximum of the heap after a collection, above the one before; 0 if it is not sampled. */
	heapGrowthMegabytes: number;
	/** Of a poll only. */
	staticData?: Record<string, unknown>;
}
