/** docs/recipes/nightly-changes.md: a copy stays equal to the service, night after night. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { AccountingDocument, RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readRows } from '../lib/csv';
import { withCredentials, withParameters } from '../lib/example';
import { nodeType } from '../lib/flow';
import { projectFolder } from '../lib/paths';
import type { RestSession } from '../lib/rest';
import { QueueServices } from '../lib/services';
import { examplesOf, type ExampleStage } from '../lib/stage';
import { itemsOf, type RunResult, type WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

type Row = Record<string, unknown>;

interface Copy {
	nights: number;
	/** All rows in the order of the documents, also with columns of the store. */
	rows(): Promise<Row[]>;
	rowOf(document: AccountingDocument): Row;
	/** These nights fail: the copy and the manifest stay, and the next night catches up. */
	failing: number[];
	error: RegExp;
	damage(): Promise<void> | void;
	repair(): Promise<void> | void;
	/** What else is seen of a night. */
	seen?(night: RunResult): void;
}

export function keptChecks(checks: Checks, bench: Workbench): void {
	const example = examplesOf(checks, bench);

	example(
		'changes-to-postgres',
		'a table stays equal through ten nights',
		async (stage) => {
			const services = await QueueServices.start();
			try {
				await staysEqual(stage, await postgresCopy(bench.session, stage, services));
			} finally {
				await services.stop();
			}
		},
		{ documents: 300 },
	);

	example(
		'nightly-changes',
		'with the nodes of the page, a data table stays equal through eight nights',
		async (stage) => await staysEqual(stage, await dataTableCopy(bench.session, stage)),
		{ documents: 200 },
	);
}

async function staysEqual(
	{ sandbox, folder, run, attempt }: ExampleStage,
	{ nights, rows, rowOf, failing, error, damage, repair, seen }: Copy,
): Promise<void> {
	const manifest = () => readFileSync(path.join(folder, 'documents.manifest'));
	for (let night = 1; night <= nights; night++) {
		churn(sandbox, night);
		if (failing.includes(night)) {
			const before = [manifest(), await rows()];
			await damage();
			const failed = await attempt();
			await repair();
			strictEqual(failed.status, 'error');
			match(String(failed.data.resultData.error?.message), error);
			deepStrictEqual([manifest(), await rows()], before);
			continue;
		}
		const result = await run();
		seen?.(result);
		const expected = documentsOf(sandbox).map(rowOf);
		ok(expected.some(({ total }) => total === null));
		deepStrictEqual((await rows()).map(columnsOf(expected)), expected, `night ${night}`);
	}
	// A night without changes changes no row.
	const before = await rows();
	await run();
	deepStrictEqual(await rows(), before);
}

const columnsOf =
	([first = {}]: Row[]) =>
	(row: Row) =>
		Object.fromEntries(Object.keys(first).map((name) => [name, row[name]]));

/** The file of the night has a row for each change. */
function hasFileOfChanges(result: RunResult, folder: string): void {
	const [item] = itemsOf(result, 'Export Changes');
	const { fileName, created, updated, deleted } = item?.json ?? {};
	const changes = readRows(path.join(folder, String(fileName))).map(({ change }) => change);
	const counts = ['created', 'updated', 'deleted'].map(
		(name) => changes.filter((change) => change === name).length,
	);
	deepStrictEqual(counts, [created, updated, deleted]);
}

const documentsOf = ({ admin }: RunningSandbox): AccountingDocument[] =>
	Array.from({ length: admin.count() }, (_, position) => admin.documentAt(position));

/** The changes of a day, different for each night. */
function churn({ admin }: RunningSandbox, night: number): void {
	const at = (step: number) => admin.documentAt((night * 37 + step * 11) % admin.count()).id ?? 0;
	admin.createDocuments({ count: 1 + (night % 4), fields: { total: 10.5 + night } });
	for (let step = 0; step < 5; step++)
		admin.changeDocument(at(step), { total: night * 100 + step, amountPaid: step });
	admin.changeDocument(at(6), { contact: { companyName: `O'Neil "${night}", = Söhne; GmbH` } });
	admin.changeDocument(at(10), { contact: { companyName: `=Plus ${night}, s.r.o.` } });
	admin.changeDocument(at(11), { contact: { companyName: null }, dueDate: null, total: null });
	for (let step = 7; step < 10; step++) admin.deleteDocument(at(step));
}

async function postgresCopy(
	session: RestSession,
	{ sandbox: { admin }, edit }: ExampleStage,
	services: QueueServices,
): Promise<Copy> {
	const given = { name: 'Nightly database', type: 'postgres', data: services.database };
	const postgres = { id: await session.createCredential(given), name: given.name };
	edit((workflow) => withCredentials(workflow, 'n8n-nodes-base.postgres', { postgres }));
	const question = "SELECT coalesce(json_agg(t ORDER BY id), '[]') FROM accounting_documents t";
	return {
		nights: 10,
		rows: async () => JSON.parse(await services.query(question)) as Row[],
		rowOf: postgresRow,
		failing: [4, 7],
		error: /failed to handle the request \(HTTP 500\)/,
		// During the comparison.
		damage: () => {
			const match = { path: 'list', page: 2 } as const;
			admin.addFault({ kind: 'status', status: 500, times: 0, match });
		},
		repair: () => admin.clearFaults(),
	};
}

function postgresRow(document: AccountingDocument): Row {
	const { id, type, direction, issueDate, dueDate, contact, currency } = document;
	const amount = (value: unknown) => (value === undefined || value === null ? null : Number(value));
	return {
		id: Number(id),
		number: document.accountingDocumentNo ?? null,
		type: type ?? null,
		direction: direction ?? null,
		issue_date: issueDate ?? null,
		due_date: dueDate ?? null,
		contact: contact?.companyName ?? null,
		currency: currency ?? null,
		total: amount(document.total),
		amount_paid: amount(document.amountPaid),
		document: JSON.parse(JSON.stringify(document)) as unknown,
	};
}

const texts = { documentId: 'string', number: 'string', customer: 'string', dueDate: 'string' };
const columns = Object.entries({ ...texts, total: 'number' });

/** Steps 1 to 7 of the page. */
async function dataTableCopy(session: RestSession, { edit, folder }: ExampleStage): Promise<Copy> {
	const project = await session.request<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const given = { name: 'Documents', columns: columns.map(([name, type]) => ({ name, type })) };
	const { id } = await session.request<{ id: string }>('POST', tables, given);
	const list = `${tables}/${id}/columns`;
	const stored = await session.request<Array<{ id: string; name: string }>>('GET', list);
	const total = `${list}/${stored.find(({ name }) => name === 'total')?.id}/rename`;
	edit((workflow) => withTable(workflow, id));
	return {
		nights: 8,
		rows: async () => {
			const first = `${tables}/${id}/rows?sortBy=documentId:asc&take=250`;
			const page = await session.request<{ count: number; data: Row[] }>('GET', first);
			strictEqual(page.data.length, page.count);
			return page.data;
		},
		rowOf: ({ id: documentId, accountingDocumentNo, contact, dueDate, total: sum }) => {
			const values = [String(documentId), accountingDocumentNo, contact?.companyName, dueDate, sum];
			return Object.fromEntries(columns.map(([name], index) => [name, values[index] ?? null]));
		},
		failing: [5],
		error: /total/,
		damage: async () => void (await session.request('PATCH', total, { name: 'elsewhere' })),
		repair: async () => void (await session.request('PATCH', total, { name: 'total' })),
		seen: (night) => hasFileOfChanges(night, folder),
	};
}

/** Steps 3 to 7 of the page. */
function withTable(workflow: WorkflowFile, table: string): WorkflowFile {
	const example = withParameters(workflow, nodeType, {
		columnSet: 'chosen',
		columns: ['accountingDocumentNo', 'contact.companyName', 'dueDate', 'total'],
		options: {
			formulaProtection: false,
			fileNamePattern: 'changes-{yyyy}-{MM}-{dd}-{HH}{mm}{ss}',
		},
	});
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
	const values = { mappingMode: 'defineBelow', value: valuesOfPage(), schema };
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

/** The expression of each column, from the table of the page. */
function valuesOfPage(): Record<string, string> {
	const page = path.join(projectFolder, 'docs', 'recipes', 'nightly-changes.md');
	const rows = readFileSync(page, 'utf8').matchAll(/\| `(\w+)` \| `(\{\{.+\}\})` \|/g);
	return Object.fromEntries([...rows].map(([, name, value]) => [name, `=${value}`]));
}
