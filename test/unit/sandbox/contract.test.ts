import { validationError } from '../../../dev/sandbox/http/answers';
import { sandboxed } from './client';

describe('responses of the sandbox', () => {
	const on = sandboxed({ documents: 1000 });

	it('follow the contract of errors', async () => {
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

	it('have totals that are the sum of the lines and of the VAT recap', async () => {
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
