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

	it('can list oldest first, while a search keeps its own direction', () =>
		withSandbox({ listOrder: 'asc' }, async (caller, sandbox) => {
			expect(idsOf(await caller.list('?pageSize=100'))).toEqual(allIds(sandbox));
			expect(idsOf(await caller.search({ pageSize: 100 }))).toEqual(allIds(sandbox).reverse());
			expect(idsOf(await caller.search({ pageSize: 100, sortDirection: 'ASC' }))).toEqual(
				allIds(sandbox),
			);
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
});
