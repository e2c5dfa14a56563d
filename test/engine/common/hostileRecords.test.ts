/** docs/reference/lists.md: records with objects in place of texts end no execution. */
import type { IDataObject } from 'n8n-workflow';

import { create } from '../support/create';
import { pick } from '../support/pick';
import { smallService } from '../support/smallService';
import {
	byId,
	getAll,
	getByToken,
	listPath,
	search,
	type Parameters,
} from '../support/withSandbox';

/** JavaScript cannot convert this to text or a number. */
const hostile = { toString: 1, valueOf: 1, toJSON: 1 };

const good = {
	...{ id: 1, type: 0, direction: 1, currency: 'CZK', total: 10, issueDate: '2026-01-31' },
	...{ orderNo: 'A-1', variableSymbol: '17', externalNo: 'E-1', accountingDocumentNo: 'FV1' },
	...{
		state: 'Draft',
		contact: { contactId: 5, companyName: 'Example' },
		permalinkToken: 't1',
		name: 'Example',
	},
};

const bad = Object.fromEntries(Object.keys(good).map((name) => [name, hostile]));

/** Lists of all kinds with a bad record before the good one. */
async function service(record: object = good) {
	const insideBad = { ...bad, id: 2, contact: { contactId: hostile, companyName: hostile } };
	const badRate = { id: hostile, vatRate: 21, type: hostile, text: hostile };
	return await smallService({
		answer({ method, path, body }) {
			const { searchText } = (method === 'POST' ? JSON.parse(body) : {}) as Record<string, unknown>;
			const isFound = searchText === undefined || searchText === 'example';
			const documents = isFound ? [bad, insideBad, record] : [];
			if (path.includes('/bulk/')) {
				const results = [hostile, 1].map((id) => ({ id, state: id === 1 ? 1 : hostile }));
				return results;
			}
			if (method === 'PUT') return { ...(JSON.parse(body) as object), id: 3 };
			if (path.endsWith('/reminders')) return { reminders: [bad, { id: 3, exceededDays: 5 }] };
			if (path.endsWith('/vatrates')) {
				return { vatRates: [badRate, { id: 1201, vatRate: 21, type: 1, text: 'Standard' }] };
			}
			if (method === 'POST' && path === listPath) return { ...(JSON.parse(body) as object), id: 9 };
			if (method === 'GET' && path !== listPath && path.startsWith(`${listPath}/`)) return record;
			const paging = { pagesCount: 1, currentPage: 1, pageSize: 100 };
			return {
				accountingDocuments: documents,
				contacts: documents,
				bankAccounts: documents,
				...paging,
			};
		},
	});
}

const found: Array<[string, Parameters]> = [
	...Object.entries({
		...{ contactId: byId('5'), currency: 'CZK', direction: 1, documentNo: 'FV1', type: [0] },
		...{ externalNo: 'E-1', orderNo: 'A-1', state: 'Draft', variableSymbol: '17' },
		...{ issueDateFrom: '2026-01-01', issueDateTo: '2026-02-01' },
	}).map(([name, value]): [string, Parameters] => [
		`Get Many by ${name}`,
		getAll({ returnAll: true, filters: { [name]: value } }),
	]),
	['Search', search({ returnAll: true, filters: { orderNo: 'A-1' } })],
];

describe('records with objects in place of IDs, numbers and texts', () => {
	it.each(found)('do not match: %s', async (_, parameters) => {
		const { run } = await service();
		const { error, json } = await run(parameters);
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toContain(1);
		expect(json.length).toBeLessThan(3);
	});

	it.each(['orderNo', 'externalNo', 'variableSymbol', 'explicitNo'])(
		'do not stop Create: %s',
		async (uniqueBy) => {
			const { run, arrived } = await service();
			const own: IDataObject = { [uniqueBy]: '99', direction: 0 };
			const options = { uniqueBy, additionalFields: own };
			const { error, json } = await run(create(options));
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ id: 9 });
			const posts = arrived.filter(({ method, path }) => method === 'POST' && path === listPath);
			expect(posts).toHaveLength(1);
		},
	);

	it('do not stop Change State', async () => {
		const { run } = await service();
		const { error, json } = await run({
			...{ resource: 'accountingDocument', operation: 'changeState' },
			...{ accountingDocumentId: byId('1'), state: { mode: 'list', value: 'Sent' } },
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: 1, changed: true }]);
	});

	it('do not stop Get VAT Rates, and have no ID in the picker', async () => {
		const made = await service();
		const host = { credentials: made.credential() };
		const rates = { vatCountryCode: 'CZ', additionalFields: { taxDate: '2026-11-01' } };
		const { results } = await pick(host, 'searchVatRates', '', undefined, rates);
		expect(results.map(({ value }) => value)).toEqual(['1201']);
	});

	it.each([
		['searchDocumentIds', ['2', '1']],
		['searchDocuments', ['t1']],
		['searchContacts', ['2', '1']],
		['searchBankAccounts', ['2', '1']],
		['searchStates', ['Draft']],
	] as const)('are not offered by pickers: %s', async (method, ids) => {
		const made = await service();
		const host = { credentials: made.credential() };
		expect((await pick(host, method)).results.map(({ value }) => value)).toEqual(ids);
		const typed = await pick(host, method, method === 'searchStates' ? 'draft' : 'example');
		expect(typed.results.map(({ value }) => value)).toContain(ids.at(-1));
	});

	it('do not stop the reminders of a document', async () => {
		const { run } = await service();
		const { error, json } = await run({
			...{ resource: 'reminder', operation: 'update', accountingDocumentId: byId('1') },
			...{ reminderId: '3', updateFields: { exceededDays: 7 } },
		});
		expect(error?.message).toBeUndefined();
		expect(json).toMatchObject([{ id: 3 }]);
	});

	it('do not stop a preview', async () => {
		const { run, arrived } = await service();
		const { error, json } = await run({
			...{ resource: 'reminder', operation: 'update', accountingDocumentId: byId('1') },
			...{ reminderId: '3', updateFields: { exceededDays: 7 }, options: { preview: true } },
		});
		expect(error?.message).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(arrived.map(({ method }) => method)).not.toContain('PUT');
	});

	it('have no permalink token that differs from the requested one', async () => {
		const { run } = await service({ ...good, permalinkToken: hostile });
		const { error, json } = await run(getByToken('t1'));
		expect(error?.message).toBeUndefined();
		expect(json).toMatchObject([{ id: 1 }]);
	});
});
