import { type RunningSandbox, startSandbox } from '../../../../sandbox';
import { bankAccount } from '../../../../sandbox/resources/bankAccounts';
import { paymentOrder } from '../../../../sandbox/resources/paymentOrders';
import { task } from '../../../../sandbox/resources/tasks';
import { template } from '../../../../sandbox/resources/templates';
import { vatRate } from '../../../../sandbox/resources/vatRates';
import { blamed, Caller, invoice } from '../client';

let sandbox: RunningSandbox;
let caller: Caller;
beforeEach(async () => {
	sandbox = await startSandbox({ documents: 20 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

describe('templates', () => {
	const schedule = { start: '2026-12-01', frequency: 3, useWorkflow: false };
	const content = { currency: 'CZK', vatCountryType: 1, description: 'Nájem' };

	it('are created from content or from a document, and replaced', async () => {
		const given = { name: 'Nájem', content, scheduler: { ...schedule, generateMaxCount: 12 } };
		const created = await caller.send('POST', '/v2/templates', given);
		expect(template.parse(created.json)).toEqual({ id: created.json.id, ...given });
		expect(sandbox.admin.template(created.json.id)).toEqual(created.json);
		const { json: document } = await caller.create(invoice({ description: 'Vzor' }));
		const copied = await caller.send('POST', '/v2/templates', {
			accountingDocumentId: document.id,
		});
		expect(copied.json.content).toMatchObject({ description: 'Vzor', total: 242 });
		expect(copied.json.content.amountPaid).toBeUndefined();
		const one = `/v2/templates/${created.json.id}`;
		const replaced = await caller.send('PUT', one, { content });
		expect(replaced.json).toEqual({ id: created.json.id, content });
		expect((await caller.send('GET', one)).json).toEqual(replaced.json);
	});

	it('take back what was read', async () => {
		for (const id of sandbox.admin.templateIds()) {
			const { id: _id, ...given } = (await caller.send('GET', `/v2/templates/${id}`)).json;
			const { status, json } = await caller.send('PUT', `/v2/templates/${id}`, given);
			expect([status, json]).toEqual([200, { id: Number(id), ...given }]);
		}
	});

	it('have a scheduler that is set and removed', async () => {
		const [id] = sandbox.admin.templateIds();
		const path = `/v2/templates/${id}/scheduler`;
		const given = { ...schedule, generateOnEndOfMonth: true, emailTemplateId: 31 };
		expect((await caller.send('PUT', path, given)).json).toEqual(given);
		expect(sandbox.admin.template(id).scheduler).toEqual(given);
		expect((await caller.send('DELETE', path)).status).toBe(204);
		expect(sandbox.admin.template(id).scheduler).toBeNull();
		expect((await caller.send('DELETE', path)).status).toBe(404);
		expect((await caller.send('PUT', '/v2/templates/1/scheduler', given)).status).toBe(404);
	});

	it.each<[object, string]>([
		[{ start: undefined }, 'start'],
		[{ frequency: 5 }, 'frequency'],
		[{ useWorkflow: undefined }, 'useWorkflow'],
		[{ end: '2027-01-01', generateMaxCount: 1 }, 'end'],
		[{ generateOnEndOfMonth: true, frequency: 4 }, 'frequency'],
		[{ emailTemplateId: 32 }, 'emailTemplateId'],
		[{ emailRecipients: 'a@b.example' }, 'emailRecipients'],
		[{ more: 1 }, 'more'],
	])('refuse a scheduler with %j', async (changes, field) => {
		const [id] = sandbox.admin.templateIds();
		const given = { ...schedule, ...changes };
		expect(blamed(await caller.send('PUT', `/v2/templates/${id}/scheduler`, given))).toEqual([
			field,
		]);
		const whole = await caller.send('POST', '/v2/templates', { content, scheduler: given });
		expect(blamed(whole)).toEqual([`scheduler.${field}`]);
	});

	it('refuse a document on update, content beside a document, neither, and GET only fields', async () => {
		const { id } = sandbox.admin.documentAt(0);
		const [templateId] = sandbox.admin.templateIds();
		const post = (body: object) => caller.send('POST', '/v2/templates', body);
		const update = { accountingDocumentId: id };
		expect(blamed(await caller.send('PUT', `/v2/templates/${templateId}`, update))).toEqual([
			'accountingDocumentId',
		]);
		expect(blamed(await post({ accountingDocumentId: id, content }))).toEqual(['content']);
		expect(blamed(await post({ name: 'x' }))).toEqual(['content']);
		expect(blamed(await post({ id: 1, content: { amountPaid: 1 } }))).toEqual([
			'id',
			'content.amountPaid',
		]);
	});
});

describe('VAT rates', () => {
	const rates = (query: string) => caller.send('GET', `/v2/vatrates?${query}`);
	const query = 'countryCode=CZ&date=2026-11-01&vatCountryType=1&accountingDocumentDirection=1';

	it('come as a bare array, by country, date, VAT country type and direction', async () => {
		const { json } = await rates(`${query}&financialAccount=602100`);
		for (const one of json) vatRate.parse(one);
		const of = (list: Array<{ vatRate: number; type: number }>) =>
			list.map((one) => `${one.vatRate}/${one.type}`);
		expect(of(json)).toEqual(['21/1', '12/1', '0/5', '0/2', '0/3', '21/4', '12/4']);
		const earlier = (await rates(query.replace('2026', '2023'))).json;
		expect(of(earlier)).toEqual(['21/1', '15/1', '10/1', '0/5', '0/2', '0/3', '21/4']);
		const foreign = query.replace('Type=1', 'Type=2').replace('Direction=1', 'Direction=0');
		expect(of((await rates(foreign)).json).filter((one) => one === '21/4')).toHaveLength(2);
		expect(of((await rates(query.replace('CZ', 'SK'))).json)).toEqual(['23/1', '0/5']);
		expect((await rates(query.replace('CZ', 'XX'))).json).toEqual([]);
	});

	it.each(['countryCode', 'date', 'vatCountryType', 'accountingDocumentDirection'])(
		'demand %s',
		async (name) => {
			const without = query.split('&').filter((part) => !part.startsWith(name));
			expect(blamed(await rates(without.join('&')))).toEqual([name]);
			expect(blamed(await rates(`${without.join('&')}&${name}=x`))).toEqual([name]);
		},
	);

	it('know no other parameter', async () => {
		expect(blamed(await rates(`${query}&page=1`))).toEqual(['page']);
	});
});

describe('bank accounts and payment orders', () => {
	it('come in pages of the family', async () => {
		const accounts = await caller.send('GET', '/v2/bankaccounts');
		expect(accounts.json).toMatchObject({ pagesCount: 1, currentPage: 1, pageSize: 20 });
		for (const one of accounts.json.bankAccounts) bankAccount.parse(one);
		const path = `/v2/bankaccounts/${accounts.json.bankAccounts[0].id}/paymentorders`;
		const ids: unknown[] = [];
		for (const page of [1, 2, 3]) {
			const { json } = await caller.send('GET', `${path}?page=${page}&pageSize=10`);
			expect(json).toMatchObject({ pagesCount: 3, currentPage: page, pageSize: 10 });
			ids.push(...json.paymentOrders.map((one: unknown) => paymentOrder.parse(one).id));
		}
		expect(new Set(ids).size).toBe(30);
		expect((await caller.send('GET', `${path}?scope=CA`)).status).toBe(400);
		expect((await caller.send('GET', '/v2/bankaccounts/1/paymentorders')).status).toBe(404);
	});

	it('create an order for documents, or for an amount', async () => {
		const path = '/v2/bankaccounts/302/paymentorders';
		const { json: document } = await caller.create(invoice({ explicitNo: 'P1' }));
		const paid = {
			dueDate: '2026-12-01',
			accountingDocuments: [{ accountingDocumentId: document.id }],
		};
		const order = await caller.send('POST', path, paid);
		expect(paymentOrder.parse(order.json)).toMatchObject({
			accountingDocuments: [{ accountingDocumentId: document.id, accountingDocumentNo: 'P1' }],
			amount: 242,
			currency: 'EUR',
			bankAccountId: 302,
			processingState: 0,
		});
		const plain = await caller.send('POST', path, {
			dueDate: '2026-12-01',
			amount: 5.5,
			name: 'N',
		});
		expect(sandbox.admin.paymentOrders(302)).toEqual([plain.json, order.json]);
		for (const [changes, field] of [
			[{ dueDate: undefined }, 'dueDate'],
			[{ amount: 1 }, 'amount'],
			[{ accountingDocuments: [] }, 'amount'],
			[{ bankAccountId: 302 }, 'bankAccountId'],
			[
				{ accountingDocuments: [{ accountingDocumentId: 1 }] },
				'accountingDocuments.0.accountingDocumentId',
			],
		] as const)
			expect(blamed(await caller.send('POST', path, { ...paid, ...changes }))).toEqual([field]);
	});
});

describe('tasks', () => {
	it('are created with what the service adds', async () => {
		const { json: document } = await caller.create(invoice({ explicitNo: 'T1' }));
		const given = {
			title: 'Zkontrolovat',
			dueDate: '2026-12-01T10:00:00Z',
			assigneeId: 601,
			attachedAccountingDocumentIds: [{ accountingDocumentId: document.id }],
		};
		const { json } = await caller.send('POST', '/v2/tasks', given);
		expect(task.parse(json)).toMatchObject({
			title: 'Zkontrolovat',
			assigneeName: 'Jana Vzorová',
			priority: 1,
			state: 0,
			authorType: 2,
			attachedAccountingDocumentIds: [
				{ accountingDocumentId: document.id, accountingDocumentNo: 'T1' },
			],
		});
		expect(sandbox.admin.tasks()).toEqual([json]);
	});

	it.each<[object, string]>([
		[{ id: 1 }, 'id'],
		[{ created: '2026-01-01T00:00:00Z' }, 'created'],
		[{ dueDate: '2026-12-01' }, 'dueDate'],
		[{ priority: 3 }, 'priority'],
		[{ assigneeId: 1 }, 'assigneeId'],
		[{ attachedFiles: [{ fileId: 1 }] }, 'attachedFiles.0.fileId'],
		[
			{ attachedAccountingDocumentIds: [{ accountingDocumentId: 1 }] },
			'attachedAccountingDocumentIds.0.accountingDocumentId',
		],
	])('refuse %j', async (given, field) => {
		expect(blamed(await caller.send('POST', '/v2/tasks', given))).toEqual([field]);
	});
});
