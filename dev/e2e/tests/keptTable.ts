import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { startSandbox, type AccountingDocument, type RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readRows } from '../lib/csv';
import { readExample, withCredential, withParameters } from '../lib/example';
import { credentialType, nodeType, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import { projectFolder } from '../lib/paths';
import type { RestSession } from '../lib/rest';
import { itemsOf, type WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';
import { churn, documentsOf } from './keptDatabase';

const nights = 8;
const texts = { documentId: 'string', number: 'string', customer: 'string', dueDate: 'string' };
const columns = Object.entries({ ...texts, total: 'number' });

type StoredRow = Record<string, unknown>;

const ownColumns = (row: StoredRow) =>
	Object.fromEntries(columns.map(([name]) => [name, row[name]]));

function rowOf({ id, accountingDocumentNo, contact, dueDate, total }: AccountingDocument) {
	const values = [String(id), accountingDocumentNo, contact?.companyName, dueDate, total];
	return Object.fromEntries(columns.map(([name], index) => [name, values[index] ?? null]));
}

/** The expression of each column, from the recipe's own table. */
function recipeValues(): Record<string, string> {
	const recipe = path.join(projectFolder, 'docs', 'recipes', 'nightly-changes.md');
	const rows = readFileSync(recipe, 'utf8').matchAll(/\| `(\w+)` \| `(\{\{.+\}\})` \|/g);
	return Object.fromEntries([...rows].map(([, name, value]) => [name, `=${value}`]));
}

/** Steps 4 to 7 of the recipe. */
function withTable(example: WorkflowFile, table: string): WorkflowFile {
	// "Above Write Changes": by the connections alone, n8n would run these nodes last.
	const position: [number, number] = [700, -200];
	const node = (name: string, kind: string, typeVersion: number, parameters: object) => {
		const type = `n8n-nodes-base.${kind}`;
		return { id: name, name, type, typeVersion, position, parameters: { ...parameters } };
	};
	const operator = { type: 'string', operation: 'equals' };
	const isDeleted = { leftValue: '={{ $json.change }}', rightValue: 'deleted', operator };
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const conditions = { options, conditions: [{ id: 'only', ...isDeleted }], combinator: 'and' };
	const condition = { keyName: 'documentId', condition: 'eq', keyValue: '={{ $json.id }}' };
	const sameDocument = {
		dataTableId: { __rl: true, mode: 'id', value: table },
		filters: { conditions: [condition] },
	};
	const schema = columns.map(([id, type]) => ({ id, displayName: id, required: false, type }));
	const values = { mappingMode: 'defineBelow', value: recipeValues(), schema };
	const nodes = [
		...example.nodes,
		node('Extract', 'extractFromFile', 1.1, { operation: 'csv' }),
		node('Is Deleted', 'if', 2.2, { conditions }),
		node('Delete', 'dataTable', 1.1, { operation: 'deleteRows', ...sameDocument }),
		node('Upsert', 'dataTable', 1.1, { operation: 'upsert', ...sameDocument, columns: values }),
	];
	const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
	const connections = {
		...example.connections,
		'Export Changes': { main: [[to('Write Changes'), to('Extract')]] },
		Extract: { main: [[to('Is Deleted')]] },
		'Is Deleted': { main: [[to('Delete')], [to('Upsert')]] },
	};
	return { ...example, nodes, connections };
}

/** Step 1. */
async function createTable(session: RestSession) {
	const project = await session.request<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const given = { name: 'Documents', columns: columns.map(([name, type]) => ({ name, type })) };
	const { id } = await session.request<{ id: string }>('POST', tables, given);
	const list = `${tables}/${id}/columns`;
	const stored = await session.request<Array<{ id: string; name: string }>>('GET', list);
	const total = stored.find(({ name }) => name === 'total')?.id;
	return {
		id,
		/** All rows, with n8n's own columns. */
		rows: async () => {
			const first = `${tables}/${id}/rows?sortBy=documentId:asc&take=250`;
			const page = await session.request<{ count: number; data: StoredRow[] }>('GET', first);
			strictEqual(page.data.length, page.count);
			return page.data;
		},
		renameTotal: async (name: string) =>
			await session.request('PATCH', `${list}/${total}/rename`, { name }),
	};
}

/** The data table of the recipe stays equal to the service, night after night. */
export function keptTableChecks(checks: Checks, bench: Workbench): void {
	checks.add('recipe nightly-changes: a data table stays equal through eight nights', async () => {
		const sandbox = await startSandbox({ documents: 200 });
		await eightNights(bench, sandbox).finally(async () => await sandbox.close());
	});

	checks.add('example nightly-changes: each night has a file of its changes', async () => {
		await withOwnService(bench.session, 'Nights', 40, async ({ admin }, credential) => {
			const night = await changesOfNight(bench, credential);
			const isCreated = (await night()).map((row) => row.endsWith(' created'));
			deepStrictEqual(isCreated, Array(40).fill(true));
			const [changed, deleted] = [3, 4].map((place) => admin.documentAt(place).id ?? '');
			admin.changeDocument(changed, { total: 12_345 });
			admin.deleteDocument(deleted);
			const [created] = admin.createDocuments({});
			const changes = [`${changed} updated`, `${deleted} deleted`, `${created?.id} created`];
			deepStrictEqual((await night()).sort(), changes.sort());
			deepStrictEqual(await night(), []);
		});
	});
}

/** Executes the example; resolves with the ID and the change of each document in the new file. */
async function changesOfNight({ session, n8n }: Workbench, credential: StoredCredential) {
	const folder = mkdtempSync(path.join(n8n.filesFolder, 'nights-'));
	const example = JSON.stringify(withCredential(readExample('nightly-changes'), credential));
	const writable = example.replaceAll('/home/node/.n8n-files', folder);
	const id = await session.createWorkflow(JSON.parse(writable) as WorkflowFile);
	return async () => {
		const result = await session.execute(id, 'Execute Manually');
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		const [item] = itemsOf(result, 'Export Changes');
		const rows = readRows(path.join(folder, String(item?.json.fileName)));
		return rows.map((row) => `${row.id} ${row.change}`);
	};
}

async function eightNights({ session, n8n }: Workbench, sandbox: RunningSandbox): Promise<void> {
	const { admin, baseUrl, appId, appSecret } = sandbox;
	const data = { baseUrl, appId, appSecret };
	const ours = { name: 'Service of the table', type: credentialType, data };
	const service = { id: await session.createCredential(ours), name: ours.name };
	const table = await createTable(session);
	const imported = withCredential(readExample('nightly-changes'), service);
	const example = withParameters(imported, nodeType, {
		columns: ['accountingDocumentNo', 'contact.companyName', 'dueDate', 'total'],
		options: { formulaProtection: false },
	});
	const text = JSON.stringify(withTable(example, table.id));
	const writable = text.replaceAll('/home/node/.n8n-files', n8n.filesFolder);
	const id = await session.createWorkflow(JSON.parse(writable) as WorkflowFile);
	const run = async () => await session.execute(id, 'Execute Manually', 300_000);
	const manifest = () => readFileSync(path.join(n8n.filesFolder, 'documents.manifest'));

	for (let night = 1; night <= nights; night++) {
		churn(sandbox, night);
		const at = (position: number) => admin.documentAt(position * night).id ?? 0;
		admin.changeDocument(at(3), { contact: { companyName: `=Plus ${night}, s.r.o.` } });
		admin.changeDocument(at(5), { contact: { companyName: null }, dueDate: null, total: null });
		if (night === 5) {
			// The table fails: the manifest stays, and the next night catches up.
			const before = manifest();
			await table.renameTotal('elsewhere');
			const failed = await run();
			strictEqual(failed.status, 'error');
			match(String(failed.data.resultData.error?.message), /total/);
			await table.renameTotal('total');
			deepStrictEqual(manifest(), before);
			continue;
		}
		const result = await run();
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		const expected = documentsOf(sandbox).map(rowOf);
		ok(expected.some(({ total }) => total === null));
		deepStrictEqual((await table.rows()).map(ownColumns), expected, `night ${night}`);
	}

	// A night without changes updates no row.
	const before = await table.rows();
	strictEqual((await run()).status, 'success');
	deepStrictEqual(await table.rows(), before);
}
