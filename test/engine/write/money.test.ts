/** docs/api/writes.md#money: amounts are sent unchanged, and compared with what the service made of them. */
import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath, line } from '../support/create';
import { sentFor } from '../support/sentLine';
import { json, smallService } from '../support/smallService';
import { searchPath } from '../support/withSandbox';

it.each([
	[{ accountingDocuments: '12' }, '"accountingDocuments":[{"accountingDocumentId":12}]'],
	[{ amount: '12.340' }, '"amount":12.340'],
	[{ amount: '12.345' }, '"amount":12.345'],
	// A number has the digits of a spreadsheet. Text and whole numbers keep all of theirs.
	[{ amount: '={{ 0.1 + 0.2 }}' }, '"amount":0.3'],
	[{ amount: '={{ 1.1 * 3 }}' }, '"amount":3.3'],
	[{ amount: '={{ 4.35 * 100 / 100 + 123456789012 }}' }, '"amount":123456789016.35'],
	[{ amount: '={{ 1234567890123.4565 }}' }, '"amount":1234567890123.4565'],
	[{ amount: '0.30000000000000004' }, '"amount":0.30000000000000004'],
	[{ amount: '={{ 123456789012345 }}' }, '"amount":123456789012345'],
])('a payment order of %j goes out as it is', async (entered, sent) => {
	const { arrived, run } = await smallService({
		answer: ({ path, method }) =>
			method === 'GET' && path.endsWith('/paymentorders') ? [] : { id: 12 },
	});
	const order = { resource: 'paymentOrder', operation: 'create', bankAccountId: '3' };
	const { error } = await run({ ...order, dueDate: '2030-01-31', ...entered });
	expect(error).toBeUndefined();
	const posts = arrived.filter(({ method }) => method === 'POST');
	// As a whole: 0.3 is the beginning of 0.30000000000000004.
	const bodies = posts.map(({ body }) => body.replace(/\}$/, ','));
	expect(bodies).toEqual([expect.stringContaining(`${sent},`)]);
});

it('one amount of a line is sent unchanged, for any total of the document', async () => {
	const additionalFields = { total: '250', totalVatExcl: '201' };
	for (const [entered, expected] of [
		[line({ price: '100.50' }), '"unitPriceVatExcl":100.50'],
		[{ amount: '10.10', vatRate: 21, vatRateType: 1 }, '"totalVatExcl":10.10'],
		[{ total: '242.00', vatRate: 21, vatRateType: 1 }, '"total":242.00'],
	] as const) {
		const sent = await sentFor(entered, { additionalFields });
		expect(sent.message).toBeUndefined();
		expect(sent.line).toContain(expected);
		expect(sent.line?.match(/"(unitPrice|total|vatValue)/g)).toHaveLength(1);
	}
});

const ledger = { extraFields: { field: [{ name: 'ledger', value: '1e-7' }] } };

it.each<[object, object, boolean]>([
	[{ exchRate: '0.0000001' }, { exchRate: 1e-7 }, true],
	[{ exchRate: '={{ 1e-7 }}' }, { exchRate: '0.0000001' }, true],
	[{ exchRate: '0.0000001' }, { exchRate: '1.0e-7' }, true],
	[{ exchRate: '0.0000001' }, { exchRate: 2e-7 }, false],
	[{ exchRate: 1 }, { exchRate: null }, true],
	[ledger, { ledger: '0.0000001' }, true],
])('%j that comes back as %j is the same: %s', async (additionalFields, returned, isSame) => {
	const { run, arrived } = await smallService({
		answer: ({ path, body }) =>
			path === searchPath ? [] : { ...(JSON.parse(body) as IDataObject), id: 1, ...returned },
	});
	const { error, hints } = await run(create({ additionalFields }));
	expect(error).toBeUndefined();
	expect(arrived.at(-1)?.body).toMatch(/"exchRate":(0\.00000010*|1)[,}]|"ledger":1e-7/);
	const says =
		/^The service returned other values than were sent while creating document ID 1: Exchange Rate \(/;
	expect(hints).toEqual(isSame ? [] : [expect.stringMatching(says)]);
});

it('an application that may create but not search can create', async () => {
	const { arrived, run } = await smallService({
		answer: ({ path, body }, response) =>
			path === searchPath
				? void json(response, 403, { message: 'No right to search' })
				: { ...(JSON.parse(body) as IDataObject), id: 7 },
	});
	const result = await run(create());
	expect(result.error).toBeUndefined();
	expect(result.json).toMatchObject([{ id: 7 }]);
	expect(
		arrived.filter(({ method, path }) => method === 'POST' && path === documentsPath),
	).toHaveLength(1);
});
