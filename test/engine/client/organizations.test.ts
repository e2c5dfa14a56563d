/** docs/reference/organizations.md: each item uses the application of its own company. */
import type { IDataObject } from 'n8n-workflow';

import { callTool } from '../support/agent';
import { companies, type Companies } from '../support/companies';
import { ofItem } from '../support/companyItems';
import { create } from '../support/create';
import { scan } from '../support/samples';
import { bench, byId, getAll, goOn, listPath, search, searchPath } from '../support/withSandbox';

const invoice = (changes: IDataObject = {}) =>
	create({ additionalFields: { orderNo: '={{ $json.appId }} {{ $itemIndex }}' }, ...changes });

const appIds = ({ asked }: Companies, path: string) => asked(path).map(({ appId }) => appId);

describe.each([
	['2.41', true],
	['2.8', false],
])('a credential with expressions in n8n %s', (_version, keepsExpressions) => {
	const opened = async (...given: Parameters<typeof companies>) => {
		const made = await companies(...given);
		made.credentials.keepsExpressions = keepsExpressions;
		return made;
	};

	it('sends each item as its own organization, also after revoked tokens, and keeps the expressions', async () => {
		const made = await opened(['A', 'B']);
		const before = { ...made.credentials.stored };
		const runFor = async (names: string) => {
			const items = [...names].map((name) => made.of(name));
			const { error, json } = await made.run(invoice(), { items });
			expect([error, json.length]).toEqual([undefined, names.length]);
		};
		for (const names of ['ABA', 'B', 'A']) await runFor(names);
		expect([made.named().length, made.exchanges().length]).toEqual([5, 2]);
		for (const call of [2, 3]) {
			made.sandbox.admin.addFault({ kind: 'expireToken', match: { method: 'POST', call } });
		}
		await runFor('ABAB');
		expect(made.exchanges().length).toBeGreaterThan(2);
		expect(made.crossed()).toEqual([]);
		expect(made.credentials.stored).toEqual(before);
	});

	it('survives a new token that another process ends before its first use', async () => {
		const made = await opened(['A', 'B']);
		// After a 401, the node resends with the same new token four times, because replicas may learn it late.
		for (const call of [1, 6]) {
			made.sandbox.admin.addFault({ kind: 'expireToken', match: { path: 'createDocument', call } });
		}
		const { error, json } = await made.run(invoice(), { items: [made.of('A'), made.of('B')] });
		expect([error, json.length]).toEqual([undefined, 2]);
		expect(made.sandbox.admin.createdDocuments()).toHaveLength(2);
		expect(made.crossed()).toEqual([]);
	});

	it('stops if the service never accepts a new token', async () => {
		const made = await opened(['A']);
		const match = { path: 'createDocument' };
		made.sandbox.admin.addFault({ kind: 'expireToken', match, times: 0 });
		const { error } = await made.run(invoice(), { items: [made.of('A')] });
		expect(error?.message).toMatch(/^The service refused the access token while/);
		expect(made.exchanges()).toHaveLength(4);
	});

	it('keeps an expression that is the same for all items of a run', async () => {
		const first = { ...ofItem, appId: '={{ $input.first().json.appId }}' };
		const made = await opened(['A', 'B'], first);
		const before = { ...made.credentials.stored };
		for (const name of ['A', 'B']) {
			const { error } = await made.run(invoice(), { items: [made.of(name), made.of(name)] });
			expect(error).toBeUndefined();
		}
		expect([made.named().length, made.crossed()]).toEqual([4, []]);
		expect(made.credentials.stored).toEqual(before);
	});
});

describe('the items of an execution', () => {
	it.each([
		['a field', "$json.country === 'SK'"],
		['an optional field', '$json.id'],
		['one number', '$itemIndex === 1'],
		['an odd number', '$itemIndex % 2 !== 0'],
	])('are of their own organization if only %s decides', async (_what, isB) => {
		const made = await companies(['A', 'B']);
		const [a, b] = [made.of('A'), made.of('B', { id: 7, country: 'SK' })];
		Object.assign(made.credentials.stored, {
			appId: `={{ ${isB} ? '${b.appId}' : '${a.appId}' }}`,
			appSecret: `={{ ${isB} ? '${b.appSecret}' : '${a.appSecret}' }}`,
		});
		// Each execution looks at another position outside the list.
		for (let runs = 0; runs < 3; runs++) {
			const { error } = await made.run(invoice(), { items: [a, b, a] });
			expect(error).toBeUndefined();
		}
		expect([made.named().length, made.crossed()]).toEqual([9, []]);
	});

	it('are resolved only if the credential has an expression', async () => {
		const made = await bench({ documents: 20 });
		const items = Array.from({ length: 50 }, () => ({}));
		await made.run(getAll({ limit: 1 }), { items });
		made.credentials.reads = 0;
		await made.run(getAll({ limit: 1 }), { items });
		const plain = made.credentials.reads;
		made.credentials.stored.appId = `={{ '${made.sandbox.appId}' }}`;
		made.credentials.reads = 0;
		const { error } = await made.run(getAll({ limit: 1 }), { items });
		expect([error, plain, made.credentials.reads]).toEqual([undefined, 2, 52]);
	});

	it('are resolved with Execute Once, which runs the first item only', async () => {
		const made = await companies(['A', 'B']);
		const items = ['B', 'A'].map((name) => made.of(name));
		const { error, json } = await made.run(invoice(), { items, node: { executeOnce: true } });
		expect([error, json.length]).toEqual([undefined, 1]);
		expect([made.named().length, made.crossed()]).toEqual([1, []]);
	});
});

describe('an item', () => {
	it.each([
		['App ID', { appId: '' }],
		['App Secret', { appSecret: null }],
	])('without %s is refused before anything is sent for it', async (label, without) => {
		const made = await companies(['A', 'B']);
		const items = [made.of('A'), { ...made.of('B'), ...without }, made.of('B')];
		const { json } = await made.run(invoice(), { items, node: goOn });
		expect(json.map((one) => 'error' in one)).toEqual([false, true, false]);
		expect(json[1].error).toContain(`${label} is empty in the credential`);
		expect([made.named().length, made.crossed()]).toEqual([2, []]);
	});

	it('stops the run with its index if its expression fails', async () => {
		const made = await companies(['A'], { ...ofItem, appId: '={{ $json.app.id.trim() }}' });
		const items = [{ ...made.of('A'), app: { id: made.of('A').appId } }, { app: null }];
		const { error } = await made.run(invoice(), { items });
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('may have a number as App ID', async () => {
		const made = await companies([]);
		made.sandbox.admin.register('4711', 'secret-of-4711');
		const items = [{ appId: 4711, appSecret: 'secret-of-4711' }];
		expect((await made.run(getAll({ limit: 1 }), { items })).error).toBeUndefined();
		expect(appIds(made, listPath)).toContain('4711');
	});

	it('is not repeated by Retry On Fail, and not sent as another organization', async () => {
		const made = await companies(['A', 'B']);
		const match = { url: listPath, method: 'POST', call: 2 } as const;
		made.sandbox.admin.addFault({ kind: 'status', status: 400, match });
		const items = ['A', 'B', 'A'].map((name) => made.of(name));
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error, json } = await made.run(invoice(), { items, node });
		expect([error, json.length]).toEqual([undefined, 3]);
		expect(made.named().map(({ appId }) => appId?.slice(8, 9))).toEqual(['A', 'A', 'B', 'A']);
		expect(made.crossed()).toEqual([]);
	});
});

describe('what an execution reads once', () => {
	it('is read once per organization for equal items', async () => {
		for (const [names, times] of [
			['AA', 1],
			['AB', 2],
		] as const) {
			const made = await companies(['A', 'B']);
			const items = [...names].map((name) => made.of(name));
			const first = await made.run(search({ limit: 1 }), { items });
			expect(first.error).toBeUndefined();
			expect(new Set(appIds(made, searchPath)).size).toBe(times);
			expect(first.json).toHaveLength(times);
		}
	});

	it('is not shared: VAT rates', async () => {
		const made = await companies(['A', 'B']);
		const items = ['A', 'B', 'A'].map((name) => made.of(name));
		const { error } = await made.run(invoice({ vatCountryCode: 'CZ' }), { items });
		expect(error).toBeUndefined();
		expect(appIds(made, '/v2/vatrates')).toEqual([made.of('A').appId, made.of('B').appId]);
	});

	it('is not shared: uploaded files', async () => {
		const made = await companies(['A', 'B']);
		const parameters = {
			...{ resource: 'accountingDocument', operation: 'createFromScans' },
			...{ filesFrom: 'input', binaryPropertyName: '*', fileIds: '0' },
		};
		made.sandbox.admin.addFault({
			kind: 'status',
			status: 400,
			match: { url: `${listPath}/scans` },
		});
		const items = ['A', 'B'].map((name) => made.of(name));
		const binary = [scan('same'), scan('same')];
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await made.run(parameters, { items, binary, node });
		expect(error).toBeUndefined();
		expect(appIds(made, '/v2/uploads')).toEqual(items.map(({ appId }) => appId));
	});

	it('is not shared: bulk requests', async () => {
		const made = await companies(['A', 'B']);
		const ids = [0, 1, 2, 3].map((index) => String(made.sandbox.admin.documentAt(index).id));
		const parameters = {
			...{ resource: 'accountingDocument', operation: 'delete' },
			accountingDocumentId: byId('={{ $json.id }}'),
		};
		const items = ids.map((id, index) => made.of('ABAB'[index], { id }));
		const { error, items: output } = await made.run(parameters, { items });
		expect(error).toBeUndefined();
		const pairs = [0, 1, 2, 3].map((item) => ({ item }));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
		const sent = made.asked('/v2/bulk/accountingdocuments');
		const idsIn = (body: unknown) => JSON.stringify(body).match(/\d{8}/g);
		expect(sent.map(({ appId, body }) => [appId, idsIn(body)])).toEqual([
			[made.of('A').appId, [ids[0], ids[2]]],
			[made.of('B').appId, [ids[1], ids[3]]],
		]);
	});

	it('is not shared: the manifest of Export Changes', async () => {
		const made = await companies(['A', 'B']);
		const parameters = { resource: 'accountingDocument', operation: 'exportChanges' };
		const both = ['A', 'B'].map((name) => made.of(name));
		const first = await made.run(parameters, { items: both });
		expect(first.error).toBeUndefined();
		const manifests = first.items.map(({ binary }) => ({ manifest: binary?.manifest }) as never);
		const again = await made.run(parameters, { items: both, binary: manifests });
		expect(again.error).toBeUndefined();
		expect(again.json.map(({ firstRun }) => firstRun)).toEqual([false, false]);
		const crossed = await made.run(parameters, { items: both, binary: manifests.reverse() });
		expect(crossed.error?.message).toMatch(/Base URL or App ID/);
	});
});

describe.each(['invoking', 'requesting'] as const)('an agent that is %s', (kind) => {
	it.each([
		'={{ $json.appId }}',
		"={{ $fromAI('appId') }}",
		"={{ $fromAI('appId', '', 'string', 'company-A-end') }}",
		'={{ $input.first().json.appId }}',
		"={{ 'company-A-end' }}",
	])('is refused if the App ID is %s', async (appId) => {
		const made = await companies(['A', 'B']);
		const { appSecret } = made.of('B');
		Object.assign(made.credentials.stored, { appId, appSecret });
		const call = callTool(kind, made.credentials, getAll({ limit: 1 }), made.of('B'));
		const said = await call.then(
			({ text }) => text,
			({ message }: Error) => message,
		);
		expect(said).toMatch(/an AI agent cannot use it/);
		expect(made.sandbox.admin.journal().entries).toEqual([]);
	});

	it('may use a credential without expressions', async () => {
		const made = await companies(['A']);
		Object.assign(made.credentials.stored, made.of('A'));
		const { text } = await callTool(kind, made.credentials, getAll({ limit: 1 }));
		expect(text).toContain('"documents":[{');
	});
});
