import type { IDataObject } from 'n8n-workflow';

/** Who does the work; see dev/bench/contestants. */
export type Contestant = 'node' | 'httpRequest' | 'declarative' | 'helperLoop' | 'undiciLoop';

/** Pages under way at once; `default` leaves it to the node, whose maximum a reading then grows into. */
export type Width = number | 'default';

/** Where to work, and with which compiled package. */
export interface Target {
	packageFolder: string;
	baseUrl: string;
	appId: string;
	appSecret: string;
	/** Accept the sandbox's own certificate. */
	insecure: boolean;
}

/** Read the whole list into items. */
export interface ReadJob {
	kind: 'read';
	contestant: Contestant;
	/** Of no meaning to those that know no such thing. */
	width: Width;
	target: Target;
	/** Ten fields of each document (the node's default) instead of all; only the node knows it. */
	simplify?: boolean;
}

export const exportFormats = ['csv', 'ndjson', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Read the whole list into a file. */
export interface ExportJob {
	kind: 'export';
	format: ExportFormat;
	target: Target;
}

export type WriteWork = 'create' | 'createUnlessThere' | 'delete' | 'deleteInBulk';

/** Write once for each item. */
export interface WriteJob {
	kind: 'write';
	work: WriteWork;
	contestant: Contestant;
	/** One for each document: an order number to create it with, or the id to delete it by. */
	items: IDataObject[];
	target: Target;
}

/** Poll with the trigger until nothing new is left, then once more. */
export interface PollJob {
	kind: 'poll';
	target: Target;
	/** Keeps what n8n keeps between polls. */
	staticData: Record<string, unknown>;
}

/** Jobs of one node in a workflow. */
export type NodeJob = ReadJob | ExportJob | WriteJob;
export type Job = NodeJob | PollJob;

export interface JobResult {
	/** From the start of the execution to its end. */
	ms: number;
	/** Processor time of the engine's process in that time, all threads. */
	cpuMs: number;
	/** Documents that came out, or were written. */
	documents: number;
	/** Only of a poll. */
	staticData?: Record<string, unknown>;
}
