/** Takes the pictures of docs/images in the real n8n, in a real browser, against the sandbox. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { pack } from '../release/pack';
import { startSandbox, type RunningSandbox } from '../sandbox';
import type { Editor } from './browser/editor';
import type { NodeForm } from './browser/nodeForm';
import { Room } from './browser/room';
import { readExample, withCredential } from './lib/example';
import { chain, credentialFile, ourNode, triggerType } from './lib/flow';
import { ensureN8n } from './lib/install';
import { N8nInstance } from './lib/n8n';
import { cacheFolder, projectFolder } from './lib/paths';
import { newOwner, type RestSession } from './lib/rest';
import { exitOnSignals } from './lib/server';

const folder = path.join(projectFolder, 'docs', 'images');
const credential = { id: 'account', name: 'Accounting Service account' };
const wrong = { id: 'wrong', name: 'A mistyped secret' };
const name = 'Accounting Service';
const documents = { resource: 'accountingDocument', operation: 'getAll', limit: 10 };
/** Larger than any picture of n8n's forms needs to be. */
const mostBytes = 200_000;

class Studio {
	constructor(
		private readonly session: RestSession,
		readonly sandbox: RunningSandbox,
		private readonly editor: Editor,
	) {}

	async open(parameters: Record<string, unknown>, account = credential): Promise<NodeForm> {
		const workflow = chain('Accounting', ourNode(account, parameters, { name }));
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		return await this.editor.openNode(name);
	}

	async take(picture: string): Promise<void> {
		const file = path.join(folder, `${picture}.png`);
		await this.editor.picture(file);
		const { size } = statSync(file);
		if (size > mostBytes) throw new Error(`${picture}.png is too large: ${size} bytes`);
		console.log(`${picture}.png  ${Math.round(size / 1000)} kB`);
	}

	/** For forms that are longer than a usual window. */
	private async inTallWindow(take: () => Promise<void>): Promise<void> {
		await this.editor.page.setViewportSize({ width: 1280, height: 1080 });
		await take();
		await this.editor.page.setViewportSize({ width: 1280, height: 800 });
	}

	async panel(picture: string, colorScheme: 'light' | 'dark'): Promise<void> {
		await this.editor.page.emulateMedia({ colorScheme });
		const workflow = chain('Accounting', ourNode(credential, documents, { name }));
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		const panel = await this.editor.openPanel();
		await panel.find('invoice', name);
		await panel.actionsOf(name);
		await this.take(picture);
		await this.editor.page.emulateMedia({ colorScheme: 'light' });
	}

	async credential(): Promise<void> {
		await this.open(documents);
		await (await this.editor.editCredential()).waitForGreen();
		await this.take('credential');
	}

	async getMany(): Promise<void> {
		const form = await this.open(documents);
		await form.execute();
		await this.take('get-many');
	}

	async search(): Promise<void> {
		const filters = { type: [0], issueDateFrom: '2026-07-01', issueDateTo: '2026-09-30' };
		const form = await this.open({
			...documents,
			operation: 'search',
			searchText: 'Sokol',
			filters: { direction: 1, ...filters },
		});
		await form.execute();
		await this.inTallWindow(async () => await this.take('search'));
	}

	async picker(): Promise<void> {
		const form = await this.open({ resource: 'accountingDocument', operation: 'getByToken' });
		await form.pickerEntries('token');
		await form.pickerEntries('token', 'Sokol');
		await this.take('pick-document');
	}

	async template(): Promise<void> {
		const [templateId] = this.sandbox.admin.templateIds();
		const form = await this.open({ resource: 'template', operation: 'get', templateId });
		await form.execute();
		await this.take('template');
	}

	async export(): Promise<void> {
		const form = await this.open({ resource: 'accountingDocument', operation: 'exportToFile' });
		await form.execute();
		await this.inTallWindow(async () => await this.take('export'));
	}

	async error(): Promise<void> {
		const form = await this.open(documents, wrong);
		await form.execute();
		await this.take('error');
	}

	async trigger(): Promise<void> {
		const { chained, nodeName } = triggerWorkflow();
		await this.editor.openWorkflow(await this.session.createWorkflow(chained));
		const form = await this.editor.openNode(nodeName);
		await form.execute();
		await this.take('trigger');
	}

	async example(): Promise<void> {
		const workflow = withCredential(readExample('overdue-invoices-report'), credential);
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		await this.editor.page.getByTestId('zoom-to-fit').click();
		await this.take('example');
	}
}

function triggerWorkflow() {
	const nodeName = `${name} Trigger`;
	const base = chain('Accounting');
	const node = {
		...ourNode(credential, { event: ['created'] }, { name: nodeName, type: triggerType }),
		id: 'trigger',
		typeVersion: 1,
		position: [0, 0] as [number, number],
	};
	return { chained: { ...base, nodes: [node], connections: {} }, nodeName };
}

async function main(): Promise<void> {
	const tarball = await pack(cacheFolder);
	const n8n = await N8nInstance.create(await ensureN8n(console.log));
	const sandbox = await startSandbox({ port: 0, documents: 1_000 });
	mkdirSync(folder, { recursive: true });
	try {
		await n8n.installPackage(tarball.file);
		const { baseUrl, appId, appSecret } = sandbox;
		await n8n.importCredentials([
			credentialFile(credential.id, credential.name, { baseUrl, appId, appSecret }),
			credentialFile(wrong.id, wrong.name, { baseUrl, appId, appSecret: 'mistyped' }),
		]);
		const session = await n8n.start();
		await session.setUpOwner(newOwner());
		const room = new Room({ baseUrl: n8n.baseUrl, cookies: () => session.cookies() });
		try {
			const studio = new Studio(session, sandbox, await room.editor());
			await studio.panel('node-panel', 'light');
			await studio.panel('node-panel-dark', 'dark');
			await studio.credential();
			await studio.getMany();
			await studio.search();
			await studio.picker();
			await studio.template();
			await studio.export();
			await studio.error();
			await studio.trigger();
			await studio.example();
		} finally {
			await room.close();
		}
	} finally {
		await n8n.remove();
		await sandbox.close();
	}
}

exitOnSignals();
main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
