/** docs/reference/find.md#what-is-left-of-an-advance-or-a-credit-note: connections of a document. */
import { bench, type Parameters, byId } from '../support/withSandbox';

async function connected() {
	const made = await bench();
	const { admin } = made.sandbox;
	const [from, other] = [1, 9].map((place) => {
		const { id } = admin.documentAt(place);
		admin.changeDocument(String(id), { processingState: 0 });
		return String(id);
	});
	admin.connect(from, other, 500);
	const update = (updateFields: Parameters): Parameters => ({
		resource: 'connection',
		operation: 'update',
		accountingDocumentId: byId(from),
		connectedAccountingDocumentId: other,
		updateFields,
	});
	return { ...made, admin, from, other, update };
}

describe('a connection', () => {
	it("is listed with the label of the other document's type", async () => {
		const { run, from, other } = await connected();
		const { json } = await run({
			resource: 'connection',
			operation: 'getAll',
			accountingDocumentId: byId(from),
		});
		expect(json).toContainEqual({
			connectedAccountingDocumentId: Number(other),
			connectedAccountingDocumentNo: expect.any(String),
			connectedAccountingDocumentType: expect.stringMatching(/^[A-Z]/),
			amount: 500,
		});
	});

	const rate = { vatRate: '21', base: '100', vatAmount: '21', total: '121' };

	it.each([
		[
			'another amount beside rows that have none',
			{ amount: '12.50', vatAmounts: { row: [] } },
			{ amount: 12.5 },
		],
		['another amount', { amount: '12.50' }, { amount: 12.5 }],
		[
			'amounts by VAT rate instead of one amount',
			{ vatAmounts: { row: [rate] } },
			{ vatAmounts: [{ vatRate: 21, base: 100, vatAmount: 21, total: 121 }] },
		],
	])('gets %s; the service returns the document', async (_, fields, amounts) => {
		const { run, asked, from, other, update } = await connected();
		const { json, error } = await run(update(fields));
		expect(error).toBeUndefined();
		const put = asked().find(({ method }) => method === 'PUT');
		expect(put?.body).toEqual({ connectedAccountingDocumentId: Number(other), ...amounts });
		expect(String(json[0].id)).toBe(from);
	});

	it('shows in a preview what the amounts by VAT rate are', async () => {
		const { run, update } = await connected();
		const parameters = update({ vatAmounts: { row: [rate] } });
		const { json } = await run({ ...parameters, options: { preview: true } });
		expect(json[0].changes).toContain(
			'VAT Amounts: empty → 1 (VAT Rate (%) 21, Base 100, VAT Amount 21, Total 121)',
		);
	});
});
