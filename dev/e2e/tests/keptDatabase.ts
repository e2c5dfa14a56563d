import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { startSandbox, type AccountingDocument, type RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readExample, withCredential } from '../lib/example';
import { credentialType } from '../lib/flow';
import { QueueServices } from '../lib/services';
import type { RunResult, WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const manualTrigger = 'Execute Manually';
const postgresType = 'n8n-nodes-base.postgres';
const fileType = 'n8n-nodes-base.readWriteFile';
const nights = 10;

/** The expected row of a document in the table. */
function rowOf(document: AccountingDocument): Record<string, unknown> {
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

export function documentsOf({ admin }: RunningSandbox): AccountingDocument[] {
	return Array.from({ length: admin.count() }, (_, position) => admin.documentAt(position));
}

/** The changes of a day, different for each night. */
export function churn({ admin }: RunningSandbox, night: number): void {
	const at = (step: number) => admin.documentAt((night * 37 + step * 11) % admin.count()).id ?? 0;
	admin.createDocuments({ count: 1 + (night % 4), fields: { total: 10.5 + night } });
	for (let step = 0; step < 5; step++) {
		admin.changeDocument(at(step), { total: night * 100 + step, amountPaid: step });
	}
	admin.changeDocument(at(6), { contact: { companyName: `O'Neil "${night}", = Söhne; GmbH` } });
	for (let step = 0; step < 3; step++) admin.deleteDocument(at(7 + step));
}

/** The example with the values of a user: both credentials, and a folder that n8n may write to. */
function completed(
	workflow: WorkflowFile,
	database: { id: string; name: string },
	manifest: string,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		if (node.type === postgresType) return { ...node, credentials: { postgres: database } };
		if (node.type !== fileType) return node;
		const place = node.parameters.operation === 'read' ? 'fileSelector' : 'fileName';
		return { ...node, parameters: { ...node.parameters, [place]: manifest } };
	});
	return { ...workflow, nodes };
}

/** A table that a workflow keeps equal to the service, night after night. */
export function keptDatabaseChecks(checks: Checks, bench: Workbench): void {
	checks.add('example changes-to-postgres: a table stays equal through ten nights', async () => {
		const services = await QueueServices.start();
		const sandbox = await startSandbox({ documents: 300 });
		try {
			await tenNights(bench, sandbox, services);
		} finally {
			await sandbox.close();
			await services.stop();
		}
	});
}

async function tenNights(
	{ session, n8n }: Workbench,
	sandbox: RunningSandbox,
	services: QueueServices,
): Promise<void> {
	const { baseUrl, appId, appSecret } = sandbox;
	const ours = {
		name: 'Nightly service',
		type: credentialType,
		data: { baseUrl, appId, appSecret },
	};
	const service = { id: await session.createCredential(ours), name: ours.name };
	const theirs = { name: 'Nightly database', type: 'postgres', data: services.database };
	const database = { id: await session.createCredential(theirs), name: theirs.name };
	const manifest = path.join(n8n.filesFolder, 'kept.manifest');
	const example = withCredential(readExample('changes-to-postgres'), service);
	const id = await session.createWorkflow(completed(example, database, manifest));
	const run = async (): Promise<RunResult> => await session.execute(id, manualTrigger);
	const question = "SELECT coalesce(json_agg(t ORDER BY id), '[]') FROM accounting_documents t";

	for (let night = 1; night <= nights; night++) {
		churn(sandbox, night);
		if (night === 4 || night === 7) {
			// A night that fails during the comparison: the table and the manifest stay.
			const before = [readFileSync(manifest), await services.query(question)];
			sandbox.admin.addFault({
				kind: 'status',
				status: 500,
				times: 0,
				match: { path: 'list', page: 2 },
			});
			const failed = await run();
			strictEqual(failed.status, 'error');
			match(
				String(failed.data.resultData.error?.message),
				/failed to handle the request \(HTTP 500\)/,
			);
			sandbox.admin.clearFaults();
			deepStrictEqual([readFileSync(manifest), await services.query(question)], before);
			// The next night catches up.
			continue;
		}
		const result = await run();
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		ok(existsSync(manifest));
		const rows = JSON.parse(await services.query(question)) as unknown[];
		deepStrictEqual(rows, documentsOf(sandbox).map(rowOf), `night ${night}`);
	}

	// A night without changes changes nothing.
	const before = await services.query(question);
	strictEqual((await run()).status, 'success');
	strictEqual(await services.query(question), before);
}
