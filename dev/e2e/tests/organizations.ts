/** docs/reference/organizations.md: no token crosses in n8n's own storage. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { startSandbox, type JournalEntry, type RunningSandbox } from '../../sandbox';
import { AccountingOffice, type NodeRuns } from '../../../test/engine/support/accountingOffice';
import { companyItems, ofItem, type CompanyItem } from '../../../test/engine/support/companyItems';
import { create } from '../../../test/engine/support/create';
import type { Checks } from '../lib/checks';
import { readRows } from '../lib/csv';
import { withCredential, withNode } from '../lib/example';
import { credentialType, items, ourNode, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import type { RestSession } from '../lib/rest';
import { examplesOf, succeeded, type ExampleStage } from '../lib/stage';
import { itemsOf, type CredentialFile, type RunResult } from '../lib/types';
import type { Workbench } from '../lib/workbench';

/** The input item of a company, with the port of its service. */
type Company = CompanyItem & { port: string };

const invoice = create({
	currency: '={{ $json.currency }}',
	additionalFields: { orderNo: '={{ $json.appId }} {{ $json.order }}' },
});

interface Way {
	says: string;
	/** How many services there are; the first company is in the first one, the second in the last. */
	services: number;
	/** The fields of the credential, with an expression for each item. */
	fields(baseUrl: string, companies: [Company, Company]): Record<string, string>;
	/** The companies of the items of each run. */
	runs: Array<Array<0 | 1>>;
}

const ways: Way[] = [
	{
		says: 'by fields of the item',
		services: 1,
		fields: (baseUrl) => ({ baseUrl, ...ofItem }),
		runs: [[0, 1, 0], [1], [0]],
	},
	{
		says: 'by the number of the item',
		services: 1,
		fields: (baseUrl, [a, b]) => {
			const of = (field: 'appId' | 'appSecret') =>
				`={{ $itemIndex === 1 ? '${b[field]}' : '${a[field]}' }}`;
			return { baseUrl, appId: of('appId'), appSecret: of('appSecret') };
		},
		runs: [[0, 1, 0]],
	},
	{
		says: 'with a service each',
		services: 2,
		fields: () => ({ baseUrl: '=http://127.0.0.1:{{ $json.port }}', ...ofItem }),
		runs: [[0, 1, 0], [1], [0]],
	},
];

/** Checks that the stored credential has its expressions, and no token. */
async function keepsExpressions(
	session: RestSession,
	id: string,
	fields: Record<string, string>,
): Promise<void> {
	const { data } = await session.request<CredentialFile>(
		'GET',
		`/credentials/${id}?includeData=true`,
	);
	const { baseUrl, appId, appSecret, accessToken = '' } = data;
	deepStrictEqual({ baseUrl, appId, appSecret }, fields);
	// n8n masks every stored token.
	strictEqual(accessToken, '', 'a token is in the credential');
}

/** Runs the node of an accounting office with a credential. */
function nodeRuns(bench: Workbench, credential: StoredCredential): NodeRuns {
	const outputOf = (result: RunResult) => itemsOf(succeeded(result), 'Service');
	return {
		async run(parameters, rows, goesOn = false) {
			const onError = goesOn ? 'continueRegularOutput' : 'stopWorkflow';
			return outputOf(await bench.run(items(rows), ourNode(credential, parameters, { onError })));
		},
		async exported(parameters, rows) {
			const folder = bench.n8n.filesFolder;
			const write = {
				...{ name: 'Write', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1 },
				parameters: {
					...{ operation: 'write', options: {} },
					fileName: `=${path.join(folder, '{{ $json.fileName }}')}`,
				},
			};
			const made = outputOf(await bench.run(items(rows), ourNode(credential, parameters), write));
			return made.map(({ json }) => readFileSync(path.join(folder, String(json.fileName)), 'utf8'));
		},
	};
}

/** One workflow for the companies of an accounting office: the credential's fields come from each item. */
export function organizationChecks(checks: Checks, bench: Workbench): void {
	const { session } = bench;

	for (const way of ways)
		checks.add(`several organizations ${way.says}: no token crosses`, async () => {
			const services = await Promise.all(
				Array.from({ length: way.services }, async () => await startSandbox({ documents: 20 })),
			);
			try {
				await createInEach(way, services);
			} finally {
				for (const sandbox of services) await sandbox.close();
			}
		});

	examplesOf(checks, bench)(
		'unpaid-of-companies',
		'a failed company is named, and the file has the others',
		async (stage) => await readsOthers(bench, stage),
		{ documents: 0 },
	);

	async function createInEach({ says, fields, runs }: Way, services: RunningSandbox[]) {
		const itemOf = companyItems();
		const companies = [services[0], services.at(-1)].map((sandbox, index): Company => {
			const own = itemOf(String(index));
			sandbox?.admin.register(own.appId, own.appSecret);
			return { ...own, port: new URL(sandbox?.baseUrl ?? '').port };
		}) as [Company, Company];
		const data = fields(services[0]?.baseUrl ?? '', companies);
		const id = await session.createCredential({ name: says, type: credentialType, data });
		const orders: string[] = [];
		for (const [run, ofRun] of runs.entries()) {
			const rows = ofRun.map((company, index) => {
				orders.push(`${companies[company].appId} ${run}-${index}`);
				return { ...companies[company], order: `${run}-${index}`, currency: 'CZK' };
			});
			const result = await bench.run(items(rows), ourNode({ id, name: says }, invoice));
			deepStrictEqual(
				itemsOf(result, 'Service').map(({ json, pairedItem }) => [json.orderNo, pairedItem]),
				orders.slice(-rows.length).map((order, item) => [order, { item }]),
			);
			await keepsExpressions(session, id, data);
		}
		const sent = services.map(({ admin }) => admin.journal().entries);
		deepStrictEqual(
			madeBy(sent.flat()),
			orders.map((order) => [order, order.split(' ')[0]]).sort(),
		);
		const exchanges = sent.map((entries) => entries.filter(isExchange).length);
		deepStrictEqual(
			exchanges,
			services.map(() => 2 / services.length),
		);
	}
}

/** Two companies with an unpaid invoice each, and between them one whose secret is wrong. */
async function readsOthers({ session }: Workbench, { edit, attempt, folder }: ExampleStage) {
	const services = [await startSandbox({ documents: 0 }), await startSandbox({ documents: 0 })];
	try {
		const rows = services.map(({ admin, baseUrl, appId, appSecret }, index) => {
			const contact = { companyName: `Customer ${index}` };
			const unpaid = { total: 100 + index, amountPaid: 0, payments: { paid: false } };
			admin.createDocuments({
				fields: { type: 0, direction: 1, currency: 'CZK', contact, ...unpaid },
			});
			return { company: `Company ${index}`, port: new URL(baseUrl).port, appId, appSecret };
		});
		const wrong = { ...rows[0], company: 'Company X', appSecret: 'wrong' };
		const name = 'Credential of forty companies';
		const data = { baseUrl: '=http://127.0.0.1:{{ $json.port }}', ...ofItem };
		const id = await session.createCredential({ name, type: credentialType, data });
		edit((workflow) =>
			withNode(withCredential(workflow, { id, name }), 'Companies', () => ({
				...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
				parameters: { jsCode: `return ${JSON.stringify([rows[0], wrong, rows[1]])};` },
			})),
		);
		// The file is what a person has of an execution that n8n does not save.
		const saved = { saveDataErrorExecution: 'all', saveManualExecutions: true };
		edit((workflow) => ({ ...workflow, settings: { ...workflow.settings, ...saved } }));
		const { status, data: result } = await attempt();
		strictEqual(status, 'error');
		match(
			String(result.resultData.error?.message),
			/^Failed companies: 1\. The file has the others\. Company X: The service refused the App ID or App Secret/,
		);
		deepStrictEqual(
			readRows(path.join(folder, 'unpaid.csv')).map((row) => [
				...[row.company, row.contactName, row.amountDue],
			]),
			[
				['Company 0', 'Customer 0', '100'],
				['Company 1', 'Customer 1', '101'],
			],
		);
	} finally {
		for (const sandbox of services) await sandbox.close();
	}
}

/** A day of that office. */
export function officeDayChecks(checks: Checks, bench: Workbench): void {
	checks.add(
		'400 items of 40 organizations, under revoked tokens and lost answers: each in its own',
		async () => {
			await withOwnService(
				bench.session,
				'Accounting office',
				0,
				async ({ admin, baseUrl }, credential) => {
					const office = new AccountingOffice(admin, nodeRuns(bench, credential), 400);
					const { exchanges, revocations } = await office.day();
					ok(
						revocations > 10 && exchanges > 100,
						`${revocations} revocations, ${exchanges} exchanges`,
					);
					await keepsExpressions(bench.session, credential.id, { baseUrl, ...ofItem });
				},
				ofItem,
			);
		},
	);
}

const isExchange = ({ path }: JournalEntry) => path === '/auth/token';

/** The order number of each created invoice and the App ID that created it. Each company's items run at the same time. */
const madeBy = (entries: JournalEntry[]) =>
	entries
		.filter(({ committed }) => committed === true)
		.map(({ body, appId }) => [(body as { orderNo: string }).orderNo, appId])
		.sort();
