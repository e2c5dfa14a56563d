/** docs/api/writes.md#repeated-put-and-delete: a repeated change overwrites nobody's edit. */
import type { IDataObject } from 'n8n-workflow';

import { create } from '../support/create';
import { json, smallService, type Arrived } from '../support/smallService';
import type { Parameters } from '../support/withSandbox';
import { byId } from '../support/withSandbox';
import { withRaw } from '../support/raw';

const invoice: IDataObject = {
	id: 12,
	type: 0,
	direction: 1,
	currency: 'CZK',
	vatCountryType: 1,
	orderNo: 'A-1',
	description: 'Chairs',
	amountPaid: 0,
	lineItems: [
		{ description: 'Chairs', qt: 2, unitPrice: 121, unitPriceVatExcl: 100, total: 242 },
	].map((line) => ({ ...line, totalVatExcl: 200, vatValue: 42, vatRate: 21, vatRateType: 1 })),
	...withParts('old'),
};

/** Parts whose names on the document are not published. @param own what the service sets in them */
function withParts(own: string): IDataObject {
	const times = { createdTime: own, updatedTime: own };
	return {
		bankAccounts: [{ bankAccountId: 77, localId: own }],
		notes: [{ uniqueId: 'n', type: 1, text: 'Call first', authorName: own, ...times }],
		countrySpecific: { eet: { use: true, operation: own } },
	};
}
const reminder: IDataObject = {
	id: 5,
	exceededDays: 7,
	emailTemplateId: 31,
	recipientEmails: ['b@example.com'],
};

interface Case {
	parameters: Parameters;
	record: IDataObject;
	/** The edit of somebody else before the retry, and the label of that field. */
	edit: [IDataObject, string];
	/** A field that the service changes itself. */
	own: IDataObject;
	/** The edit of the node. */
	asked: IDataObject;
}

const cases: Record<string, Case> = {
	'Update of a document': {
		parameters: {
			resource: 'accountingDocument',
			operation: 'update',
			accountingDocumentId: byId('12'),
			updateFields: { orderNo: 'A-2' },
		},
		record: invoice,
		edit: [{ description: 'Tables' }, 'Description'],
		own: { amountPaid: 100, processingState: 1, ...withParts('new') },
		asked: { orderNo: 'A-2' },
	},
	'Create that updates what exists': {
		parameters: create({
			uniqueBy: 'orderNo',
			ifExists: 'update',
			additionalFields: { orderNo: 'A-1', constSymbol: '0308' },
		}),
		record: invoice,
		edit: [{ description: 'Tables' }, 'Description'],
		own: { amountPaid: 100 },
		asked: { constSymbol: '0308' },
	},
	'Update of a reminder': {
		parameters: {
			resource: 'reminder',
			operation: 'update',
			accountingDocumentId: byId('12'),
			reminderId: '5',
			updateFields: { exceededDays: 14 },
		},
		record: reminder,
		edit: [{ recipientEmails: ['a@example.com'] }, 'Recipient Emails'],
		own: {},
		asked: { exceededDays: 14 },
	},
};

/** A service with one record, whose first PUT breaks. Then the test changes the record. */
async function broken(
	{ parameters, record }: Case,
	then: (state: IDataObject, sent: IDataObject) => IDataObject | undefined,
) {
	let state: IDataObject | undefined = record;
	const page = () => ({ pagesCount: 1, currentPage: 1, pageSize: 100 });
	const service = await smallService({
		answer: ({ method, path, body, count }, response, socket) => {
			if (path.includes('/search/')) return { accountingDocuments: [state], ...page() };
			if (method === 'GET' && !state) return void json(response, 403, { message: 'Not now' });
			if (method === 'GET') return path.endsWith('/reminders') ? [state] : state;
			const sent = JSON.parse(body) as IDataObject;
			if (count > 1) return (state = { ...state, ...sent });
			state = state && then(state, sent);
			return void socket.destroy();
		},
	});
	const options = { ...(parameters.options as object), maxTries: 3 };
	const result = await service.run(withRaw({ ...parameters, options }));
	const puts = service.arrived.filter(({ method }: Arrived) => method === 'PUT').length;
	return { ...result, puts, state: () => state };
}

it('is not resent over a field that somebody else has added', async () => {
	const one = cases['Update of a reminder'];
	const bare = { ...one, record: { ...one.record, recipientEmails: undefined } };
	const { error, puts } = await broken(bare, (now) => ({ ...now, ...one.edit[0] }));
	expect(puts).toBe(1);
	expect(error?.description).toContain('since it was read: Recipient Emails.');
});

/** The hints of an Update of the order number, after which the service returns the document with these values. */
async function hintsOfUpdate(then: IDataObject, updateFields: IDataObject = { orderNo: 'A-2' }) {
	const { parameters } = cases['Update of a document'];
	const record = { ...invoice, ...sums, processingState: 1 };
	const service = await smallService({
		answer: ({ method, body }) =>
			method === 'GET' ? record : { ...record, ...(JSON.parse(body) as IDataObject), ...then },
	});
	const { error, hints } = await service.run({ ...parameters, updateFields });
	expect(error).toBeUndefined();
	return hints;
}

const sums: IDataObject = {
	...{ total: 242, totalVatExcl: 200, totalVatAmount: 42 },
	vatRecap: [{ vatRate: 21, base: 200, vatAmount: 42, total: 242 }],
};

it.each<[string, IDataObject]>([
	['has computed other sums', { total: 243, totalVatExcl: 201, vatRecap: [] }],
	[
		'has computed other amounts of a line',
		{ lineItems: changedLines({ total: 243, vatValue: 43 }) },
	],
	['has booked a payment and processed it', { amountPaid: 100, processingState: 2 }],
	['has set its number and a time', { accountingDocumentNo: 'F-2', dateModified: '2026-01-31' }],
	['has set its own values in parts without a published name', withParts('new')],
])('no hint if the service %s', async (_, then) => {
	expect(await hintsOfUpdate(then)).toEqual([]);
});

it.each<[string, IDataObject, IDataObject | undefined]>([
	['Order Number', { orderNo: 'A-3' }, undefined],
	['Description', { description: 'Tables' }, undefined],
	['Description of Line Item 1', { lineItems: changedLines({ description: 'Tables' }) }, undefined],
	['Line Items (1 sent, 0 received)', { lineItems: [] }, undefined],
	['Total (250 sent, 242 received)', { total: 242 }, { total: 250 }],
	['bankAccounts', { bankAccounts: [{ bankAccountId: 78 }] }, undefined],
])('a hint names %s that the service returns with another value', async (label, then, fields) => {
	expect(await hintsOfUpdate(then, fields)).toEqual([
		`The service returned other values than were sent while updating accounting document 12: ${label}. Check them in the output.`,
	]);
});

function changedLines(values: IDataObject): IDataObject[] {
	return (invoice.lineItems as IDataObject[]).map((line) => ({ ...line, ...values }));
}

describe.each(Object.entries(cases))('%s whose connection broke', (_, one) => {
	const [edited, label] = one.edit;

	it('is resent if the record is unchanged', async () => {
		const { error, puts, state } = await broken(one, (now) => ({ ...now, ...one.own }));
		expect(error).toBeUndefined();
		expect(puts).toBe(2);
		expect(state()).toMatchObject(one.asked);
	});

	it('is not resent over the edit of somebody else, and names the edit', async () => {
		const { error, puts, state } = await broken(one, (now) => ({ ...now, ...edited }));
		expect(puts).toBe(1);
		expect(error?.message).toMatch(/may or may not have been made/);
		expect(error?.description).toMatch(
			new RegExp(`did not retry, because the record has changed since it was read: .*${label}`),
		);
		expect(error?.description).not.toMatch(/again later/);
		expect(state()).toMatchObject(edited);
	});

	it('is not resent if the record cannot be read first', async () => {
		const { error, puts } = await broken(one, () => undefined);
		expect(puts).toBe(1);
		expect(error?.description).toMatch(/did not retry, because it could not read the record first/);
	});

	it('is not resent if it was done and then edited', async () => {
		const { error, puts } = await broken(one, (now, sent) => ({ ...now, ...sent, ...edited }));
		expect(puts).toBe(1);
		const named = `the record has changed since .*${label}.* found other values: .*${label}`;
		expect(error?.description).toMatch(new RegExp(named));
	});

	it('counts as done if the record equals the request', async () => {
		const { error, puts, hints } = await broken(one, (now, sent) => ({ ...now, ...sent }));
		expect(error).toBeUndefined();
		expect(puts).toBe(1);
		expect(hints.join()).toMatch(/The service did not confirm/);
	});
});
