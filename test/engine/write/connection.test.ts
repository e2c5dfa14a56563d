import { bench, type Bench, type Parameters, byId } from '../support/withSandbox';

async function connected() {
	const made = await bench();
	const { admin } = made.sandbox;
	const [from, other] = [1, 9].map((place) => {
		const { id } = admin.documentAt(place);
		admin.changeDocument(String(id), { processingState: 0 });
		return String(id);
	});
	admin.connect(from, other, 500);
	const update = (updateFields: Parameters, changes: Parameters = {}): Parameters => ({
		resource: 'connection',
		operation: 'update',
		accountingDocumentId: byId(from),
		connectedAccountingDocumentId: other,
		updateFields,
		...changes,
	});
	return { ...made, admin, from, other, update };
}

/** The request bodies. */
function bodies({ asked }: Pick<Bench, 'asked'>, method: string) {
	return asked()
		.filter((request) => request.method === method)
		.map(({ body }) => body);
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

	it('gets another amount; the service returns the document', async () => {
		const made = await connected();
		const { json, error } = await made.run(made.update({ amount: '12.50' }));
		expect(error).toBeUndefined();
		expect(bodies(made, 'PUT')).toEqual([
			{ connectedAccountingDocumentId: Number(made.other), amount: 12.5 },
		]);
		expect(String(json[0].id)).toBe(made.from);
	});

	it('gets amounts by VAT rate instead of one amount', async () => {
		const made = await connected();
		const vatAmounts = { row: [{ vatRate: '21', base: '100', vatAmount: '21', total: '121' }] };
		const { error } = await made.run(made.update({ vatAmounts }));
		expect(error).toBeUndefined();
		expect(bodies(made, 'PUT')).toEqual([
			{
				connectedAccountingDocumentId: Number(made.other),
				vatAmounts: [{ vatRate: 21, base: 100, vatAmount: 21, total: 121 }],
			},
		]);
	});
});
