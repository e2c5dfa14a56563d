import path from 'node:path';

import type { Editor } from '../browser/editor';
import type { NodeForm } from '../browser/nodeForm';
import { Room } from '../browser/room';
import type { Checks } from './checks';
import { chain, ourNode, triggerType, type NodeSketch } from './flow';
import { cacheFolder } from './paths';
import type { Workbench } from './workbench';

/** The name of our node in the tests of the editor. */
export const nodeName = 'Accounting Service';

/** A browser for checks in the editor. */
export class BrowserBench {
	private readonly room: Room;

	private failures = 0;

	constructor(
		private readonly checks: Checks,
		readonly bench: Workbench,
	) {
		const { n8n, session } = bench;
		this.room = new Room({ baseUrl: n8n.baseUrl, cookies: () => session.cookies() });
	}

	/** Adds a check in the editor that the previous check left. After a failure, it saves a picture and reloads the editor. */
	add(title: string, check: (editor: Editor) => Promise<void>, signedIn = true): void {
		this.checks.add(`editor: ${title}`, async () => {
			const editor = await (signedIn ? this.room.editor() : this.room.strangersEditor());
			try {
				await check(editor);
				if (!signedIn || (await editor.hasDialog())) await editor.close();
			} catch (error) {
				const file = path.join(cacheFolder, `failed-${++this.failures}.png`);
				await editor.page.screenshot({ path: file }).then(
					() => console.log(`       the editor at that moment: ${file}`),
					() => undefined,
				);
				await editor.close();
				throw error;
			}
		});
	}

	/** Opens our node in a new workflow, between a manual trigger and the given nodes. */
	async openForm(
		editor: Editor,
		parameters: Record<string, unknown>,
		credential = this.bench.credential(),
		...next: NodeSketch[]
	): Promise<NodeForm> {
		const node = ourNode(credential, parameters, { name: nodeName });
		await editor.openWorkflow(
			await this.bench.session.createWorkflow(chain('Form', node, ...next)),
		);
		return await editor.openNode(nodeName);
	}

	/** The same after other nodes. */
	async openFormBehind(
		editor: Editor,
		before: NodeSketch[],
		parameters: Record<string, unknown>,
		credential = this.bench.credential(),
	): Promise<NodeForm> {
		const node = ourNode(credential, parameters, { name: nodeName });
		const workflow = chain('Form', ...before, node);
		await editor.openWorkflow(await this.bench.session.createWorkflow(workflow));
		return await editor.openNode(nodeName);
	}

	/** Opens our trigger, alone in a new workflow. */
	async openTrigger(editor: Editor, parameters: Record<string, unknown>): Promise<NodeForm> {
		const name = `${nodeName} Trigger`;
		const more = { name, type: triggerType };
		const node = {
			...ourNode(this.bench.credential(), parameters, more),
			...{ id: 'trigger', typeVersion: 1, position: [0, 0] as [number, number] },
		};
		const workflow = { ...chain('Form'), nodes: [node], connections: {} };
		await editor.openWorkflow(await this.bench.session.createWorkflow(workflow));
		return await editor.openNode(name);
	}

	/** Call it after the checks. */
	async close(): Promise<void> {
		await this.room.close();
	}
}
