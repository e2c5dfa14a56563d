/** Who reads the list; see bench/contestants. */
export type Contestant = 'node' | 'httpRequest' | 'declarative' | 'helperLoop' | 'undiciLoop';

/** Where to read, and with which compiled package. */
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
	/** Pages under way at once; of no meaning to those that know no such thing. */
	window: number;
	target: Target;
	/** Ten fields of each document (the node's default) instead of all; only the node knows it. */
	simplify?: boolean;
}

/** Poll with the trigger until nothing new is left, then once more. */
export interface PollJob {
	kind: 'poll';
	target: Target;
	/** Keeps what n8n keeps between polls. */
	staticData: Record<string, unknown>;
}

export interface LoadJob {
	kind: 'load';
	packageFolder: string;
}

export type Job = ReadJob | PollJob | LoadJob;

export interface JobResult {
	/** From the start of the execution to its end. */
	ms: number;
	/** Processor time of the engine's process in that time, all threads. */
	cpuMs: number;
	/** Documents that came out. */
	documents: number;
	/** Only of a poll. */
	staticData?: Record<string, unknown>;
}
