import { validationError } from '../../../sandbox/http/answers';
import { tokenAnswer } from '../../../sandbox/http/tokens';
import { envelopes } from '../../../sandbox/lists/parameters';
import { accountingDocument } from '../../../sandbox/resources/accountingDocuments/contract';
import { template } from '../../../sandbox/resources/templates';
import { sandboxed } from './client';

describe('what the sandbox answers', () => {
	const on = sandboxed({ documents: 1000 });

	it('keeps the contract of the token exchange', async () => {
		const { status, json } = await on.caller.send('POST', '/auth/token', {
			appId: on.sandbox.appId,
			appSecret: on.sandbox.appSecret,
		});
		expect(status).toBe(200);
		expect(tokenAnswer.parse(json)).toMatchObject({
			expires_in: 3600,
			token_type: 'Bearer',
		});
	});

	it('keeps the contract of lists and searches, for every document', async () => {
		for (let page = 1; page <= 10; page++) {
			const list = await on.caller.list(`?page=${page}&pageSize=100&scope=CA`);
			const search = await on.caller.search({ page, pageSize: 100 });
			expect(envelopes.object.parse(list.json).accountingDocuments).toHaveLength(100);
			expect(envelopes.object.parse(search.json).accountingDocuments).toHaveLength(100);
		}
	});

	it('keeps the contract of a document by permalink token', async () => {
		const expected = on.sandbox.admin.documentAt(417);
		const { status, json } = await on.caller.send(
			'GET',
			`/v2/accountingdocuments/tokens/${expected.permalinkToken}`,
		);
		expect(status).toBe(200);
		expect(accountingDocument.parse(json)).toEqual(expected);
		expect(expected.permalinkToken).toMatch(/^[\w-]{24}$/);
	});

	it('keeps the contract of templates', async () => {
		for (const id of on.sandbox.admin.templateIds()) {
			const { status, json } = await on.caller.send('GET', `/v2/templates/${id}`);
			expect(status).toBe(200);
			expect(template.parse(json).id).toBe(Number(id));
		}
	});

	it('keeps the contract of errors', async () => {
		const replies = await Promise.all([
			on.caller.list('?pageSize=9'),
			on.caller.send('GET', '/v2/templates/1'),
			on.caller.send('GET', '/v2/accountingdocuments/tokens/none'),
			on.caller.send('GET', '/v2/accountingdocuments', undefined, {}),
			on.caller.send('POST', '/auth/token', '{'),
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
			const { status, contentType, text } = await on.caller.send(method, path);
			expect(status).toBe(200);
			expect(contentType).toContain('text/html');
			expect(text.startsWith('<!doctype html>')).toBe(true);
		}
	});

	it('makes totals that are the sum of their lines and their VAT recapitulation', async () => {
		const units = (amount?: number | null): number => Math.round((amount ?? 0) * 10_000);
		const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);
		for (const document of await on.caller.all()) {
			const lines = sum((document.lineItems ?? []).map((line) => units(line.total)));
			const recap = sum(
				(document.vatRecap ?? []).map((line) => units(line.base) + units(line.vatAmount)),
			);
			expect(lines + units(document.roundingAmount)).toBe(units(document.total));
			expect(recap).toBe(lines);
		}
	});
});
