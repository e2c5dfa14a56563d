import { type GivenOptions } from '../../../sandbox/options';
import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { envelopes } from '../../../sandbox/lists/parameters';
import { Caller, idsOf } from './client';

async function withSandbox(
	options: GivenOptions,
	work: (caller: Caller, sandbox: RunningSandbox) => Promise<void>,
): Promise<void> {
	const sandbox = await startSandbox({ documents: 57, ...options });
	try {
		await work(await Caller.of(sandbox), sandbox);
	} finally {
		await sandbox.close();
	}
}

const allIds = (sandbox: RunningSandbox): unknown[] =>
	Array.from(
		{ length: sandbox.admin.count() },
		(_, position) => sandbox.admin.documentAt(position).id,
	);

describe('paging', () => {
	it('gives every document once, newest first, and says how many pages there are', () =>
		withSandbox({}, async (caller, sandbox) => {
			const ids: unknown[] = [];
			for (let page = 1; page <= 6; page++) {
				const reply = await caller.list(`?page=${page}&pageSize=10`);
				expect(reply.json).toMatchObject({ pagesCount: 6, currentPage: page, pageSize: 10 });
				ids.push(...idsOf(reply));
			}
			expect(ids).toEqual(allIds(sandbox).reverse());
		}));

	it('answers a page beyond the last with an empty list and true numbers', () =>
		withSandbox({}, async (caller) => {
			const expected = { accountingDocuments: [], pagesCount: 6, currentPage: 99, pageSize: 10 };
			expect((await caller.list('?page=99&pageSize=10')).json).toEqual(expected);
			expect((await caller.search({ page: 99, pageSize: 10 })).json).toEqual(expected);
		}));

	it('answers an empty organization with no page', () =>
		withSandbox({ documents: 0 }, async (caller) => {
			expect((await caller.list()).json).toEqual({
				accountingDocuments: [],
				pagesCount: 0,
				currentPage: 1,
				pageSize: 20,
			});
		}));

	it.each(['object', 'array', 'objectWithoutCount'] as const)(
		'speaks the envelope %s',
		(envelope) =>
			withSandbox({ envelope }, async (caller) => {
				for (const reply of [
					await caller.list('?pageSize=10'),
					await caller.search({ pageSize: 10 }),
				]) {
					const parsed = envelopes[envelope].parse(reply.json);
					expect(Array.isArray(parsed) ? parsed : parsed.accountingDocuments).toHaveLength(10);
				}
				const last = await caller.list('?pageSize=10&page=7');
				envelopes[envelope].parse(last.json);
			}),
	);

	it('can count pages from 0', () =>
		withSandbox({ firstPage: 0 }, async (caller, sandbox) => {
			const replies = [
				await caller.list('?page=0&pageSize=50'),
				await caller.list('?page=1&pageSize=50'),
			];
			expect(replies.map((reply) => reply.json.currentPage)).toEqual([0, 1]);
			expect(replies.flatMap(idsOf)).toEqual(allIds(sandbox).reverse());
			expect((await caller.list('?pageSize=50')).json.currentPage).toBe(0);
		}));

	it('can list oldest first, while a search keeps its own direction', () =>
		withSandbox({ listOrder: 'asc' }, async (caller, sandbox) => {
			expect(idsOf(await caller.list('?pageSize=100'))).toEqual(allIds(sandbox));
			expect(idsOf(await caller.search({ pageSize: 100 }))).toEqual(allIds(sandbox).reverse());
			expect(idsOf(await caller.search({ pageSize: 100, sortDirection: 'ASC' }))).toEqual(
				allIds(sandbox),
			);
		}));

	it('can sort by issue date, which is no order of ids', () =>
		withSandbox({ orderBy: 'issueDate', documents: 90 }, async (caller, sandbox) => {
			const { json } = await caller.list('?pageSize=100');
			const documents = envelopes.object.parse(json).accountingDocuments;
			const expected = Array.from({ length: 90 }, (_, position) =>
				sandbox.admin.documentAt(position),
			).sort(
				(a, b) =>
					String(b.issueDate).localeCompare(String(a.issueDate)) || Number(b.id) - Number(a.id),
			);
			expect(documents.map((document) => document.id)).toEqual(
				expected.map((document) => document.id),
			);
			expect(documents.map((document) => document.id)).not.toEqual(allIds(sandbox).reverse());
		}));

	it('can be spoken to with other names, and then knows only those', () =>
		withSandbox(
			{ names: { page: 'strana', pageSize: 'velikost', searchText: 'fulltext' } },
			async (caller) => {
				expect((await caller.list('?strana=2&velikost=10')).json).toMatchObject({
					currentPage: 2,
					pageSize: 10,
				});
				expect((await caller.list('?page=2')).status).toBe(400);
				const rejected = await caller.list('?velikost=9');
				expect(rejected.json.fieldsAffected[0].name).toBe('velikost');
				expect((await caller.search({ strana: 2, fulltext: 'a' })).status).toBe(200);
				expect((await caller.search({ searchText: 'a' })).status).toBe(400);
			},
		));

	it('can take the parameters of a search from the query', () =>
		withSandbox({ searchParametersIn: 'query' }, async (caller) => {
			const path = '/v2/search/accountingdocuments';
			const reply = await caller.send(
				'POST',
				`${path}?page=2&pageSize=10&valueFrom=0&sortDirection=ASC`,
			);
			expect(reply.json).toMatchObject({ currentPage: 2, pageSize: 10 });
			expect((await caller.send('POST', `${path}?page=2`, {})).status).toBe(200);
			expect((await caller.send('POST', path, { page: 2 })).status).toBe(400);
		}));

	it('returns connectableAmount only with the scope CA', () =>
		withSandbox({}, async (caller) => {
			const amounts = (json: any): unknown[] =>
				json.accountingDocuments.map((document: any) => document.connectableAmount);
			expect(amounts((await caller.list()).json).every((amount) => amount === undefined)).toBe(
				true,
			);
			expect(
				amounts((await caller.list('?scope=CA')).json).every(
					(amount) => typeof amount === 'number',
				),
			).toBe(true);
			expect(
				amounts((await caller.search({ scope: 'CA' })).json).every(
					(amount) => typeof amount === 'number',
				),
			).toBe(true);
		}));

	it('sends ids beyond 2^53 as integers with every digit', () =>
		withSandbox({ idBase: '9007199254740990', documents: 30 }, async (caller, sandbox) => {
			const { text } = await caller.list('?pageSize=30');
			const raw = [...text.matchAll(/\{"id":(\d+)[,}]/g)].map((match) => match[1]);
			expect(raw).toEqual(allIds(sandbox).reverse().map(String));
			expect(raw.some((id) => BigInt(id) !== BigInt(Number(id)))).toBe(true);
			const changed = sandbox.admin.changeDocument(raw[3], { state: 'Draft' });
			expect(String(changed.id)).toBe(raw[3]);
			const byToken = await caller.send(
				'GET',
				`/v2/accountingdocuments/tokens/${changed.permalinkToken}`,
			);
			expect(byToken.text).toMatch(new RegExp(`^\\{"id":${raw[3]},`));
			const [templateId] = sandbox.admin.templateIds();
			expect(
				(await caller.send('GET', `/v2/templates/${templateId}`)).text.startsWith(
					`{"id":${templateId},`,
				),
			).toBe(true);
		}));

	it('speaks https with its own certificate', () =>
		withSandbox({ tls: true }, async (caller, sandbox) => {
			expect(sandbox.baseUrl).toMatch(/^https:/);
			expect((await caller.list()).status).toBe(200);
			await expect(fetch(`${sandbox.baseUrl}/v2/accountingdocuments`)).rejects.toThrow();
		}));
});
