import { validationError } from '../../../dev/sandbox/http/answers';
import { sandboxed } from './client';

type Json = Record<string, any>;

const withoutIds = ({ lineItems, ...record }: Json): Json => ({
	...record,
	lineItems: lineItems.map(({ id: _id, ...line }: Json) => line),
});

/** What a client may send back: a record without its GET only fields. */
function sendable(record: Json): Json {
	const getOnly =
		'id accountingDocumentNo processingState processingMessage categoryName relatedAccountingDocumentNo exchRateDefault authorName totalVatAmount connectableAmount roundingAmount amountPaid amountDrawn accountingDocumentNoPreview variableSymbolPreview';
	const kept = Object.entries(withoutIds(record)).filter(
		([name]) => !getOnly.split(' ').includes(name),
	);
	return { ...Object.fromEntries(kept), payments: { paid: record.payments.paid } };
}

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

	it('can be sent back: every generated document is accepted as it was read', async () => {
		for (let position = 0; position < 60; position++) {
			const before = on.sandbox.admin.documentAt(position);
			const { status, json } = await on.caller.update(before.id, sendable(before));
			expect([status, json.fieldsAffected]).toEqual([200, undefined]);
			expect(withoutIds(json)).toMatchObject(withoutIds(before));
		}
	});
});
