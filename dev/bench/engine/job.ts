import type { IDataObject } from 'n8n-workflow';

/** Where to work. */
export interface Target {
	baseUrl: string;
	appId: string;
	appSecret: string;
}

/** Read the whole list into items. */
export interface ReadJob {
	kind: 'read';
	contestant: 'node' | 'httpRequest' | 'helperLoop';
	/** Pages under way at once, for those that know such a thing; `default` leaves it to the node. */
	width: number | 'default';
	target: Target;
}

export const exportFormats = ['csv', 'ndjson', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Read the whole list into a file. */
export interface ExportJob {
	kind: 'export';
	contestant: 'node' | 'undiciLoop';
	format: ExportFormat;
	target: Target;
}

/** Create a document for each item. */
export interface CreateJob {
	kind: 'create';
	contestant: 'node' | 'helperLoop';
	/** What becomes of each order number is a document. */
	items: IDataObject[];
	target: Target;
}

/** Poll once with the trigger. */
export interface PollJob {
	kind: 'poll';
	target: Target;
	/** Keeps what n8n keeps between polls. */
	staticData: Record<string, unknown>;
}

/** Jobs of one node in a workflow. */
export type NodeJob = ReadJob | ExportJob | CreateJob;
export type Job = NodeJob | PollJob;

export interface JobResult {
	/** When it began, in milliseconds since 1970. */
	startedAtMs: number;
	/** From the start of the execution to its end. */
	ms: number;
	/** Processor time of the engine's process in that time, all threads. */
	cpuMs: number;
	/** Documents that came out, or were created. */
	documents: number;
	/** Files of the package that this process has loaded so far. */
	loadedFiles: number;
	/** Only of a poll. */
	staticData?: Record<string, unknown>;
}
