/** docs/reference/operations.md#which-documents: what each picker lists. */
import type { INodeListSearchResult } from 'n8n-workflow';

import { pick } from '../support/pick';
import { json, smallService } from '../support/smallService';
import { bench, type Bench } from '../support/withSandbox';

describe('the list of VAT rates', () => {
	const further = { direction: 1, vatCountryType: 1, taxDate: '2026-11-01' };

	it.each([
		['Create', { vatCountryCode: 'cz', additionalFields: { taxDate: '2026-11-01' } }],
		['Update', { operation: 'update', newVatCountryCode: 'cz', updateFields: further }],
	])('is of the document in the form of %s', async (_, parameters) => {
		const made = await bench();
		const { results } = await pick(made, 'searchVatRates', '21 %', undefined, parameters);
		expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^21 % Standard/));
		expect(made.asked().at(-1)?.query).toEqual({
			...{ countryCode: 'CZ', date: '2026-11-01' },
			...{ vatCountryType: '1', accountingDocumentDirection: '1' },
		});
	});

	it('needs the fields that it depends on', async () => {
		const made = await bench();
		const picked = pick(made, 'searchVatRates', '', undefined, {
			operation: 'update',
			newVatCountryCode: 'CZ',
		});
		await expect(picked).rejects.toMatchObject({
			message: 'VAT Country Type and Direction are missing',
			description: expect.stringMatching(
				/Add VAT Country Type and Direction under Update Fields, .* Or choose By %/,
			) as string,
		});
		expect(made.asked()).toEqual([]);
	});
});

describe('the list of documents to pick from', () => {
	it('shows the newest first, one page at a time, by token or by ID', async () => {
		const made = await bench({ documents: 170 });
		const newest = made.sandbox.admin.documentAt(169);
		const byId = await pick(made, 'searchDocumentIds');
		expect(byId.results).toHaveLength(100);
		expect(byId.results[0].value).toBe(String(newest.id));
		expect(byId.results[0].name).toContain(String(newest.accountingDocumentNo));
		const further = await pick(
			made,
			'searchDocumentIds',
			undefined,
			byId.paginationToken as string,
		);
		const values = [...byId.results, ...further.results].map(({ value }) => value);
		expect(new Set(values).size).toBe(170);
		const byToken = await pick(made, 'searchDocuments');
		expect(byToken.results.map(({ value }) => value)).toContain(newest.permalinkToken);
	});

	it.each([
		[{ total: 1210.5 }, 'CZK', 'FV17 · 1210.50 CZK · due 2026-02-14 · Example · Overdue'],
		[
			{ accountingDocumentNo: null, state: 'Draft', total: 1 },
			'CZK',
			'Draft 5 · 1.00 CZK · due 2026-02-14 · Example · Overdue',
		],
		[
			{ total: 1210, payments: { paid: true } },
			'JPY',
			'FV17 · 1210 JPY · due 2026-02-14 · Example · Paid',
		],
		[
			{ total: 1.5, dueDate: '2999-01-01' },
			'KWD',
			'FV17 · 1.500 KWD · due 2999-01-01 · Example · Unpaid',
		],
	])(
		'shows number or state, amount, due date, contact and payment status: %j',
		async (own, currency, shown) => {
			const record = {
				...{ id: 5, accountingDocumentNo: 'FV17', contact: { companyName: 'Example' }, currency },
				...{ issueDate: '2026-01-31T00:00:00', dueDate: '2026-02-14', payments: { paid: false } },
				...own,
			};
			const { credential } = await smallService({
				answer: () => ({ accountingDocuments: [record], paging: { total: 1 } }),
			});
			const { results } = await pick({ credentials: credential() }, 'searchDocumentIds');
			expect(results).toEqual([{ name: shown, value: '5' }]);
		},
	);

	describe('for a payment order', () => {
		const records = [
			{ id: 1, direction: 0, type: 0, accountingDocumentNo: 'R-1' },
			{ id: 2, direction: 1, type: 0, accountingDocumentNo: 'I-2' },
			{ id: 3, direction: 0, type: 3, accountingDocumentNo: 'R-3' },
			{ id: 4, direction: 0, type: 0, accountingDocumentNo: 'R-4', payments: { paid: true } },
			{ id: 5, direction: 0, type: 0, accountingDocumentNo: 'R-5' },
		];

		it.each<[string, { allow?: string | string[] }, string[]]>([
			['nothing more', {}, ['1', '5']],
			['paid ones', { allow: ['paid'] }, ['1', '4', '5']],
			['issued ones and credit notes', { allow: ['creditNotes', 'issued'] }, ['1', '2', '3', '5']],
			['what an expression says', { allow: '={{ $json.allow }}' }, ['1', '5']],
		])('has what the order accepts, if Allow has %s', async (_, options, ids) => {
			const service = await smallService({
				answer: ({ method, path }) => {
					if (path.endsWith('/paymentorders')) return { paymentOrders: [], pagesCount: 0 };
					if (method !== 'GET') return { accountingDocuments: records, pagesCount: 1 };
					return records.find(({ id }) => path.endsWith(`/${id}`));
				},
			});
			const made = { credentials: service.credential() };
			const opened = async (filter?: string) =>
				await pick(made, 'searchDocumentsToPay', filter, undefined, { options });
			const { results } = await opened();
			expect(results.map(({ value }) => value)).toEqual(ids);
			// The operation has the same rule.
			for (const { id } of typeof options.allow === 'string' ? [] : records) {
				const { error } = await service.run({
					...{ resource: 'paymentOrder', operation: 'create', dueDate: '2026-12-01' },
					...{ bankAccountId: { mode: 'id', value: '303' }, accountingDocuments: String(id) },
					options: { ...options, preview: true },
				});
				const isRefused = error?.message.includes('needs no payment') === true;
				expect([id, isRefused]).toEqual([id, !ids.includes(String(id))]);
			}
		});

		it('says why a document that somebody looks for is not in it', async () => {
			const { credential } = await smallService({
				answer: ({ body }) => ({
					accountingDocuments: JSON.parse(body).searchText ? [] : records,
					pagesCount: 1,
				}),
			});
			const made = { credentials: credential() };
			for (const [typed, why] of [
				['i-2', 'I-2 is not offered: issued'],
				['4', 'R-4 is not offered: paid'],
				['R-3', 'R-3 is not offered: a credit note'],
			]) {
				const { results } = await pick(made, 'searchDocumentsToPay', typed);
				expect(results.at(-1)).toEqual({ name: why, value: '' });
			}
		});
	});

	/** Scrolls until a number appears, or to the end. */
	async function scrolled(made: Pick<Bench, 'credentials'>, typed: string) {
		const found: INodeListSearchResult[] = [];
		let token: string | undefined;
		do {
			found.push(await pick(made, 'searchDocumentIds', typed, token));
			token = found.at(-1)?.paginationToken as string | undefined;
		} while (token !== undefined && !found.at(-1)?.results.some(({ value }) => value !== ''));
		return found;
	}

	it('finds it page by page among any number of documents', async () => {
		const made = await bench({ documents: 1_350 });
		const middle = made.sandbox.admin.documentAt(900);
		const once = await scrolled(made, String(middle.accountingDocumentNo).toLowerCase());
		expect(once.map(({ results }) => results.map(({ value }) => value))).toEqual([
			[String(middle.id)],
		]);
		// The text search, then no page after the one with the number.
		expect(made.asked()).toHaveLength(1 + 5);
		const oldest = made.sandbox.admin.documentAt(2);
		const [first, second, ...more] = await scrolled(made, String(oldest.id));
		expect(first.results).toEqual([
			{
				name: 'Older documents were not searched. To find one by its number, use Get Many with the filter Document Number.',
				value: '',
			},
		]);
		expect(second.results.map(({ value }) => value)).toEqual([String(oldest.id)]);
		expect(more).toEqual([]);
	});

	const none = { results: [], paginationToken: undefined };

	it('has no results only after all documents were searched', async () => {
		const made = await bench({ documents: 230 });
		expect(await scrolled(made, 'no such number')).toEqual([none]);
		const pages = made.asked().map(({ body }) => (body as { page?: number }).page);
		// The text, its longest word, and all pages.
		expect(pages).toEqual([1, 1, 1, 2, 3]);
	});

	it.each(['an empty page', 'a refused page', 'the last page again', 'pages of 50'])(
		'ends without a count at %s, as the list of contacts does',
		async (past) => {
			const ids = Array.from({ length: 200 }, (_, index) => 1200 - index);
			const { credential } = await smallService({
				answer: ({ body }, response) => {
					const { page, pageSize, searchText } = JSON.parse(body) as Record<string, number>;
					if (searchText !== undefined) return { accountingDocuments: [] };
					const size = past === 'pages of 50' ? 50 : pageSize;
					const last = Math.ceil(ids.length / size);
					if (page > last && past === 'a refused page') return json(response, 400, {});
					const shown = past === 'the last page again' ? Math.min(page, last) : page;
					const records = ids.slice((shown - 1) * size, shown * size).map((id) => ({ id }));
					return { accountingDocuments: records };
				},
			});
			const made = { credentials: credential() };
			for (const method of ['searchDocumentIds', 'searchContacts'] as const) {
				const { results, paginationToken } = await pick(made, method, undefined, '1');
				expect(results[0].value).toBe(past === 'pages of 50' ? '1150' : '1100');
				expect(paginationToken).toBe(past === 'pages of 50' ? '2' : undefined);
			}
			expect(await scrolled(made, 'no such number')).toEqual([none]);
			expect((await scrolled(made, '1001'))[0].results[0].value).toBe('1001');
		},
	);
});

describe('the list of states to pick from', () => {
	it('has those of the newest documents, with their number, the most frequent first', async () => {
		const made = await bench({ documents: 130 });
		const { admin } = made.sandbox;
		for (let at = 30; at < 130; at++) {
			const state = at < 33 ? 'Paused' : at < 73 ? 'Draft' : 'Sent';
			admin.changeDocument(admin.documentAt(at).id ?? 0, { state });
		}
		// The 100 newest documents do not include it.
		admin.changeDocument(admin.documentAt(1).id ?? 0, { state: 'Archived' });
		const named = (value: string, count: number) => ({
			name: `${value} · ${count} of the newest 100 documents`,
			value,
		});
		const all = [named('Sent', 57), named('Draft', 40), named('Paused', 3)];
		expect(await pick(made, 'searchStates')).toEqual({ results: all });
		expect(await pick(made, 'searchStates', 'PAUS')).toEqual({ results: [all[2]] });
	});

	it('shows spaces at the ends of a state, and Change State sends them', async () => {
		const made = await bench({ documents: 3 });
		const { admin } = made.sandbox;
		const [plain, spaced] = [admin.documentAt(0), admin.documentAt(1)];
		admin.changeDocument(plain.id ?? 0, { state: 'Sent' });
		admin.changeDocument(spaced.id ?? 0, { state: 'Sent ' });
		const { results } = await pick(made, 'searchStates', 'sent');
		expect(results.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^"Sent" with spaces · 1 /),
				expect.stringMatching(/^Sent · \d+ /),
			]),
		);
		await made.run({
			...{ resource: 'accountingDocument', operation: 'changeState' },
			accountingDocumentId: { mode: 'id', value: String(plain.id) },
			state: { mode: 'list', value: 'Sent ' },
		});
		expect(made.asked('/v2/bulk/accountingdocuments')[0].body).toMatchObject({
			additionalData: { state: 'Sent ' },
		});
	});

	it('reads no more than the newest documents of a service with small pages', async () => {
		const made = await bench(
			{ documents: 230 },
			{ customizeParameterNames: true, largestPageSize: 10 },
		);
		const { results } = await pick(made, 'searchStates');
		expect(results[0].name).toMatch(/of the newest \d+ documents$/);
		expect(made.asked().length).toBeLessThanOrEqual(12);
	});
});

describe('the list of contacts to pick from', () => {
	it('shows all of them, page by page, with distinguishing details, or those with the typed text', async () => {
		const made = await bench({ documents: 10 });
		const found: INodeListSearchResult['results'] = [];
		let token: string | undefined;
		do {
			const page = await pick(made, 'searchContacts', undefined, token);
			found.push(...page.results);
			token = page.paginationToken as string | undefined;
		} while (token !== undefined);
		expect(new Set(found.map(({ value }) => value)).size).toBe(400);
		const { contactId, companyName, companyRegNo, email } =
			made.sandbox.admin.documentAt(2).contact ?? {};
		const own = found.find(({ value }) => value === String(contactId));
		expect(own?.name).toContain([companyName, companyRegNo].filter(Boolean).join(' · '));
		const { results } = await pick(made, 'searchContacts', String(email));
		expect(results).toEqual([own]);
	});

	it('reports that the service has no contact search', async () => {
		for (const status of [404, 200]) {
			const { credential } = await smallService({
				answer: (_, response) => void response.writeHead(status).end('<!doctype html>'),
			});
			const { results } = await pick({ credentials: credential() }, 'searchContacts', 'Example');
			const name = 'Your service has no contact search here. Use By ID.';
			expect(results).toEqual([{ name, value: '' }]);
		}
	});
});

it('the list of bank accounts has all of them, also with pages of 20 and a largest page', async () => {
	const ids = Array.from({ length: 45 }, (_, index) => 500 + index);
	const { credential, arrived } = await smallService({
		answer: ({ query }, response) => {
			const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
			if (size > 20) return json(response, 400, {});
			const shown = page === 0 ? [] : ids.slice((page - 1) * size, page * size);
			return { bankAccounts: shown.map((id) => ({ id, name: `Account ${id}` })) };
		},
	});
	const settings = { customizeParameterNames: true, largestPageSize: 20 };
	const made = { credentials: credential(settings) };
	const { results, paginationToken } = await pick(made, 'searchBankAccounts');
	expect(results.map(({ value }) => value)).toEqual(ids.map(String));
	expect(paginationToken).toBeUndefined();
	const { results: some } = await pick(made, 'searchBankAccounts', 'account 544');
	expect(some.map(({ value }) => value)).toEqual(['544']);
	expect(arrived.length).toBeGreaterThan(0);
});

describe('a credential whose App ID reads the input item', () => {
	it.each(['={{ $json.appId }}', "={{ $('Start').item.json.appId }}"])(
		'is explained, and nothing is sent: %s',
		async (appId) => {
			const made = await bench({}, { appId });
			const opened = pick(made, 'searchContacts', '').then(
				() => undefined,
				({ message, description }: Error & { description?: string }) =>
					[message, description].join(),
			);
			expect(await opened).toMatch(
				/^An expression in the credential has no value here,Triggers and lists in the editor/,
			);
			expect(made.sandbox.admin.journal().entries).toEqual([]);
		},
	);
});
