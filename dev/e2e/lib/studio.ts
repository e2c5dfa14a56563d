import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { writePictureForm, type FormSource } from '../../scripts/pictureForms';
import type { Editor } from '../browser/editor';
import type { NodeForm } from '../browser/nodeForm';
import { nodeNamed, readExample, withCredential, withNode } from './example';
import { chain, ourNode, triggerType } from './flow';
import { projectFolder } from './paths';
import type { RestSession } from './rest';
import type { WorkflowFile } from './types';

const folder = path.join(projectFolder, 'docs', 'images');
export const credential = { id: 'account', name: 'Accounting Service account' };
export const wrong = { id: 'wrong', name: 'A mistyped secret' };
const name = 'Accounting Service';
const wide = { width: 1280, height: 800 };
/** Larger than any picture of n8n's forms. */
const mostBytes = 200_000;

/** Of a node's input, form and output in percent, as a person drags them. n8n keeps them in the browser. */
type Widths = Record<'left' | 'main' | 'right', number>;
const widthsKey = 'N8N_NDV_PANEL_WIDTH_REGULAR';

/** Closes what would cover the next picture. */
type Leave = () => Promise<void>;

/** Takes the pictures of docs/images. */
export class Studio {
	/** The open form, if the picture shows one. */
	private source: FormSource | undefined;

	constructor(
		private readonly session: RestSession,
		private readonly editor: Editor,
	) {}

	/** Opens our node with these parameters. */
	async open(
		parameters: Record<string, unknown>,
		account = credential,
		widths?: Widths,
	): Promise<NodeForm> {
		const node = ourNode(account, parameters, { name });
		return await this.openIn(chain('Accounting', node), name, { widths });
	}

	private async openIn(
		workflow: WorkflowFile,
		node: string,
		{ example, widths }: { example?: string; widths?: Widths } = {},
	): Promise<NodeForm> {
		const { type, parameters } = nodeNamed(workflow, node);
		const form = type === triggerType ? 'trigger' : 'node';
		this.source = { form, parameters, example };
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		const stored = JSON.stringify(JSON.stringify(widths));
		await this.editor.page.evaluate(
			widths
				? `localStorage.setItem('${widthsKey}', ${stored})`
				: `localStorage.removeItem('${widthsKey}')`,
		);
		return await this.editor.openNode(node);
	}

	/** @param height of the window; forms that are longer than a usual one need more */
	private async take(picture: string, height = wide.height): Promise<void> {
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

	async all(isWanted: (picture: string) => boolean): Promise<void> {
		mkdirSync(folder, { recursive: true });
		for (const [picture, pose, height] of pictures) {
			if (!isWanted(picture)) continue;
			const leave = await pose(this);
			await this.take(picture, height);
			await leave?.();
		}
	}

	async panel(): Promise<void> {
		await this.editor.openWorkflow(await this.session.createWorkflow(chain('Accounting')));
		const panel = await this.editor.openPanel();
		await panel.find('invoice', name);
		await panel.actionsOf(name);
	}

	async credential(): Promise<Leave> {
		await this.open(newest);
		const form = await this.editor.editCredential();
		await form.waitForGreen();
		this.source = { form: 'credential', parameters: {} };
		return async () => await form.close();
	}

	async picker(): Promise<void> {
		const node = { resource: 'accountingDocument', operation: 'get' };
		const form = await this.open(node, credential, { left: 22, main: 56, right: 22 });
		await form.pickerEntries('accountingDocumentId');
		await form.pickerEntries('accountingDocumentId', 'Sokol');
	}

	async preview(): Promise<void> {
		const form = await this.open(preview, credential, { left: 14, main: 32, right: 54 });
		await form.execute();
	}

	async createGroups(): Promise<void> {
		const workflow = withCredential(readExample('rows-to-invoices'), credential);
		const form = await this.openIn(workflow, 'Create Invoices', { example: 'rows-to-invoices' });
		await form.execute();
		await this.editor.page.setViewportSize({ ...wide, height: 1000 });
		await form.part('Combine Items By').scrollIntoViewIfNeeded();
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
	}

	async example(): Promise<void> {
		const mail = {
			name: 'Mail server',
			type: 'smtp',
			data: { host: 'mail.example.com', port: 465 },
		};
		const smtp = { id: await this.session.createCredential(mail), name: mail.name };
		const own = withCredential(readExample('monday-report'), credential);
		const workflow = withNode(own, 'Send Email', () => ({ credentials: { smtp } }));
		await this.editor.openWorkflow(await this.session.createWorkflow(workflow));
		await this.editor.page.getByTestId('zoom-to-fit').click();
	}
}

const documents = { resource: 'accountingDocument' };
const newest = { ...documents, operation: 'getAll', limit: 10 };
/** As in docs/recipes/unpaid-invoices.md. */
const unpaid = {
	...{ ...documents, operation: 'getAll', returnAll: true },
	filters: { type: [0], direction: 1, period: 'thisMonth', paymentStatus: 'unpaid' },
};
const search = {
	...{ ...newest, operation: 'search', searchText: 'Sokol' },
	filters: {
		...{ direction: 1, paymentStatus: 'unpaid', type: [0] },
		...{ issueDateFrom: '2026-07-01', issueDateTo: '2026-09-30' },
	},
};
const preview = {
	...{ ...documents, operation: 'markPaid', options: { preview: true } },
	accountingDocumentId: { __rl: true, mode: 'id', value: '10003785' },
};
const create = {
	...{ ...documents, operation: 'create', currency: 'CZK' },
	...{ contact: { companyName: 'Example Ltd' }, vatCountryCode: 'CZ' },
	lineItems: {
		row: [
			{
				...{ description: 'Chairs', qt: '4', price: '120.00', unitName: 'pcs' },
				vatRateId: { __rl: true, mode: 'percentage', value: '21' },
			},
		],
	},
	...{ issueDate: '2026-12-01', dueDate: '2026-12-31' },
	additionalFields: { explicitNo: 'FV2026-1201' },
};
const xlsx = {
	...{ ...documents, operation: 'exportToFile', format: 'xlsx' },
	filters: { type: [0], direction: 1, period: 'lastMonth' },
	columnSet: 'chosen',
	columns: ['accountingDocumentNo', 'issueDate', 'contact.companyName', 'total', 'currency'],
};
const accounts = {
	...{ resource: 'apiRequest', operation: 'send', method: 'GET', path: 'bankaccounts' },
	...{ response: 'list', limit: 10 },
};

type Pose = (studio: Studio) => Promise<Leave | void>;

const executed =
	(parameters: Record<string, unknown>, account = credential): Pose =>
	async (studio) => {
		const form = await studio.open(parameters, account);
		await form.execute();
	};

/** What each picture shows, and its height. Pictures of the newest documents come before those that create some. */
const pictures: Array<[picture: string, pose: Pose, height?: number]> = [
	['node-panel', async (studio) => await studio.panel(), 1080],
	['credential', async (studio) => await studio.credential()],
	['get-many', executed(unpaid), 1200],
	['trigger', async (studio) => await studio.trigger(), 1200],
	['search', executed(search), 1200],
	['pick-document', async (studio) => await studio.picker()],
	['preview', async (studio) => await studio.preview()],
	['create', executed(create), 1860],
	['create-groups', async (studio) => await studio.createGroups(), 1000],
	['export', executed(xlsx), 1200],
	['export-changes', executed({ ...documents, operation: 'exportChanges' }), 1200],
	['api-request', executed(accounts), 1080],
	['check', executed({ resource: 'check', operation: 'run' })],
	['error', executed(newest, wrong)],
	['example', async (studio) => await studio.example()],
];
