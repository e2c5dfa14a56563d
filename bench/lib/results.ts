import type { Contestant } from '../engine/job';
import type { ExportResults } from '../export';
import type { Machine } from './machine';

/** All runs of one contestant at one piece of work, in the order of the rounds. */
export interface Entry {
	contestant: Contestant;
	window: number;
	simplify?: boolean;
	ms: number[];
	/** Processor time of the process that holds n8n, without the sandbox's. */
	cpuMs: number[];
	/** Requests of a run without token exchanges; every run had as many. */
	requests: number;
}

/** The same work done by several contestants in turn. */
export interface Contest {
	documents: number;
	latencyMs: number;
	tls: boolean;
	entries: Entry[];
}

export interface Expiry {
	contestant: Contestant;
	window: number;
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
	/** Milliseconds until n8n could use the node, in fresh processes. */
	ms: number[];
	packedBytes: number;
	unpackedBytes: number;
	files: number;
}

/** What docs/performance.json holds; a part that was not run keeps its last results. */
export interface Results {
	machine: Record<string, Machine>;
	lists?: Contest[];
	large?: Contest[];
	/** As many documents as no look can show to stand still. */
	overlap?: Contest[];
	tls?: Contest[];
	expiry?: Expiry[];
	polls?: Polls[];
	loading?: Loading;
	export?: ExportResults & {
		/** Seconds that a bare undici loop takes to write the same documents as NDJSON. */
		floorSeconds: number;
	};
}
