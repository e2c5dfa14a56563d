import { bench, type Parameters } from '../support/withSandbox';

const rates = (changes: Parameters = {}): Parameters => ({
	resource: 'vatRate',
	operation: 'getAll',
	countryCode: 'CZ',
	date: '2026-11-20T23:30:00.000Z',
	vatCountryType: 1,
	accountingDocumentDirection: 1,
	returnAll: true,
	...changes,
});

describe('VAT rates', () => {
	it('are requested by country, day and kind of document', async () => {
		const { run, asked } = await bench();
		const { json } = await run(rates());
		expect(asked().map(({ query }) => query)).toEqual([
			{
				countryCode: 'CZ',
				date: '2026-11-20',
				vatCountryType: '1',
				accountingDocumentDirection: '1',
			},
		]);
		expect(json).toContainEqual(
			expect.objectContaining({ id: 321, vatRate: 21, type: 'Standard', validTo: null }),
		);
	});

	it('arrive in one response for any limit', async () => {
		const { run, asked } = await bench();
		const { json } = await run(rates({ returnAll: false, limit: 2 }));
		expect([json.length, asked().length]).toEqual([2, 1]);
	});

	it('may be narrowed to an account', async () => {
		const { run, asked } = await bench();
		await run(rates({ filters: { financialAccount: '5180000' } }));
		expect(asked()[0].query).toMatchObject({ financialAccount: '5180000' });
	});
});
