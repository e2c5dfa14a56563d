import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { ofItem } from '../../../test/engine/support/companyItems';
import type { Admin, GivenFault, RunningSandbox } from '../../sandbox';
import { withCredential } from '../lib/example';
import { chain, nodeType, trigger, type NodeSketch } from '../lib/flow';
import type { RunResult, WorkflowFile } from '../lib/types';
import { post, start } from '../lib/webhook';
import { Bank } from './bank';
import { documentsOf } from './books';
import { companyPrefix, type Broken } from './broken';
import type { Day, Dice } from './calendar';
import { newRow, type Row } from './company';
import type { Host } from './host';
import { orderDifferences } from './orders';
import { Sent, shownBy } from './previews';
import { importer, isPreview, rowsToInvoices } from './workflows';

const name = 'office';
const companyCount = 40;
const maxRuns = 5;

/** A company of the office, with its own books in the service. */
interface Client {
	appId: string;
	appSecret: string;
	admin: Admin;
	orders: Map<string, Row[]>;
}

/** Tokens are revoked in the middle, and two created invoices have no response. */
const troubles: GivenFault[] = [
	...[40, 120, 200].map((call): GivenFault => ({ kind: 'expireToken', match: { call } })),
	...[10, 30].map((call): GivenFault => ({
		kind: 'resetAfter',
		match: { path: 'createDocument', call },
	})),
];

/** The example that creates invoices from rows, and after it a file of all documents for each company. */
function workflowOf(filesFolder: string, broken?: Broken): WorkflowFile {
	const companies: NodeSketch = {
		...{ name: 'Companies', type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: {
			jsCode: `return ${isPreview} ? [] : $('${start}').first().json.body.companies.map((json) => ({ json }));`,
		},
	};
	const exporting: NodeSketch = {
		...{ name: 'Export', type: nodeType },
		parameters: {
			...{ resource: 'accountingDocument', operation: 'exportToFile', format: 'ndjson' },
			options: { fileNamePattern: '=office-{{ $json.appId }}' },
		},
	};
	const write: NodeSketch = {
		...{ name: 'Write File', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1 },
		parameters: {
			operation: 'write',
			fileName: `=${path.join(filesFolder, '{{ $json.fileName }}')}`,
			options: {},
		},
	};
	const workflow = rowsToInvoices(name, broken);
	const added = chain(name, companies, exporting, write);
	const { [trigger]: first = {}, ...connections } = added.connections;
	return {
		...workflow,
		nodes: [...workflow.nodes, ...added.nodes.slice(1)],
		connections: { ...workflow.connections, [importer]: first, ...connections },
	};
}

/** An accounting office: one workflow for forty companies, whose credential takes App ID and App Secret from each item. */
export class Office {
	private readonly clients: Client[];

	private constructor(
		private readonly host: Host,
		private readonly sandbox: RunningSandbox,
		private readonly dice: Dice,
		private readonly workflow: string,
		private readonly bank: Bank,
	) {
		this.clients = Array.from({ length: companyCount }, (_, at) => {
			const [appId, appSecret] = [`${companyPrefix}${at + 10}`, `secret of company ${at + 10}`];
			const admin = sandbox.admin.addOrganization(appId, appSecret);
			admin.createDocuments({ count: 2 });
			return { appId, appSecret, admin, orders: new Map<string, Row[]>() };
		});
	}

	static async open(
		host: Host,
		sandbox: RunningSandbox,
		dice: Dice,
		broken?: Broken,
	): Promise<Office> {
		const { session, filesFolder } = host;
		const { baseUrl } = sandbox;
		const credential = await session.storeCredential(name, { baseUrl, ...ofItem });
		const sketch = withCredential(workflowOf(filesFolder, broken), credential);
		const workflow = await session.createWorkflow(sketch);
		await session.publish(workflow);
		return new Office(host, sandbox, dice, workflow, await Bank.open(host, credential));
	}

	/**
	 * Creates the invoices of all companies, then sends all rows again by mistake, and passes a bank file twice. Returns the
	 * differences by comparison.
	 */
	async evening(day: Day): Promise<Record<'companies' | 'previews' | 'payments', string[]>> {
		const { dice, sandbox } = this;
		const { admin } = sandbox;
		this.renewSecrets(day);
		const rows = this.newRows(day);
		for (const client of this.clients) rmSync(this.fileOf(client), { force: true });
		const body = {
			rows: rows.map(({ client, row }) => ({ ...row, ...keysOf(client) })),
			companies: this.clients.map(keysOf),
		};
		const sent = new Sent(
			admin,
			this.clients.map(({ appId }) => appId),
		);
		const refused = await this.failureOf({ ...body, preview: true });
		const shown = refused === undefined ? shownBy(await this.lastRun()) : [];
		const byPreview = sent.byPreview();
		admin.addFault(...troubles);
		let failed = await this.failureOf(body);
		for (let runs = 1; failed !== undefined && runs < maxRuns; runs++) {
			failed = await this.failureOf(body);
		}
		admin.clearFaults();
		failed ??= await this.failureOf(body);
		const failures = [refused, failed].filter((one) => one !== undefined);
		const companies = [...failures, ...this.compare()];
		const previews = [...byPreview, ...sent.differences(shown, failed === undefined)];
		return { companies, previews, payments: await this.bank.evening(day, this.clients, dice) };
	}

	/** Executes the workflow; why it failed, if it did. */
	private async failureOf(body: object): Promise<string | undefined> {
		const { baseUrl } = this.host;
		if ((await post(baseUrl, name, body)) === 200) return undefined;
		const { data } = await this.lastRun();
		return `the workflow failed: ${data.resultData.error?.message}`;
	}

	private async lastRun(): Promise<RunResult> {
		return await this.host.session.lastRunOf(this.workflow);
	}

	/** Every other company has a new secret; its old tokens end. */
	private renewSecrets({ date }: Day): void {
		for (const client of this.clients.filter((_, at) => at % 2 === 0)) {
			client.appSecret = `secret of ${client.appId} since ${date}`;
			this.sandbox.admin.register(client.appId, client.appSecret);
		}
	}

	/** The companies use the same order numbers, and their orders are in any order. */
	private newRows(day: Day): Array<{ client: Client; row: Row }> {
		const { dice } = this;
		const orders = this.clients.flatMap((client) =>
			Array.from({ length: dice.between(1, 2) }, (_, at) => {
				const order = `E-${day.date}-${at}`;
				const rows = Array.from({ length: dice.between(1, 2) }, () =>
					newRow(dice, order, client.appId, day),
				);
				client.orders.set(order, rows);
				return rows.map((row) => ({ client, row }));
			}),
		);
		return dice.shuffled(orders).flat();
	}

	/** Each company has its own documents, once, in the service and in its file. */
	private compare(): string[] {
		return this.clients.flatMap((client) => {
			const created = client.admin.createdDocuments();
			const surplus = created.length - client.orders.size;
			const inFile = linesOf(this.fileOf(client));
			const inService = documentsOf(client.admin).map(lineOf);
			const missing = inService.filter((line) => !inFile.includes(line)).length;
			const others = inFile.filter((line) => !inService.includes(line)).length + copies(inFile);
			return [
				...orderDifferences(client.orders, created),
				...(surplus > 0 ? [`${surplus} documents too many`] : []),
				...(missing > 0 ? [`the file lacks ${missing} documents`] : []),
				...(others > 0 ? [`the file has ${others} documents that the company has not`] : []),
			].map((difference) => `${client.appId}: ${difference}`);
		});
	}

	private fileOf({ appId }: Client): string {
		return path.join(this.host.filesFolder, `office-${appId}.ndjson`);
	}
}

const keysOf = ({ appId, appSecret }: Client) => ({ appId, appSecret });

const lineOf = ({ id, total }: { id?: unknown; total?: unknown }) =>
	`${String(id)} ${String(total)}`;

const copies = (list: string[]) => list.length - new Set(list).size;

/** ID and total of each document in a file. */
function linesOf(file: string): string[] {
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => lineOf(JSON.parse(line) as Record<string, unknown>));
}
