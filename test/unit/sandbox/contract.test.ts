import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { validationError } from '../../../sandbox/http/answers';
import { tokenAnswer } from '../../../sandbox/http/tokens';
import { envelopes } from '../../../sandbox/lists/parameters';
import { accountingDocument } from '../../../sandbox/resources/accountingDocuments/contract';
import { template } from '../../../sandbox/resources/templates';
import { Caller } from './client';

describe('what the sandbox answers', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	beforeAll(async () => {
		sandbox = await startSandbox({ documents: 1000 });
		caller = await Caller.of(sandbox);
	});
	afterAll(() => sandbox.close());

	it('keeps the contract of the token exchange', async () => {
		const { status, json } = await caller.send('POST', '/auth/token', {
			appId: sandbox.appId,
			appSecret: sandbox.appSecret,
		});
		expect(status).toBe(200);
		expect(tokenAnswer.parse(json)).toMatchObject({
			expires_in: 3600,
			token_type: 'Bearer',
		});
	});

	it('keeps the contract of lists and searches, for every document', async () => {
		for (let page = 1; page <= 10; page++) {
			const list = await caller.list(`?page=${page}&pageSize=100&scope=CA`);
			const search = await caller.search({ page, pageSize: 100 });
			expect(envelopes.object.parse(list.json).accountingDocuments).toHaveLength(100);
			expect(envelopes.object.parse(search.json).accountingDocuments).toHaveLength(100);
		}
	});

	it('keeps the contract of a document by permalink token', async () => {
		const expected = sandbox.admin.documentAt(417);
		const { status, json } = await caller.send(
			'GET',
			`/v2/accountingdocuments/tokens/${expected.permalinkToken}`,
		);
		expect(status).toBe(200);
		expect(accountingDocument.parse(json)).toEqual(expected);
		expect(expected.permalinkToken).toMatch(/^[\w-]{24}$/);
	});

	it('keeps the contract of templates', async () => {
		for (const id of sandbox.admin.templateIds()) {
			const { status, json } = await caller.send('GET', `/v2/templates/${id}`);
			expect(status).toBe(200);
			expect(template.parse(json).id).toBe(Number(id));
		}
	});

	it('keeps the contract of errors', async () => {
		const replies = await Promise.all([
			caller.list('?pageSize=9'),
			caller.send('GET', '/v2/templates/1'),
			caller.send('GET', '/v2/accountingdocuments/tokens/none'),
			caller.send('GET', '/v2/accountingdocuments', undefined, {}),
			caller.send('POST', '/auth/token', '{'),
		]);
		expect(replies.map((reply) => reply.status)).toEqual([400, 404, 404, 401, 400]);
		for (const { json, contentType } of replies) {
			expect(contentType).toContain('application/json');
			validationError.parse(json);
		}
	});

	it('answers an unknown path with the web application, under status 200', async () => {
		for (const [method, path] of [
			['GET', '/v2/contacts'],
			['PUT', '/v2/accountingdocuments'],
			['GET', '/'],
		] as const) {
			const { status, contentType, text } = await caller.send(method, path);
			expect(status).toBe(200);
			expect(contentType).toContain('text/html');
			expect(text.startsWith('<!doctype html>')).toBe(true);
		}
	});

	it('makes totals that are the sum of their lines and their VAT recapitulation', async () => {
		const units = (amount?: number | null): number => Math.round((amount ?? 0) * 10_000);
		const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);
		for (const document of await caller.all()) {
			const lines = sum((document.lineItems ?? []).map((line) => units(line.total)));
			const recap = sum(
				(document.vatRecap ?? []).map((line) => units(line.base) + units(line.vatAmount)),
			);
			expect(lines + units(document.roundingAmount)).toBe(units(document.total));
			expect(recap).toBe(lines);
		}
	});
});
