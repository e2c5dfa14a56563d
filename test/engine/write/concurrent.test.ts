/** docs/reference/create.md#two-executions-at-the-same-time: one process changes a record one after the other. */
import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath, posted } from '../support/create';
import { json, smallService } from '../support/smallService';
import { bench, byId, searchPath, type Parameters } from '../support/withSandbox';

/** Slow enough that executions that start together meet. */
const latencyMs = 30;

const document = (operation: string, id: unknown, changes: Parameters): Parameters => ({
	resource: 'accountingDocument',
	operation,
	accountingDocumentId: byId(id),
	...changes,
});

const update = (id: unknown, updateFields: Parameters): Parameters =>
	document('update', id, { updateFields });

async function openInvoice() {
	const made = await bench({ latencyMs });
	const { json } = await made.run(create());
	const { admin } = made.sandbox;
	return { ...made, id: json[0].id, current: () => admin.document(String(json[0].id)) };
}

describe('executions that change one record at the same time', () => {
	it('keep the changes of each other', async () => {
		const { run, id, current } = await openInvoice();
		const results = await Promise.all([
			run(update(id, { description: 'Chairs' })),
			run(update(id, { payments: { paid: true } })),
			run(update(id, { orderNo: 'A-17' })),
		]);
		expect(results.map(({ error, hints }) => [error, hints])).toEqual([
			[undefined, []],
			[undefined, []],
			[undefined, []],
		]);
		expect(current()).toMatchObject({
			description: 'Chairs',
			payments: { paid: true },
			orderNo: 'A-17',
		});
	});

	it('keep the state that Change State reports', async () => {
		const { run, id, current } = await openInvoice();
		const [, changed] = await Promise.all([
			run(update(id, { description: 'Chairs' })),
			run(document('changeState', id, { state: 'Waiting For Approval' })),
			run(update(id, { orderNo: 'A-17' })),
		]);
		expect(changed.json).toEqual([expect.objectContaining({ state: 'Waiting For Approval' })]);
		expect(current()).toMatchObject({
			state: 'Waiting For Approval',
			description: 'Chairs',
			orderNo: 'A-17',
		});
	});

	it.each<[string, number]>([
		['20 executions', 20],
		['3 executions', 3],
	])('of one document and one key: %s make one document with all changes', async (_name, count) => {
		const made = await bench({ latencyMs });
		const fields = ['description', 'orderNo', 'constSymbol', 'specificSymbol'];
		const results = await Promise.all(
			Array.from({ length: count }, async (_one, index) => {
				const field = fields[index % fields.length];
				return await made.run(
					create({
						uniqueBy: 'externalNo',
						ifExists: 'update',
						additionalFields: { externalNo: 'E-1', ...(field !== 'orderNo' && { [field]: '17' }) },
					}),
				);
			}),
		);
		expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
		expect(posted(made)).toHaveLength(1);
		const { id } = results[0].json[0];
		expect(made.sandbox.admin.document(String(id))).toMatchObject({
			description: '17',
			constSymbol: '17',
		});
	});

	it('keep the changes of a template and its scheduler', async () => {
		const { run, sandbox } = await bench({ latencyMs });
		const [templateId] = sandbox.admin.templateIds();
		const change = (operation: string, changes: Parameters): Parameters => ({
			resource: 'template',
			operation,
			templateId,
			...changes,
		});
		const results = await Promise.all([
			run(change('update', { updateFields: { name: 'Rent' } })),
			run(
				change('setScheduler', {
					...{ start: '2026-12-01', frequency: 3, useWorkflow: true },
					additionalFields: { generateMaxCount: 7 },
				}),
			),
		]);
		expect(results.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
		const after = sandbox.admin.template(templateId);
		expect([after.name, JSON.stringify(after)]).toEqual([
			'Rent',
			expect.stringContaining('"generateMaxCount":7'),
		]);
	});

	it('keep the changes of a payment reminder', async () => {
		const { run, sandbox } = await bench({ latencyMs });
		const id = String(sandbox.admin.documentAt(5).id);
		const { id: reminderId } = sandbox.admin.remind(id, 7);
		const change = (updateFields: Parameters): Parameters => ({
			resource: 'reminder',
			operation: 'update',
			accountingDocumentId: byId(id),
			reminderId: String(reminderId),
			updateFields,
		});
		await Promise.all([
			run(change({ exceededDays: 30 })),
			run(change({ recipientEmails: 'a@example.com' })),
		]);
		expect(sandbox.admin.reminders(id)).toEqual([
			expect.objectContaining({ exceededDays: 30, recipientEmails: ['a@example.com'] }),
		]);
	});

	it('do not wait for a batch of Delete longer than for its request', async () => {
		const { run, id } = await openInvoice();
		const [changed, deleted] = await Promise.all([
			run(update(id, { description: 'Chairs' })),
			run(document('delete', id, {})),
		]);
		expect(deleted.json).toEqual([expect.objectContaining({ deleted: true })]);
		expect(changed.error).toBeUndefined();
	});
});

/**
 * A company whose list shows documents late, while the record by its ID is current.
 * @param failure the status of a read by ID, by its number
 */
async function lateCompany(
	lagMs: number,
	failure = (_read: number): number | undefined => undefined,
) {
	const documents: Array<IDataObject & { at: number }> = [];
	const service = await smallService({
		answer: ({ method, path, body, count }, response) => {
			const input = body === '' ? {} : (JSON.parse(body) as IDataObject);
			if (path === searchPath) {
				const shown = documents.filter(({ at }) => at + lagMs <= performance.now());
				const from = (Number(input.page) - 1) * Number(input.pageSize);
				const page = shown.reverse().slice(from, from + Number(input.pageSize));
				const pagesCount = Math.ceil(shown.length / Number(input.pageSize));
				return { accountingDocuments: page, pagesCount };
			}
			if (method === 'POST') {
				const made = { ...input, id: documents.length + 1, at: performance.now() };
				documents.push(made);
				return made;
			}
			const status = failure(count);
			if (status !== undefined) return void json(response, status, { message: 'Not now' });
			return documents.find(({ id }) => path.endsWith(`/${String(id)}`));
		},
	});
	const created = () => service.arrived.filter(({ path }) => path === documentsPath);
	return { ...service, created };
}

const withKey = (changes: Parameters = {}): Parameters =>
	create({
		uniqueBy: 'orderNo',
		additionalFields: { orderNo: '={{ $json.orderNo }}' },
		...changes,
	});

const orders = (count: number) =>
	Array.from({ length: count }, (_one, index) => ({ orderNo: `A-${index}` }));

describe('Unique By', () => {
	it('waits for a list that lags 10 s, and says so', async () => {
		const company = await lateCompany(10_000);
		const { json, error, hints } = await company.run(withKey(), { items: orders(64) });
		expect(error).toBeUndefined();
		expect(json.map(({ existed }) => existed)).toEqual(json.map(() => false));
		expect(company.created()).toHaveLength(64);
		expect(hints.join('\n')).toMatch(
			/The node waited \d+ seconds until the list showed document ID 1,/,
		);
	});

	it.each<[string, IDataObject]>([
		['another setting', { customizeParameterNames: true, largestPageSize: 50 }],
		['a setting of SSL', { allowUnauthorizedCerts: true }],
		['another application', { appId: 'another' }],
	])('makes one document with two credentials of one company: %s', async (_name, changes) => {
		const company = await lateCompany(0);
		const credentials = [company.credential(), company.credential(changes as never)];
		const results = await Promise.all(
			credentials.map((one) => company.run(withKey(), { items: orders(1), credentials: one })),
		);
		expect(results.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
		expect(results.map(({ json }) => json[0].existed).sort()).toEqual([false, true]);
		expect(company.created()).toHaveLength(1);
	});

	it('makes one document if the list lags and a second execution follows', async () => {
		const company = await lateCompany(10_000);
		const first = await company.run(withKey(), { items: orders(1) });
		const second = await company.run(withKey(), { items: orders(1) });
		expect([first.json[0].existed, second.json[0].existed]).toEqual([false, true]);
		expect(company.created()).toHaveLength(1);
	});

	it.each<[string, (read: number) => number | undefined]>([
		['is not found by mistake', (read) => (read === 1 ? 404 : undefined)],
		['is forbidden', () => 403],
	])('makes one document with two applications if its read by ID %s', async (_name, failure) => {
		const company = await lateCompany(10_000, failure);
		const first = await company.run(withKey(), { items: orders(1) });
		const credentials = company.credential({ appId: 'another' });
		const second = await company.run(withKey(), { items: orders(1), credentials });
		expect([first.json[0].existed, second.json[0].existed]).toEqual([false, true]);
		expect(company.created()).toHaveLength(1);
	});

	it('lets other companies create the same key at once while a list lags', async () => {
		const started = performance.now();
		const companies = new Map<string, IDataObject[]>();
		let count = 0;
		const service = await smallService({
			exchange: ({ body }) => ({
				access_token: `token-of-${(JSON.parse(body) as { appId: string }).appId}`,
				expires_in: 3600,
				token_type: 'Bearer',
			}),
			answer: ({ method, path, body, token }, response) => {
				const own = companies.get(token) ?? [];
				companies.set(token, own);
				const input = JSON.parse(body || '{}') as IDataObject;
				if (path === searchPath) {
					const shown = own.filter(({ at }) => Number(at) + 5_000 <= performance.now());
					return { accountingDocuments: shown, pagesCount: 1 };
				}
				if (method === 'POST') {
					own.push({ ...input, id: ++count, at: performance.now() });
					return own.at(-1);
				}
				const found = own.find(({ id }) => path.endsWith(`/${String(id)}`));
				return found ?? void json(response, 404, { message: 'Not found' });
			},
		});
		const results = await Promise.all(
			Array.from({ length: 8 }, (_one, index) =>
				service.run(withKey(), {
					items: orders(1),
					credentials: service.credential({ appId: `company-${index}` }),
				}),
			),
		);
		expect(results.map(({ error }) => error?.message)).toEqual(results.map(() => undefined));
		expect(results.map((one) => one.json[0].existed)).toEqual(results.map(() => false));
		// Not a minute for each of them.
		expect(performance.now() - started).toBeLessThan(60_000);
	});

	it('names documents with the same key that another process has made', async () => {
		let count = 0;
		const listed: IDataObject[] = [];
		const service = await smallService({
			answer: ({ path, body }) => {
				const input = JSON.parse(body || '{}') as IDataObject;
				if (path === searchPath) return { accountingDocuments: listed, pagesCount: 1 };
				const made = { ...input, id: ++count };
				// The other process creates its own right after ours.
				listed.unshift({ ...input, id: ++count }, made);
				return made;
			},
		});
		const { json, hints } = await service.run(withKey(), { items: orders(1) });
		expect(json[0].existed).toBe(false);
		expect(hints.join()).toMatch(
			/Several documents have Order Number A-0 \(ID [12], [12]\)\. Another process may have created one/,
		);
	});

	it('counts all keys that another process has made too, returned ones included, and names the first 50', async () => {
		let count = 0;
		const listed: IDataObject[] = [];
		const service = await smallService({
			answer: ({ path, body }) => {
				const input = JSON.parse(body || '{}') as IDataObject;
				if (path === searchPath) {
					const [page, size] = [Number(input.page), Number(input.pageSize)];
					const accountingDocuments = listed.slice((page - 1) * size, page * size);
					return { accountingDocuments, pagesCount: Math.ceil(listed.length / size) };
				}
				const made = { ...input, id: ++count };
				// The other process creates each right after ours.
				listed.unshift({ ...input, id: ++count }, made);
				return made;
			},
		});
		const { error, hints } = await service.run(withKey(), {
			items: [...orders(120), ...orders(1)],
		});
		expect(error).toBeUndefined();
		const hint = hints.find((one) => one.includes('Another process'));
		expect(hint).toMatch(
			/^For each of 120 values, several documents exist: Order Number A-0 \(ID [12], [12]\), /,
		);
		expect(hint?.match(/Order Number/g)).toHaveLength(50);
		expect(hint).toMatch(/ and 70 more\. Another process may have created some at the same time/);
	});

	it('keeps the key while a canceled creation is on its way', async () => {
		const documents: IDataObject[] = [];
		const service = await smallService({
			answer: async ({ method, path, body }) => {
				const input = JSON.parse(body || '{}') as IDataObject;
				if (path === searchPath) return { accountingDocuments: documents, pagesCount: 1 };
				if (method !== 'POST') return undefined;
				await new Promise((resolve) => setTimeout(resolve, 600));
				const made = { ...input, id: 1 };
				documents.push(made);
				return made;
			},
		});
		const credentials = service.credential();
		const first = service.run(withKey(), {
			items: orders(1),
			credentials,
			onStart: (execution) => {
				const watch = setInterval(() => {
					if (!service.arrived.some(({ path }) => path === documentsPath)) return;
					clearInterval(watch);
					execution.cancel();
				}, 5);
			},
		});
		const second = service.run(withKey(), { items: orders(1), credentials });
		await first.catch(() => undefined);
		const { json, error } = await second;
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: 1, existed: true });
		expect(service.arrived.filter(({ path }) => path === documentsPath)).toHaveLength(1);
	});
});
