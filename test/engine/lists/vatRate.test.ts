/** docs/reference/find.md#ids-that-the-service-does-not-list: the request for VAT rates. */
import { bench } from '../support/withSandbox';

it('VAT rates are requested by country, day, kind of document and account, in one response for any limit', async () => {
	const { run, asked } = await bench();
	const parameters = {
		resource: 'vatRate',
		operation: 'getAll',
		countryCode: ' CZ ',
		date: '2026-11-20T23:30:00.000Z',
		vatCountryType: 1,
		accountingDocumentDirection: 1,
	};
	const all = await run({ ...parameters, returnAll: true });
	expect(all.json).toContainEqual(
		expect.objectContaining({ id: 321, vatRate: 21, type: 'Standard', validTo: null }),
	);
	const filters = { financialAccount: '5180000' };
	const few = await run({ ...parameters, limit: 2, filters });
	expect(few.json).toHaveLength(2);
	const query = {
		countryCode: 'CZ',
		date: '2026-11-20',
		vatCountryType: '1',
		accountingDocumentDirection: '1',
	};
	expect(asked().map((entry) => entry.query)).toEqual([query, { ...query, ...filters }]);
});
