import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../../sandbox';
import { blamed, Caller, idsOf, invoice, type Reply } from './client';

/** Services that differ from the assumed one. */
async function withService(
	options: SandboxOptions,
	work: (caller: Caller, sandbox: RunningSandbox) => Promise<void>,
): Promise<void> {
	const sandbox = await startSandbox({ documents: 47, ...options });
	try {
		await work(await Caller.of(sandbox), sandbox);
	} finally {
		await sandbox.close();
	}
}

const newestFirst = (sandbox: RunningSandbox): unknown[] =>
	Array.from({ length: 47 }, (_, position) => sandbox.admin.documentAt(46 - position).id);

const page = (caller: Caller, number: number, size = 10): Promise<Reply> =>
	caller.list(`?page=${number}&pageSize=${size}`);

describe('pages', () => {
	it('can be counted by records', () =>
		withService({ pageCounts: 'records', firstPage: 0 }, async (caller, sandbox) => {
			expect(idsOf(await page(caller, 13))).toEqual(newestFirst(sandbox).slice(13, 23));
			expect(idsOf(await page(caller, 45))).toEqual(newestFirst(sandbox).slice(45));
		}));

	it('can have a size of their own', () =>
		withService({ fixedPageSize: 15 }, async (caller, sandbox) => {
			const { json } = await page(caller, 2);
			expect(json).toMatchObject({ pageSize: 15, pagesCount: 4 });
			expect(json.accountingDocuments.map((one: { id: unknown }) => one.id)).toEqual(
				newestFirst(sandbox).slice(15, 30),
			);
		}));

	it('can have other limits, refused or clamped', async () => {
		const limits = { pageSizeMinimum: 1, pageSizeUsual: 5, pageSizeMaximum: 30 };
		await withService(limits, async (caller) => {
			expect(idsOf(await caller.list())).toHaveLength(5);
			expect(idsOf(await page(caller, 1, 1))).toHaveLength(1);
			expect((await page(caller, 1, 31)).status).toBe(400);
		});
		await withService({ ...limits, pageSizeOutside: 'clamped' }, async (caller) => {
			expect((await page(caller, 1, 1000)).json).toMatchObject({ pageSize: 30, pagesCount: 2 });
			expect((await caller.search({ pageSize: 0 })).json.pageSize).toBe(1);
		});
	});

	it('can overlap, and still hold every record', () =>
		withService({ pageOverlap: 2 }, async (caller, sandbox) => {
			const { pagesCount } = (await page(caller, 1)).json;
			const ids: unknown[] = [];
			for (let number = 1; number <= pagesCount; number++)
				ids.push(...idsOf(await page(caller, number)));
			expect(pagesCount).toBe(6);
			expect([...new Set(ids)]).toEqual(newestFirst(sandbox));
			expect(ids.length).toBe(47 + 2 * 5);
		}));

	it('can leave records out', () =>
		withService({ leftOut: 4 }, async (caller, sandbox) => {
			expect(idsOf(await page(caller, 1))).toEqual(
				newestFirst(sandbox)
					.slice(0, 10)
					.filter((_, position) => (position + 1) % 4 !== 0),
			);
		}));

	it.each([
		['empty', 200, 0],
		['repeatLast', 200, 7],
		['repeatFirst', 200, 10],
		['refuse400', 400, undefined],
		['refuse404', 404, undefined],
	] as const)('beyond the last: %s', (beyondLastPage, status, length) =>
		withService({ beyondLastPage }, async (caller, sandbox) => {
			const reply = await page(caller, 6);
			expect(reply.status).toBe(status);
			if (length !== undefined) expect(idsOf(reply)).toHaveLength(length);
			if (beyondLastPage === 'repeatLast')
				expect(idsOf(reply)).toEqual(newestFirst(sandbox).slice(40));
			expect(idsOf(await page(caller, 5))).toHaveLength(7);
		}),
	);

	it('below the first can be the first', () =>
		withService({ belowFirstPage: 'first' }, async (caller) => {
			expect(idsOf(await page(caller, 0))).toEqual(idsOf(await page(caller, 1)));
		}));
});

describe('envelopes', () => {
	it('can have another list name, count and wrapping', () =>
		withService(
			{ envelope: 'wrapped', recordsProperty: 'items', countName: 'total', countOf: 'records' },
			async (caller) => {
				const { json } = await page(caller, 2);
				expect(json).toEqual({
					data: { items: expect.any(Array), total: 47, currentPage: 2, pageSize: 10 },
				});
				const accounts = await caller.send('GET', '/v2/bankaccounts');
				expect(accounts.json.data.items).toHaveLength(3);
			},
		));

	it.each([
		['null', 200, '{"accountingDocuments":null,"pagesCount":5,"currentPage":9,"pageSize":10}'],
		['noContent', 204, ''],
	] as const)('can tell an empty list as %s', (emptyList, status, text) =>
		withService({ emptyList }, async (caller) => {
			const reply = await page(caller, 9);
			expect([reply.status, reply.text]).toEqual([status, text]);
		}),
	);

	it('can tell an empty bare list as null', () =>
		withService({ emptyList: 'null', envelope: 'array' }, async (caller) => {
			expect((await page(caller, 9)).text).toBe('null');
		}));
});

describe('order', () => {
	it('can put what was edited first', () =>
		withService({ orderBy: 'edited' }, async (caller, sandbox) => {
			const ids = newestFirst(sandbox);
			sandbox.admin.changeDocument(ids[20] as number, { state: 'Draft' });
			const { json: created } = await caller.create(invoice());
			await caller.bulk('setcategory', [ids[9]], { categoryId: 41 });
			const first = [ids[9], created.id, ids[20]];
			expect(idsOf(await caller.list('?pageSize=100'))).toEqual([
				...first,
				...ids.filter((id) => !first.includes(id)),
			]);
		}));

	it('can change among documents of one date', () =>
		withService({ orderBy: 'issueDate', ties: 'unstable' }, async (caller, sandbox) => {
			for (const id of newestFirst(sandbox))
				sandbox.admin.changeDocument(id as number, { issueDate: '2026-05-05' });
			const [a, b] = [await page(caller, 1, 100), await page(caller, 1, 100)];
			expect(idsOf(a)).not.toEqual(idsOf(b));
			expect(new Set(idsOf(a))).toEqual(new Set(idsOf(b)));
		}));
});

describe('parameters', () => {
	it('that are unknown can be ignored, in queries and bodies', () =>
		withService({ unknownParameters: 'ignored' }, async (caller) => {
			expect((await caller.list('?offset=3&page=2')).json.currentPage).toBe(2);
			expect((await caller.search({ q: 'x', pageSize: 10 })).json.pageSize).toBe(10);
			expect((await caller.send('GET', '/v2/templates/701?x=1')).status).toBe(200);
			expect((await caller.list('?page=x')).status).toBe(400);
		}));

	it('can be taken without any effect', () =>
		withService({ withoutEffect: ['sortDirection', 'searchText', 'page'] }, async (caller) => {
			const plain = idsOf(await caller.search({}));
			expect(idsOf(await caller.search({ sortDirection: 'ASC' }))).toEqual(plain);
			expect(idsOf(await caller.search({ searchText: 'nikde není' }))).toEqual(plain);
			expect(idsOf(await caller.list('?page=2'))).toEqual(idsOf(await caller.list()));
		}));

	it('can be missing', () =>
		withService({ names: { searchText: '' } }, async (caller) => {
			expect(blamed(await caller.search({ searchText: 'x' }))).toEqual(['searchText']);
			expect((await caller.search({ '': 'x' })).status).toBe(400);
		}));
});

describe('writes', () => {
	it('can ignore fields that are unknown or GET only', () =>
		withService({ unknownFields: 'ignored' }, async (caller) => {
			const lineItems = [{ id: 'x', total: 5, more: 1 }];
			const given = invoice({
				id: 1,
				more: 2,
				amountPaid: 3,
				payments: { paidConfirmed: true },
				lineItems,
			});
			const { status, json } = await caller.create(given);
			expect([status, json.amountPaid, json.more, json.total]).toEqual([200, 0, undefined, 5]);
			expect(json.payments).toEqual({ paidConfirmed: false, paid: false });
			expect((await caller.create({ ...given, total: 'x' })).status).toBe(400);
		}));

	it('can succeed and fail with other statuses', () =>
		withService(
			{ createdStatus: 204, replacedStatus: 204, removedStatus: 200, refusalStatus: 422 },
			async (caller, sandbox) => {
				const created = await caller.create(invoice());
				expect([created.status, created.text]).toEqual([204, '']);
				const [{ id }] = sandbox.admin.createdDocuments();
				expect((await caller.update(id, invoice())).status).toBe(204);
				expect((await caller.update(id, {})).status).toBe(422);
				const all = `/v2/accountingdocuments/${id}/reminders`;
				await caller.send('POST', all, { exceededDays: 1, emailTemplateId: 31 });
				const [reminder] = (await caller.send('GET', all)).json;
				const removed = await caller.send('DELETE', `${all}/${reminder.id}`);
				expect([removed.status, removed.text]).toEqual([200, '']);
			},
		));
});

describe('access', () => {
	it.each([
		['loginPage', 200, /^<!doctype html>/],
		['redirect', 302, /^$/],
	] as const)('without a good token can be answered by a %s', (expiredAnswer, status, text) =>
		withService({ expiredAnswer }, async (caller, sandbox) => {
			expect((await caller.list()).contentType).toContain('json');
			sandbox.admin.expireTokens();
			for (const token of [caller.token, 'unknown']) {
				caller.token = token;
				const reply = await caller.list();
				expect(reply.status).toBe(status);
				expect(reply.text).toMatch(text);
			}
		}),
	);

	it('can end the oldest of three tokens', () =>
		withService({ validTokens: 'latestThree', expiredStatus: 400 }, async (first, sandbox) => {
			const others = [await Caller.of(sandbox), await Caller.of(sandbox)];
			expect((await first.list()).status).toBe(200);
			await Caller.of(sandbox);
			expect((await first.list()).status).toBe(400);
			for (const other of others) expect((await other.list()).status).toBe(200);
		}));

	it('can be refused to mere libraries', async () => {
		const sandbox = await startSandbox({ documents: 10, userAgents: 'named' });
		const ask = async (agent: string) => {
			const headers = { 'user-agent': agent };
			return (await fetch(`${sandbox.baseUrl}/v2/bankaccounts`, { headers })).status;
		};
		try {
			expect([await ask('axios/1.7.2'), await ask('node'), await ask('Pipeline')]).toEqual([
				403, 403, 401,
			]);
		} finally {
			await sandbox.close();
		}
	});
});

describe('ids', () => {
	it('can be GUIDs, in lists and in paths', () =>
		withService({ ids: 'guids' }, async (caller) => {
			const ids = idsOf(await caller.list()) as string[];
			expect(ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toBe(true);
			expect(new Set(ids).size).toBe(20);
			const { json } = await caller.get(ids[4]);
			expect(json.id).toBe(ids[4]);
			expect((await caller.get('00000000-0000-4000-0000-000000000001')).status).toBe(404);
		}));

	it('can be left out', () =>
		withService({ ids: 'none' }, async (caller) => {
			expect(idsOf(await caller.list()).every((id) => id === undefined)).toBe(true);
		}));
});
