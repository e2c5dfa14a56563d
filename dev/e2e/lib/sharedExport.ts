/** An export shared by several executions, one month each, with the two example workflows. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { RunningSandbox } from '../../sandbox';
import { sumsBy } from './decimal';
import { readExample, withCredential, withParameters } from './example';
import { chain, ourNode, trigger, type StoredCredential } from './flow';
import type { SignedInN8n } from './n8n';
import type { Item, RunResult, WorkflowFile } from './types';

const writeFileType = 'n8n-nodes-base.readWriteFile';
const httpRequestType = 'n8n-nodes-base.httpRequest';

/** The first and the last month, as YYYY-MM. */
export interface Months {
	first: string;
	last: string;
}

export const wholeYear: Months = { first: '2026-01', last: '2026-12' };

/** The manifest of the coordinator. */
export interface Manifest {
	complete: boolean;
	documents: number;
	totals: Record<string, string>;
	/** How often months had to be exported. */
	round: number;
	months: number;
	files: MonthFile[];
}

export interface MonthFile {
	month: string;
	fileName: string;
	documents: number;
	totals: Record<string, string>;
	bytes: number;
	sha256: string;
}

/** The names in the credential that let the service filter by the issue date. */
export const dateFilterNames = {
	customizeParameterNames: true,
	issueDateFromParameter: 'issueDateFrom',
	issueDateToParameter: 'issueDateTo',
};

/** Documents in each month of 2026, on several days. */
export function documentsOfYear(perMonth: number): Array<{ count: number; fields: object }> {
	const days = ['01', '11', '17', '28'];
	return Array.from({ length: 12 }, (_, month) =>
		days.map((day, index) => ({
			count: Math.floor((perMonth + index) / days.length),
			fields: { issueDate: `2026-${String(month + 1).padStart(2, '0')}-${day}` },
		})),
	)
		.flat()
		.filter(({ count }) => count > 0);
}

export function fillYear({ admin }: RunningSandbox, perMonth: number): void {
	for (const one of documentsOfYear(perMonth)) admin.createDocuments(one);
}

const webhook = 'webhook/export-month';

/** The two examples in n8n, with the values of a user: credential, months, address of n8n and a folder. */
export class SharedExport {
	private constructor(
		private readonly n8n: SignedInN8n,
		private readonly credential: StoredCredential,
		/** The folder of the files. */
		readonly folder: string,
		/** IDs of the workflows. */
		readonly coordinator: string,
		readonly month: string,
	) {}

	/** Imports both, and publishes the one that exports a month. */
	static async import(
		n8n: SignedInN8n,
		credential: StoredCredential,
		months = wholeYear,
	): Promise<SharedExport> {
		const { session, baseUrl, filesFolder } = n8n;
		const folder = mkdtempSync(path.join(filesFolder, 'shared-'));
		const entered = (name: string, fileName: string): WorkflowFile => {
			const workflow = withCredential(readExample(name), credential);
			return withParameters(workflow, writeFileType, { fileName });
		};
		const month = await session.createWorkflow(
			entered('export-month', `=${folder}/{{ $json.fileName }}`),
		);
		await session.publish(month, webhook);
		const withUrl = withParameters(
			entered('shared-export', `${folder}/manifest.json`),
			httpRequestType,
			{ url: `${baseUrl}/${webhook}` },
		);
		const nodes = withUrl.nodes.map((node) =>
			node.name === 'Months'
				? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify(months) } }
				: node,
		);
		const coordinator = await session.createWorkflow({ ...withUrl, nodes });
		return new SharedExport(n8n, credential, folder, coordinator, month);
	}

	/** Unpublishes the webhook, because every import of the example has the same address. */
	async close(): Promise<void> {
		await this.n8n.session.unpublish(this.month);
	}

	/** Starts the coordinator; resolves with the ID of its execution. */
	async start(): Promise<string> {
		return await this.n8n.session.start(this.coordinator, 'Execute Manually');
	}

	/** The month that an execution exports. */
	async monthOf(execution: string): Promise<string> {
		type Started = {
			executionData: { nodeExecutionStack: Array<{ data: { main: Array<Item[] | null> } }> };
		};
		const { executionData } = await this.n8n.session.executionData<Started>(execution);
		const [webhook] = executionData.nodeExecutionStack;
		const body = webhook?.data.main[0]?.[0]?.json.body as { month?: string } | undefined;
		return body?.month ?? '';
	}

	/** @throws Error with the message of the workflow if it failed */
	async finished(execution: string): Promise<RunResult> {
		const result = await this.n8n.session.finished(execution);
		const { error } = result.data.resultData;
		if (result.status !== 'success') throw new Error(`The coordinator failed: ${error?.message}`);
		return result;
	}

	/** The months that failed, each with its error. */
	async failures(): Promise<string[]> {
		const { session } = this.n8n;
		const executions = await session.executionsOf(this.month);
		const failed = executions.filter(({ status }) => status !== 'success');
		return await Promise.all(
			failed.map(async ({ id, status }) => {
				const { error } = (await session.finished(id)).data.resultData;
				return `${await this.monthOf(id)}, ${status}: ${error?.message}`;
			}),
		);
	}

	manifest(): Manifest {
		const file = path.join(this.folder, 'manifest.json');
		return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
	}

	/** The documents of all files of the manifest, as lines; throws if a file does not match the manifest. */
	lines({ files }: Manifest): string[] {
		return files.flatMap(({ fileName, bytes, sha256, documents }) => {
			const content = readFileSync(path.join(this.folder, fileName));
			if (content.length !== bytes || sha256Of(content) !== sha256) {
				throw new Error(`The file ${fileName} is not what the manifest says.`);
			}
			const lines = linesIn(gunzipSync(content));
			if (lines.length !== documents) throw new Error(`${fileName} has ${lines.length} documents.`);
			return lines;
		});
	}

	/** The same documents in one export. */
	async inOne(): Promise<string[]> {
		const { session } = this.n8n;
		const fileName = path.join(this.folder, 'in-one.ndjson');
		const parameters = {
			resource: 'accountingDocument',
			operation: 'exportToFile',
			format: 'ndjson',
		};
		const write = {
			name: 'Write',
			type: writeFileType,
			typeVersion: 1.1,
			parameters: { operation: 'write', fileName, options: {} },
		};
		const workflow = chain('In one', ourNode(this.credential, parameters), write);
		await session.execute(await session.createWorkflow(workflow), trigger);
		return linesIn(readFileSync(fileName));
	}

	/**
	 * Compares the files with Summarize and with the sandbox: number and totals, and that no ID is in two files.
	 * @param run of the coordinator
	 * @throws Error that names the difference
	 */
	check(run: RunResult, { admin }: RunningSandbox): Manifest {
		const manifest = this.manifest();
		const lines = this.lines(manifest);
		const ids = idsIn(lines);
		// The last round, because documents may have changed after the first.
		const last = run.data.resultData.runData.Count?.at(-1)?.data?.main[0] ?? [];
		const counted = last.map(({ json }) => json as unknown as Counted);
		const { count, totals } = admin.totals();
		const numbers = {
			manifest: manifest.documents,
			files: lines.length,
			ids: new Set(ids).size,
			summarize: counted.reduce((sum, { documents }) => sum + documents, 0),
			sandbox: count,
		};
		if (!manifest.complete || new Set(Object.values(numbers)).size > 1) {
			throw new Error(`The numbers differ: ${JSON.stringify(numbers)}`);
		}
		const ofSummarize = sumsBy(
			counted,
			({ currency }) => currency,
			({ total }) => total ?? '0',
		);
		const all = [manifest.totals, totalsIn(lines), ofSummarize, totals].map(sorted);
		if (new Set(all).size > 1) throw new Error(`The totals differ: ${all.join(' ')}`);
		return manifest;
	}
}

/** A group of Summarize. */
interface Counted {
	documents: number;
	currency: string;
	total: string | null;
}

function sorted(sums: Record<string, string>): string {
	return JSON.stringify(Object.entries(sums).sort());
}

export function sha256Of(content: Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

function linesIn(content: Buffer): string[] {
	return content.toString().split('\n').filter(Boolean);
}

/** The IDs of documents, one per line. */
export function idsIn(lines: string[]): number[] {
	return lines.map((line) => (JSON.parse(line) as { id: number }).id);
}

/** Exact sums of `total` by currency. */
export function totalsIn(lines: string[]): Record<string, string> {
	return sumsBy(
		lines.map((line) => JSON.parse(line) as { currency: string; total: number }),
		({ currency }) => currency,
		({ total }) => String(total),
	);
}
