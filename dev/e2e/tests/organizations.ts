import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { startSandbox, type RunningSandbox } from '../../sandbox';
import { create } from '../../../test/engine/support/create';
import type { Checks } from '../lib/checks';
import { credentialType, items, ourNode, type StoredCredential } from '../lib/flow';
import { itemsOf, type CredentialFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

/** The input item of a company. */
type Company = Record<'port' | 'appId' | 'appSecret', string>;

const invoice = create({
	currency: '={{ $json.currency }}',
	additionalFields: { orderNo: '={{ $json.appId }} {{ $json.order }}' },
});

/** One workflow for the companies of an accounting office: the credential's fields come from each item. */
export function organizationChecks(checks: Checks, bench: Workbench): void {
	const { session } = bench;

	async function stored(id: string): Promise<Record<string, unknown>> {
		const { data } = await session.request<CredentialFile>(
			'GET',
			`/credentials/${id}?includeData=true`,
		);
		return data;
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
			const { baseUrl, appId, appSecret, accessToken = '' } = await stored(id);
			deepStrictEqual({ baseUrl, appId, appSecret }, fields);
			// n8n masks every stored token.
			strictEqual(accessToken, '', `a token is in the credential after the run ${run}`);
		}
		return orders;
	}

	const ofItem = { appId: '={{ $json.appId }}', appSecret: '={{ $json.appSecret }}' };
	const company = ({ baseUrl }: RunningSandbox, appId: string): Company => ({
		port: new URL(baseUrl).port,
		appId,
		appSecret: `secret-${appId}-${randomUUID()}`,
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
			const [a, b] = [company(sandbox, 'office-a'), company(sandbox, 'office-b')];
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
			const [a, b] = [company(sandbox, 'office-a'), company(sandbox, 'office-b')];
			for (const { appId, appSecret } of [a, b]) sandbox.admin.register(appId, appSecret);
			const [name, of] = [
				'Numbers',
				(one: keyof Company) => `={{ $itemIndex === 1 ? '${b[one]}' : '${a[one]}' }}`,
			];
			const data = { baseUrl: sandbox.baseUrl, appId: of('appId'), appSecret: of('appSecret') };
			const id = await session.createCredential({ name, type: credentialType, data });
			const orders = await createFor({ id, name }, [a, b, a], 'number');
			deepStrictEqual(madeBy(sandbox), orders.map((order) => [order, order.split(' ')[0]]).sort());
		} finally {
			await sandbox.close();
		}
	});

	checks.add(
		'several organizations with a service each: each invoice in its own organization',
		async () => {
			const services = await Promise.all(
				[1, 2].map(async () => await startSandbox({ documents: 20 })),
			);
			try {
				const [a, b] = services.map((sandbox, index) => {
					const own = company(sandbox, `office-${index}`);
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
						orders.filter((order) => order.startsWith(`office-${index} `)).sort(),
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
