/**
 * A day of an accounting office: invoices of 40 companies in mixed order are created, listed, exported and updated,
 * while tokens are revoked and responses are lost. The same day in n8n's engine and in the real n8n.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import type { Admin } from '../../../dev/sandbox';
import { appIdIn, companyItems, type CompanyItem } from './companyItems';
import { create } from './create';
import { eachItem, eachCompany, failingSearches, OfficeTraffic } from './officeTraffic';

const companyCount = 40;
const maxReruns = 5;
/** Of the document that each company has before. The node confirms an empty list with pauses. */
const firstOrder = 'before';

type Parameters = Record<string, unknown>;

interface OutputItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

/** The node in an n8n, with a credential that takes App ID and App Secret from each item. */
export interface NodeRuns {
	/**
	 * @param goesOn whether failed items are output with their error
	 * @throws the error of the node
	 */
	run(parameters: Parameters, items: CompanyItem[], goesOn?: boolean): Promise<OutputItem[]>;
	/** Exports a file per item. @returns their contents */
	exported(parameters: Parameters, items: CompanyItem[]): Promise<string[]>;
}

const accountingDocument = { resource: 'accountingDocument' };
const creation = create({
	additionalFields: { orderNo: '={{ $json.appId }} {{ $json.order }}' },
	options: { uniqueBy: 'orderNo' },
});
const update = {
	...{ ...accountingDocument, operation: 'update' },
	accountingDocumentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	updateFields: { description: '=of {{ $json.appId }}' },
};
/** Get Many has the same parameters for each item, so only the credential differs. */
const reading = { ...accountingDocument, returnAll: true, options: { output: 'raw' } };
const getMany = { ...reading, operation: 'getAll' };
const search = { ...reading, operation: 'search', searchText: '={{ $json.appId }}' };
const exportToFile = {
	...{ ...accountingDocument, operation: 'exportToFile', format: 'ndjson' },
	options: { fileNamePattern: '={{ $json.appId }}' },
};

export class AccountingOffice {
	private readonly traffic: OfficeTraffic;
	private readonly companies: Array<{ item: CompanyItem; admin: Admin }>;
	private readonly rows: CompanyItem[];
	/** The output item of each row. */
	private readonly invoices = new Map<number, OutputItem>();
	private readonly figures = { createRuns: 0, unknownButCreated: 0, failed: 0 };

	/**
	 * @param admin of a sandbox without documents
	 * @param rowCount how many invoices there are
	 */
	constructor(
		private readonly admin: Admin,
		private readonly node: NodeRuns,
		rowCount: number,
	) {
		this.traffic = new OfficeTraffic(admin, Math.ceil(rowCount / 2.5));
		const itemOf = companyItems();
		const names = Array.from({ length: companyCount }, (_, index) => `C${index}`);
		this.companies = names.map((name) => {
			const item = itemOf(name);
			const organization = admin.addOrganization(item.appId, item.appSecret);
			const orderNo = orderNoOf({ ...item, order: firstOrder });
			organization.createDocuments({ fields: { orderNo, description: descriptionOf(item) } });
			return { item, admin: organization };
		});
		const nameOf = (index: number) =>
			names[(index * 7 + Math.floor(index / companyCount)) % companyCount];
		this.rows = Array.from({ length: rowCount }, (_, index) =>
			itemOf(nameOf(index) ?? '', { order: `order ${index}` }),
		);
	}

	/** @throws an AssertionError at the first thing that is not in its own company */
	async day() {
		await this.create();
		await this.list(getMany);
		await this.export();
		await this.update();
		await this.list(search);
		this.judge();
		return { ...this.figures, ...this.traffic.figures() };
	}

	/** Runs again with the rows that failed, until there are none. */
	private async create(): Promise<void> {
		let open = this.rows.map((_, row) => row);
		for (; open.length > 0; this.figures.createRuns++) {
			ok(this.figures.createRuns <= maxReruns, `${open.length} invoices failed again and again`);
			open = await this.createOnce(open);
		}
		const invoices = this.rows.map((_, row) => this.invoices.get(row)?.json.orderNo);
		deepStrictEqual(invoices, this.rows.map(orderNoOf));
		ok(this.figures.failed > this.figures.unknownButCreated, 'no other invoice failed');
		// Unique By finds each in its own company.
		const before = this.traffic.requests.length;
		const output = await this.traffic.inTurns(
			this.rows,
			eachCompany,
			async () => await this.node.run(creation, this.rows),
		);
		deepStrictEqual(
			output.map(({ json }) => json.existed),
			this.rows.map(() => true),
		);
		deepStrictEqual(
			this.traffic.requests.slice(before).filter(({ committed }) => committed),
			[],
		);
	}

	/** @returns the rows that failed */
	private async createOnce(rows: number[]): Promise<number[]> {
		const items = rows.map((row) => this.rows[row] as CompanyItem);
		const isFirst = this.figures.createRuns === 0;
		const run = async () => await this.node.run(creation, items, true);
		const output = await this.traffic.inTurns(
			items,
			eachCompany,
			run,
			isFirst ? [failingSearches] : [],
		);
		deepStrictEqual(
			output.map(itemIndexOf),
			items.map((_, index) => index),
		);
		const created = new Set(
			this.companies.flatMap((one) => one.admin.createdDocuments().map(({ orderNo }) => orderNo)),
		);
		return rows.filter((row, index) => {
			const one = output[index] as OutputItem;
			if (one.json.error === undefined) return void this.invoices.set(row, one);
			const named = appIdIn(String(one.json.error));
			ok(named === undefined || named === this.rows[row]?.appId, 'an error names another company');
			this.figures.failed++;
			if (created.has(orderNoOf(this.rows[row] as CompanyItem))) this.figures.unknownButCreated++;
			return true;
		});
	}

	private async list(parameters: Parameters): Promise<void> {
		const items = this.rows.slice(0, companyCount);
		const output = await this.traffic.inTurns(
			items,
			eachItem,
			async () => await this.node.run(parameters, items),
		);
		strictEqual(output.length, this.rows.length + companyCount);
		for (const [index, { appId }] of items.entries()) {
			const own = output.filter((one) => itemIndexOf(one) === index);
			deepStrictEqual(own.map(({ json }) => json.orderNo).sort(), this.orderNosOf(appId));
		}
	}

	private async export(): Promise<void> {
		const items = this.rows.slice(0, companyCount);
		const files = await this.traffic.inTurns(
			items,
			eachItem,
			async () => await this.node.exported(exportToFile, items),
		);
		strictEqual(files.length, companyCount);
		for (const [index, { appId }] of items.entries()) {
			const lines = (files[index] ?? '').trim().split('\n');
			const documents = lines.map((line) => JSON.parse(line) as { orderNo: string });
			deepStrictEqual(documents.map(({ orderNo }) => orderNo).sort(), this.orderNosOf(appId));
		}
	}

	private async update(): Promise<void> {
		const items = this.rows.map((row, index) => ({
			...row,
			id: this.invoices.get(index)?.json.id as number,
		}));
		const output = await this.traffic.inTurns(
			items,
			eachItem,
			async () => await this.node.run(update, items),
		);
		deepStrictEqual(
			output.map(({ json }) => String(json.id)),
			items.map(({ id }) => String(id)),
		);
	}

	private judge(): void {
		strictEqual(this.admin.count(), 0);
		const owners = new Map<string, string>();
		for (const { item, admin } of this.companies) {
			const { appId } = item;
			const documents = Array.from({ length: admin.count() }, (_, at) => admin.documentAt(at));
			deepStrictEqual(
				documents.map(({ orderNo }) => String(orderNo)).sort(),
				this.orderNosOf(appId),
			);
			for (const { id, description } of documents) {
				strictEqual(description, descriptionOf(item));
				owners.set(String(id), appId);
			}
		}
		this.traffic.judge(owners);
	}

	private orderNosOf(appId: string): string[] {
		const own = this.rows.filter((row) => row.appId === appId);
		return [...own.map(orderNoOf), orderNoOf({ appId, order: firstOrder })].sort();
	}
}

const descriptionOf = ({ appId }: CompanyItem) => `of ${appId}`;

const orderNoOf = ({ appId, order }: { appId: string; order?: unknown }) =>
	`${appId} ${String(order)}`;

const itemIndexOf = ({ pairedItem }: OutputItem) => (pairedItem as { item: number }).item;
