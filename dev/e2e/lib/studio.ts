import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { writePictureForm, type FormSource } from '../../scripts/pictureForms';
import type { Editor } from '../browser/editor';
import type { NodeForm } from '../browser/nodeForm';
import { nodeNamed, readExample, withCredential } from './example';
import { chain, ourNode, triggerType, type NodeSketch } from './flow';
import { projectFolder } from './paths';
import type { RestSession } from './rest';
import type { WorkflowFile } from './types';

const folder = path.join(projectFolder, 'docs', 'images');
export const credential = { id: 'account', name: 'Accounting Service account' };
export const wrong = { id: 'wrong', name: 'A mistyped secret' };
const name = 'Accounting Service';
const documents = { resource: 'accountingDocument', operation: 'getAll', limit: 10 };
/** As in docs/recipes/unpaid-invoices.md. */
const unpaid = {
	...{ resource: 'accountingDocument', operation: 'getAll', returnAll: true },
	filters: { type: [0], direction: 1, period: 'thisMonth', paymentStatus: 'unpaid' },
};
/** Larger than any picture of n8n's forms. */
const mostBytes = 200_000;
const wide = { width: 1280, height: 800 };

/** Takes the pictures of docs/images. */
export class Studio {
	/** The open form, if the picture shows one. */
	private source: FormSource | undefined;

	constructor(
		private readonly session: RestSession,
		private readonly editor: Editor,
	) {}

	/** Opens our node with these parameters, after the given nodes. */
	async open(
		parameters: Record<string, unknown>,
		account = credential,
		...before: NodeSketch[]
	): Promise<NodeForm> {
		const node = ourNode(account, parameters, { name });
		return await this.openIn(chain('Accounting', ...before, node), name);
	}

	private async openIn(workflow: WorkflowFile, node: string, example?: string): Promise<NodeForm> {
		const { type, parameters } = nodeNamed(workflow, node);
		const form = type === triggerType ? 'trigger' : 'node';
		this.source = { form, parameters, example };
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		return await this.editor.openNode(node);
	}

	/** @param height of the window; forms that are longer than a usual one need more */
	async take(picture: string, height = wide.height): Promise<void> {
		const file = path.join(folder, `${picture}.png`);
		await this.editor.page.setViewportSize({ ...wide, height });
		await this.editor.picture(file);
		if (this.source) writePictureForm(picture, this.source);
		this.source = undefined;
		await this.editor.page.setViewportSize(wide);
		const { size } = statSync(file);
		if (size > mostBytes) throw new Error(`${picture}.png is too large: ${size} bytes`);
		console.log(`${picture}.png  ${Math.round(size / 1000)} kB`);
	}

	async panel(): Promise<void> {
		await this.editor.openWorkflow(await this.session.createWorkflow(chain('Accounting')));
		const panel = await this.editor.openPanel();
		await panel.find('invoice', name);
		await panel.actionsOf(name);
		await this.take('node-panel', 1080);
	}

	async credential(): Promise<void> {
		await this.open(documents);
		const form = await this.editor.editCredential();
		await form.waitForGreen();
		this.source = { form: 'credential', parameters: {} };
		await this.take('credential');
		await form.close();
	}

	async getMany(): Promise<void> {
		const form = await this.open(unpaid);
		await form.execute();
		await this.take('get-many', 1200);
	}

	async search(): Promise<void> {
		const filters = { type: [0], issueDateFrom: '2026-07-01', issueDateTo: '2026-09-30' };
		const form = await this.open({
			...documents,
			operation: 'search',
			searchText: 'Sokol',
			filters: { direction: 1, paymentStatus: 'unpaid', ...filters },
		});
		await form.execute();
		await this.take('search', 1200);
	}

	async picker(): Promise<void> {
		const form = await this.open({ resource: 'accountingDocument', operation: 'get' });
		await form.pickerEntries('accountingDocumentId');
		await form.pickerEntries('accountingDocumentId', 'Sokol');
		await this.take('pick-document');
	}

	async create(): Promise<void> {
		const line = (description: string, qt: string, price: string, vatRateId: string) => ({
			...{ description, qt, price, unitName: 'pcs' },
			vatRateId: { __rl: true, mode: 'rateId', value: vatRateId },
		});
		const form = await this.open({
			...{ resource: 'accountingDocument', operation: 'create', currency: 'CZK' },
			...{ contact: { companyName: 'Example Ltd' }, vatCountryCode: 'CZ' },
			lineItems: { row: [line('Chairs', '4', '120.00', '321')] },
			...{ issueDate: '2026-12-01', dueDate: '2026-12-31' },
		});
		await form.execute();
		await this.take('create', 1800);
	}

	async preview(): Promise<void> {
		const form = await this.open({
			...{ resource: 'accountingDocument', operation: 'markPaid', options: { preview: true } },
			accountingDocumentId: { __rl: true, mode: 'id', value: '10000001' },
		});
		await form.execute();
		await this.take('preview', 1080);
	}

	async createGroups(): Promise<void> {
		const workflow = withCredential(readExample('rows-to-invoices'), credential);
		const form = await this.openIn(workflow, 'Create Invoices', 'rows-to-invoices');
		await form.execute();
		await this.editor.page.setViewportSize({ ...wide, height: 1000 });
		await form.part('Group By').scrollIntoViewIfNeeded();
		await this.take('create-groups', 1000);
	}

	async export(): Promise<void> {
		const form = await this.open({
			...{ resource: 'accountingDocument', operation: 'exportToFile', format: 'xlsx' },
			filters: { type: [0], direction: 1, period: 'lastMonth' },
			columns: ['accountingDocumentNo', 'issueDate', 'contact.companyName', 'total', 'currency'],
		});
		await form.execute();
		await this.take('export', 1200);
	}

	async exportChanges(): Promise<void> {
		const form = await this.open({ resource: 'accountingDocument', operation: 'exportChanges' });
		await form.execute();
		await this.take('export-changes', 1200);
	}

	async apiRequest(): Promise<void> {
		const form = await this.open({
			...{ resource: 'apiRequest', operation: 'send', method: 'GET', path: 'bankaccounts' },
			...{ response: 'list', limit: 10 },
		});
		await form.execute();
		await this.take('api-request', 1080);
	}

	async check(): Promise<void> {
		const form = await this.open({ resource: 'check', operation: 'run' });
		await form.execute();
		await this.take('check');
	}

	async error(): Promise<void> {
		const form = await this.open(documents, wrong);
		await form.execute();
		await this.take('error');
	}

	async trigger(): Promise<void> {
		const nodeName = `${name} Trigger`;
		// As in docs/recipes/invoice-paid.md.
		const pollTimes = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
		const parameters = { pollTimes, event: ['paid'], direction: 1, type: [0], watch: 'unpaid' };
		const node = {
			...ourNode(credential, parameters, { name: nodeName, type: triggerType }),
			...{ id: 'trigger', typeVersion: 1, position: [0, 0] as [number, number] },
		};
		const workflow = { ...chain('Accounting'), nodes: [node], connections: {} };
		const form = await this.openIn(workflow, nodeName);
		await form.execute();
		await this.take('trigger', 1200);
	}

	async example(): Promise<void> {
		const workflow = withCredential(readExample('monday-report'), credential);
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		await this.editor.page.getByTestId('zoom-to-fit').click();
		await this.take('example');
	}

	/** Those whose name contains the text. */
	async all(only: string): Promise<void> {
		mkdirSync(folder, { recursive: true });
		// Pictures of the newest documents come before those that create some.
		const pictures: Record<string, () => Promise<void>> = {
			'node-panel': async () => await this.panel(),
			credential: async () => await this.credential(),
			'get-many': async () => await this.getMany(),
			trigger: async () => await this.trigger(),
			search: async () => await this.search(),
			'pick-document': async () => await this.picker(),
			preview: async () => await this.preview(),
			create: async () => await this.create(),
			'create-groups': async () => await this.createGroups(),
			export: async () => await this.export(),
			'export-changes': async () => await this.exportChanges(),
			'api-request': async () => await this.apiRequest(),
			check: async () => await this.check(),
			error: async () => await this.error(),
			example: async () => await this.example(),
		};
		for (const [picture, take] of Object.entries(pictures)) {
			if (picture.includes(only)) await take();
		}
	}
}
