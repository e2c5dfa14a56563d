import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { startSandbox, type RunningSandbox } from '../../sandbox';
import { AccountingOffice, type NodeRuns } from '../../../test/engine/support/accountingOffice';
import { companyItems, ofItem, type CompanyItem } from '../../../test/engine/support/companyItems';
import { create } from '../../../test/engine/support/create';
import type { Checks } from '../lib/checks';
import { credentialType, items, ourNode, type StoredCredential } from '../lib/flow';
import { itemsOf, type CredentialFile, type RunResult } from '../lib/types';
import type { Workbench } from '../lib/workbench';

/** The input item of a company, with the port of its service. */
type Company = CompanyItem & { port: string };

const invoice = create({
	currency: '={{ $json.currency }}',
	additionalFields: { orderNo: '={{ $json.appId }} {{ $json.order }}' },
});

/** One workflow for the companies of an accounting office: the credential's fields come from each item. */
export function organizationChecks(checks: Checks, bench: Workbench): void {
	const { session } = bench;

	/** Checks that the stored credential has its expressions, and no token. */
	async function keepsExpressions(id: string, fields: Record<string, string>): Promise<void> {
		const { data } = await session.request<CredentialFile>(
			'GET',
			`/credentials/${id}?includeData=true`,
		);
		const { baseUrl, appId, appSecret, accessToken = '' } = data;
		deepStrictEqual({ baseUrl, appId, appSecret }, fields);
		// n8n masks every stored token.
		strictEqual(accessToken, '', 'a token is in the credential');
	}

	/** Creates an invoice for each company in one run, and returns the order numbers in the order of the items. */
	async function createFor(
		credential: StoredCredential,
		companies: Company[],
		run: string,
	): Promise<string[]> {
		const orders = companies.map((company, index) => ({
			...company,
			order: `${run}-${index}`,
			currency: 'CZK',
		}));
		const result = await bench.run(items(orders), ourNode(credential, invoice));
		const made = itemsOf(result, 'Service');
		deepStrictEqual(
			made.map(({ json, pairedItem }) => [json.orderNo, pairedItem]),
			orders.map(({ appId, order }, index) => [`${appId} ${order}`, { item: index }]),
		);
		return made.map(({ json }) => String(json.orderNo));
	}

	/** Runs A, B and A together, then B and A alone; the expressions have to stay. */
	async function runs(
		name: string,
		fields: Record<string, string>,
		[a, b]: [Company, Company],
	): Promise<string[]> {
		const id = await session.createCredential({ name, type: credentialType, data: fields });
		const orders: string[] = [];
		for (const [run, companies] of Object.entries({ together: [a, b, a], b: [b], a: [a] })) {
			orders.push(...(await createFor({ id, name }, companies, run)));
			await keepsExpressions(id, fields);
		}
		return orders;
	}

	const itemOf = companyItems();
	const company = ({ baseUrl }: RunningSandbox, name: string): Company => ({
		...itemOf(name),
		port: new URL(baseUrl).port,
	});

	/** The order number of each created invoice and the App ID that created it. Each company's items run at the same time. */
	const madeBy = ({ admin }: RunningSandbox) =>
		admin
			.journal()
			.entries.filter(({ committed }) => committed === true)
			.map(({ body, appId }) => [(body as { orderNo: string }).orderNo, appId])
			.sort();

	checks.add('several organizations in one workflow: no token crosses', async () => {
		const sandbox = await startSandbox({ documents: 20 });
		try {
			const [a, b] = [company(sandbox, 'A'), company(sandbox, 'B')];
			for (const { appId, appSecret } of [a, b]) sandbox.admin.register(appId, appSecret);
			const fields = { baseUrl: sandbox.baseUrl, ...ofItem };
			const orders = await runs('Offices', fields, [a, b]);
			deepStrictEqual(madeBy(sandbox), orders.map((order) => [order, order.split(' ')[0]]).sort());
			const { entries } = sandbox.admin.journal();
			strictEqual(entries.filter(({ path }) => path === '/auth/token').length, 2);
		} finally {
			await sandbox.close();
		}
	});

	checks.add('several organizations by the number of the item: no token crosses', async () => {
		const sandbox = await startSandbox({ documents: 20 });
		try {
			const [a, b] = [company(sandbox, 'A'), company(sandbox, 'B')];
			for (const { appId, appSecret } of [a, b]) sandbox.admin.register(appId, appSecret);
			const [name, of] = [
				'Numbers',
				(one: 'appId' | 'appSecret') => `={{ $itemIndex === 1 ? '${b[one]}' : '${a[one]}' }}`,
			];
			const data = { baseUrl: sandbox.baseUrl, appId: of('appId'), appSecret: of('appSecret') };
			const id = await session.createCredential({ name, type: credentialType, data });
			const orders = await createFor({ id, name }, [a, b, a], 'number');
			deepStrictEqual(madeBy(sandbox), orders.map((order) => [order, order.split(' ')[0]]).sort());
		} finally {
			await sandbox.close();
		}
	});

	/** Runs the node of an accounting office with a credential. */
	function nodeRuns(credential: StoredCredential): NodeRuns {
		const succeeded = (result: RunResult) => {
			strictEqual(result.status, 'success', result.data.resultData.error?.message);
			return itemsOf(result, 'Service');
		};
		return {
			async run(parameters, rows, goesOn = false) {
				const onError = goesOn ? 'continueRegularOutput' : 'stopWorkflow';
				return succeeded(
					await bench.run(items(rows), ourNode(credential, parameters, { onError })),
				);
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
				const made = succeeded(
					await bench.run(items(rows), ourNode(credential, parameters), write),
				);
				return made.map(({ json }) =>
					readFileSync(path.join(folder, String(json.fileName)), 'utf8'),
				);
			},
		};
	}

	checks.add(
		'1,000 items of 40 organizations, under revoked tokens and lost answers: each in its own',
		async () => {
			const sandbox = await startSandbox({ documents: 0 });
			try {
				const name = 'Accounting office';
				const data = { baseUrl: sandbox.baseUrl, ...ofItem };
				const id = await session.createCredential({ name, type: credentialType, data });
				const office = new AccountingOffice(sandbox.admin, nodeRuns({ id, name }));
				const { exchanges, revocations } = await office.day();
				ok(
					revocations > 10 && exchanges > 100,
					`${revocations} revocations, ${exchanges} exchanges`,
				);
				await keepsExpressions(id, data);
			} finally {
				await sandbox.close();
			}
		},
	);

	checks.add(
		'several organizations with a service each: each invoice in its own organization',
		async () => {
			const services = await Promise.all(
				[1, 2].map(async () => await startSandbox({ documents: 20 })),
			);
			try {
				const [a, b] = services.map((sandbox, index) => {
					const own = company(sandbox, String(index));
					sandbox.admin.register(own.appId, own.appSecret);
					return own;
				}) as [Company, Company];
				const fields = { baseUrl: '=http://127.0.0.1:{{ $json.port }}', ...ofItem };
				const orders = await runs('Services', fields, [a, b]);
				for (const [index, { admin }] of services.entries()) {
					deepStrictEqual(
						admin
							.createdDocuments()
							.map(({ orderNo }) => orderNo)
							.sort(),
						orders.filter((order) => order.startsWith(`${itemOf(String(index)).appId} `)).sort(),
					);
					const { entries } = admin.journal();
					strictEqual(entries.filter(({ path }) => path === '/auth/token').length, 1);
				}
			} finally {
				for (const sandbox of services) await sandbox.close();
			}
		},
	);
}
