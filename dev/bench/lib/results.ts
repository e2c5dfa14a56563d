import type { Contestant, ExportFormat, Width, WriteWork } from '../engine/job';
import type { Machine } from './machine';

/** All runs of one contestant at one piece of work, in the order of the rounds. */
export interface Runs {
	contestant: Contestant;
	ms: number[];
	/** Processor time of the process that holds n8n, without the service's. */
	cpuMs: number[];
	/** Requests of a run without token exchanges; every run had as many. */
	requests: number;
}

export interface Entry extends Runs {
	width: Width;
	simplify?: boolean;
}

/** The same list read by several contestants in turn. */
export interface Contest {
	documents: number;
	latencyMs: number;
	/** The latency is that of the network, with TLS, and not of the answer alone. */
	network?: true;
	entries: Entry[];
}

/** The same documents written by several contestants in turn. */
export interface WriteContest {
	documents: number;
	latencyMs: number;
	entries: Array<Runs & { work: WriteWork }>;
}

export interface Expiry {
	contestant: Contestant;
	width: Width;
	/** Times at which the token ended while the list was read. */
	expiries: number;
	exchanges: number;
	/** How many documents came, or the words it failed with. */
	outcome: string;
}

export interface Polls {
	documents: number;
	/** The poll with which the trigger begins. */
	first: { ms: number; requests: number };
	/** Nothing new. */
	idle: { ms: number[]; requests: number };
	/** Five new documents. */
	five: { ms: number; requests: number; documents: number };
}

export interface Loading {
	/** Milliseconds until n8n could use the nodes, in fresh processes. */
	ms: number[];
	/** And until the first execution had the operations, after that. */
	operationsMs: number[];
	packedBytes: number;
	unpackedBytes: number;
	files: number;
}

/** Who reads the texts that nobody writes by hand. */
export type HostileReader = 'helperLoop' | 'node' | ExportFormat;

/** One text or one list of texts, at growing sizes. */
export interface Hostile {
	/** What the texts consist of. */
	text: string;
	reader: HostileReader;
	/** One document whose description is so long, or many documents of a megabyte each. */
	shape: 'one text' | 'many texts';
	/** Megabytes that came, all answers together, and the time from start to end. */
	runs: Array<{ megabytes: number; ms: number }>;
}

export interface Growth {
	what: 'items' | 'file';
	points: Array<{ documents: number; ms: number }>;
}

/** A file written by the node in the n8n that runs. */
export interface FileMeasure {
	documents: number;
	seconds: number;
	/** Processor time of the n8n process; older results lack it. */
	cpuSeconds?: number;
	megabytes: number;
	/** Of the n8n process before, in MB. */
	idleMegabytes: number;
	/** Peak during the execution above that, in MB. */
	growthMegabytes: number;
	savedExecutionBytes: number;
}

export interface Exports {
	/** Each in an n8n that was started for it. */
	measures: Array<FileMeasure & { format: ExportFormat }>;
	/** The same again in the n8n that has exported once already. */
	again?: FileMeasure & { format: ExportFormat };
	/** Seconds that a bare undici loop takes to write the same documents as NDJSON. */
	floorSeconds: number;
}

/** An export in an n8n whose heap is small. */
export interface MemoryCurve {
	format: ExportFormat;
	documents: number;
	heapMegabytes: number;
	/** --max-semi-space-size; undefined for V8's own choice. */
	semiSpaceMegabytes?: number;
	/** Of the n8n process before, in MB. */
	idleMegabytes: number;
	/** Peak, in MB. */
	peakMegabytes: number;
	/** Seconds since the start, and megabytes of n8n's process. */
	curve: Array<[seconds: number, megabytes: number]>;
}

export interface Changes {
	whole: FileMeasure;
	changed: FileMeasure;
	changes: number;
	manifestMegabytes: number;
}

/** What docs/internals/performance.json holds; a part that was not run keeps its last results. */
export interface Results {
	machine: Record<string, Machine>;
	lists?: Contest[];
	large?: Contest[];
	network?: Contest[];
	expiry?: Expiry[];
	polls?: Polls[];
	loading?: Loading;
	writes?: WriteContest[];
	hostile?: Hostile[];
	growth?: Growth[];
	export?: Exports;
	memory?: MemoryCurve[];
	changes?: Changes;
}
