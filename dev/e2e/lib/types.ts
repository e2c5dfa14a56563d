/** The parts of n8n's formats that the demo and the tests use. */
export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	[more: string]: unknown;
}

/** `main` carries items; the others join an agent, or n8n's MCP server, to what it uses. */
export type ConnectionType = 'main' | 'ai_languageModel' | 'ai_memory' | 'ai_tool';

/** Where the outputs of a node lead, by the type of the connection. */
export type Connections = {
	[T in ConnectionType]?: Array<Array<{ node: string; type: T; index: number }>>;
};

export interface WorkflowFile {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, Connections>;
	settings?: Record<string, unknown>;
	[more: string]: unknown;
}

export interface CredentialFile {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, Record<string, unknown>>;
	pairedItem?: unknown;
}

export interface NodeError {
	message: string;
	description?: string | null;
	[more: string]: unknown;
}

export interface NodeRun {
	executionStatus?: string;
	error?: NodeError;
	data?: { main: Array<Item[] | null> };
}

export interface RunResult {
	finished?: boolean;
	status: string;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: NodeError;
			lastNodeExecuted?: string;
		};
	};
}

/** The output items of a node's first run; an error that names the node if it did not run. */
export function itemsOf(result: RunResult, node: string, output = 0): Item[] {
	const runs = result.data.resultData.runData[node];
	const first = runs?.[0];
	if (first === undefined) throw new Error(`The node "${node}" did not run.`);
	if (first.error !== undefined)
		throw new Error(`The node "${node}" failed: ${first.error.message}`);
	return first.data?.main[output] ?? [];
}

/** The error of a node's first run; undefined if it succeeded or did not run. */
export function errorOf(result: RunResult, node: string): NodeError | undefined {
	return result.data.resultData.runData[node]?.[0]?.error;
}
