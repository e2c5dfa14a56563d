/** Where an example or the page of a recipe is tried: in n8n, with a service for each check alone. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from './checks';
import {
	manualTrigger,
	readExample,
	withChanges,
	withCredential,
	withCredentials,
	withPreviewOff,
	type Changes,
} from './example';
import { nodeType, ourNode, type NodeSketch, type StoredCredential } from './flow';
import type { MailServer } from './mailServer';
import { withOwnMail, withOwnService } from './ownService';
import { changedAs, parametersOf, type Description, type Parameters } from './recipe';
import { itemsOf, type Item, type RunResult, type WorkflowFile } from './types';
import type { Workbench } from './workbench';

/** An example as a user has it: imported, and saved with its credentials. */
export interface ExampleStage {
	sandbox: RunningSandbox;
	credential: StoredCredential;
	mail: MailServer;
	/** For the files of the workflow. */
	folder: string;
	/** What else the user changes after the import, for all runs. */
	edit(change: (workflow: WorkflowFile) => WorkflowFile): void;
	/** Executes the workflow after these changes, which are for this run only. It has to succeed. */
	run(changes?: Changes): Promise<RunResult>;
	/** The same, also if it fails. */
	attempt(changes?: Changes): Promise<RunResult>;
	/** Calls the webhook of the workflow, which is published by the first call. */
	call(address: string, body?: object): Promise<Response>;
}

/** Adds a check. @param options `documents` of the service, and the node that starts the workflow */
export type AddExample = (
	name: string,
	says: string,
	work: (stage: ExampleStage) => Promise<void>,
	options?: { documents?: number; start?: string },
) => void;

export function examplesOf(checks: Checks, bench: Workbench): AddExample {
	const { session } = bench;
	return (name, says, work, { documents = 40, start = manualTrigger } = {}) =>
		checks.add(`example ${name}: ${says}`, async () => {
			await withOwnService(session, name, documents, async (sandbox, credential) => {
				await withOwnMail(session, async (smtp, mail) => {
					const folder = mkdtempSync(path.join(bench.n8n.filesFolder, `${name}-`));
					const imported = withCredential(readExample(name, folder), credential);
					const workflow = withCredentials(imported, 'n8n-nodes-base.emailSend', { smtp });
					const saved = await SavedExample.of(bench, workflow, start);
					const { attempt, call, edit } = saved;
					const run = async (changes?: Changes) => succeeded(await attempt(changes));
					const stage = { sandbox, credential, mail, folder, edit, run, attempt, call };
					await work(stage).finally(async () => await saved.close());
				});
			});
		});
}

/**
 * Executes an example as it is imported, which changes nothing, and turns its preview off for the next runs.
 * @returns a sentence for each change that it would make
 */
export async function previewedBy(
	{ sandbox, run, edit }: ExampleStage,
	node: string,
	changes?: Changes,
): Promise<string[]> {
	sandbox.admin.clearJournal();
	const shown = itemsOf(await run(changes), node).map(({ json }) => json);
	deepStrictEqual(
		shown.filter(({ preview }) => preview !== true),
		[],
	);
	deepStrictEqual(writesIn(sandbox), []);
	edit(withPreviewOff);
	return shown.map(({ summary }) => String(summary));
}

/** The requests that should change the service, since its journal was last cleared. */
export const writesIn = ({ admin }: RunningSandbox): string[] =>
	admin
		.journal()
		.entries.filter(({ committed }) => committed !== undefined)
		.map((entry) => `${entry.method} ${entry.path}`);

/** It stays one workflow, because n8n remembers by workflow what it has seen. */
class SavedExample {
	private isPublished = false;

	private constructor(
		private readonly bench: Workbench,
		private readonly id: string,
		private workflow: WorkflowFile,
		private readonly start: string,
	) {}

	static async of(bench: Workbench, workflow: WorkflowFile, start: string): Promise<SavedExample> {
		return new SavedExample(bench, await bench.session.createWorkflow(workflow), workflow, start);
	}

	readonly edit: ExampleStage['edit'] = (change) => {
		this.workflow = change(this.workflow);
	};

	readonly attempt: ExampleStage['attempt'] = async (changes = {}) => {
		const { session } = this.bench;
		await session.saveWorkflow(this.id, withChanges(this.workflow, changes));
		return await session.execute(this.id, this.start);
	};

	readonly call: ExampleStage['call'] = async (address, body) => {
		const { session, n8n } = this.bench;
		const method = body ? 'POST' : 'GET';
		if (!this.isPublished) await session.publish(this.id, `webhook/${address}`, method);
		this.isPublished = true;
		return await fetch(`${n8n.baseUrl}/webhook/${address}`, {
			...{ method, ...(body && { body: JSON.stringify(body) }) },
			headers: { 'content-type': 'application/json' },
			signal: AbortSignal.timeout(30_000),
		});
	};

	/** Each import of an example has the same webhook. */
	async close(): Promise<void> {
		if (this.isPublished) await this.bench.session.unpublish(this.id);
	}
}

/** The node of a page, filled in as the page says. */
export interface RecipeStage {
	sandbox: RunningSandbox;
	credential: StoredCredential;
	description: Description;
	/** What the table of the page says to enter, changed as the entry of "Change it" with this title says. */
	fields(title?: string): Parameters;
	/** The output of the node with these fields, after other nodes. */
	output(title?: string, ...before: NodeSketch[]): Promise<Item[]>;
}

/** Adds a check. @param options `documents` of the service, and the type of the node that the page adds */
export type AddRecipe = (
	recipe: string,
	says: string,
	work: (stage: RecipeStage) => Promise<void>,
	options?: { documents?: number; type?: string },
) => void;

export function recipesOf(checks: Checks, bench: Workbench): AddRecipe {
	const { session } = bench;
	return (recipe, says, work, { documents = 0, type = nodeType } = {}) =>
		checks.add(`recipe ${recipe}: ${says}`, async () => {
			const types = await session.nodeTypes<Description>();
			const description = types.find(({ name }) => name === type);
			if (description === undefined) throw new Error(`n8n has no node ${type}`);
			const parameters = parametersOf(recipe, description);
			const fields = (title?: string) =>
				title === undefined ? parameters : changedAs(recipe, title, description, parameters);
			await withOwnService(session, recipe, documents, async (sandbox, credential) => {
				const output: RecipeStage['output'] = async (title, ...before) =>
					itemsOf(await bench.run(...before, ourNode(credential, fields(title))), 'Service');
				await work({ sandbox, credential, description, fields, output });
			});
		});
}

export function succeeded<R extends RunResult>(result: R): R {
	strictEqual(result.status, 'success', result.data.resultData.error?.message);
	return result;
}
