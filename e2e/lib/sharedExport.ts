/** An export shared by several executions, as the two example workflows do it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { ShareReport } from '../../nodes/AccountingService/export/shareCheck';
import type { Share } from '../../nodes/AccountingService/export/shares';
import { sumsBy } from './decimal';
import { readExample, withCredential, withParameters } from './example';
import { chain, ourNode, trigger, type StoredCredential } from './flow';
import type { RestSession } from './rest';
import { itemsOf, type Item, type RunResult, type WorkflowFile } from './types';

const writeFileType = 'n8n-nodes-base.readWriteFile';
const httpRequestType = 'n8n-nodes-base.httpRequest';

/** An n8n that runs, whatever its mode. */
export interface RunningN8n {
	session: RestSession;
	baseUrl: string;
	/** Where its workflows may write. */
	filesFolder: string;
}

/** The two examples in n8n, with what a user enters in them: credential, address of n8n and a folder. */
export class SharedExport {
	private constructor(
		private readonly n8n: RunningN8n,
		private readonly credential: StoredCredential,
		/** Where the files are. */
		readonly folder: string,
		/** Ids of the workflows. */
		readonly coordinator: string,
		readonly share: string,
	) {}

	/** Imports both, and publishes the one that exports a share. */
	static async import(n8n: RunningN8n, credential: StoredCredential): Promise<SharedExport> {
		const { session, baseUrl, filesFolder } = n8n;
		const folder = mkdtempSync(path.join(filesFolder, 'shared-'));
		const entered = (name: string, fileName: string): WorkflowFile => {
			const workflow = withCredential(readExample(name), credential);
			return withParameters(workflow, writeFileType, { fileName });
		};
		const share = await session.createWorkflow(
			entered('export-share', `=${folder}/{{ $json.fileName }}`),
		);
		await session.publish(share);
		const coordinator = await session.createWorkflow(
			withParameters(entered('shared-export', `${folder}/manifest.json`), httpRequestType, {
				url: `${baseUrl}/webhook/export-share`,
			}),
		);
		return new SharedExport(n8n, credential, folder, coordinator, share);
	}

	/** Takes the webhook away again, whose address is the same wherever the example is imported. */
	async close(): Promise<void> {
		await this.n8n.session.unpublish(this.share);
	}

	/** Starts the coordinator; resolves with the id of its execution. */
	async start(): Promise<string> {
		return await this.n8n.session.start(this.coordinator, 'Execute Manually');
	}

	/** The share that an execution exports, or was to export. */
	async shareOf(execution: string): Promise<Share> {
		type Started = {
			executionData: { nodeExecutionStack: Array<{ data: { main: Array<Item[] | null> } }> };
		};
		const { executionData } = await this.n8n.session.executionData<Started>(execution);
		const [webhook] = executionData.nodeExecutionStack;
		return webhook?.data.main[0]?.[0]?.json.body as Share;
	}

	async finished(execution: string): Promise<RunResult> {
		const result = await this.n8n.session.finished(execution, 200_000);
		const { error } = result.data.resultData;
		if (result.status !== 'success') throw new Error(`The coordinator failed: ${error?.message}`);
		return result;
	}

	manifest(): ShareReport {
		const file = path.join(this.folder, 'manifest.json');
		return JSON.parse(readFileSync(file, 'utf8')) as ShareReport;
	}

	/** What is in all files of the manifest, one after another; throws when one is not what the manifest says. */
	union({ files }: ShareReport): Buffer {
		return Buffer.concat(
			files.map(({ fileName, bytes, sha256 }) => {
				const content = readFileSync(path.join(this.folder, fileName));
				if (content.length !== bytes || sha256Of(content) !== sha256) {
					throw new Error(`The file ${fileName} is not what the manifest says.`);
				}
				return gunzipSync(content);
			}),
		);
	}

	/** The same documents exported in one piece, with the account that the node gave. */
	async inOne(): Promise<{ account: Record<string, unknown>; content: Buffer }> {
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
		const result = await session.execute(await session.createWorkflow(workflow), trigger);
		const [item] = itemsOf(result, 'Service');
		return { account: item?.json ?? {}, content: readFileSync(fileName) };
	}
}

export function sha256Of(content: Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

function linesIn(content: Buffer): string[] {
	return content.toString().split('\n').filter(Boolean);
}

/** The ids in a file of one document per line, in turn. */
export function idsIn(content: Buffer): number[] {
	return linesIn(content).map((line) => (JSON.parse(line) as { id: number }).id);
}

/** Exact sums of `total` by currency. */
export function totalsIn(content: Buffer): Record<string, string> {
	return sumsBy(
		linesIn(content).map((line) => JSON.parse(line) as { currency: string; total: number }),
		({ currency }) => currency,
		({ total }) => String(total),
	);
}

/** The hash of such a file without some of its documents. */
export function hashWithout(ids: number[], content: Buffer): string {
	const kept = linesIn(content).filter(
		(line) => !ids.includes((JSON.parse(line) as { id: number }).id),
	);
	return sha256Of(Buffer.from(kept.join('\n')));
}
