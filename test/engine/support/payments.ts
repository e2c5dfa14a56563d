import type { IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox';
import { bench, type Bench, type Parameters } from './withSandbox';

/** Match Payments with the columns of the tests. */
export const matchPayments = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'matchPayments',
	paymentAmount: '={{ $json.amount }}',
	paymentCurrency: '={{ $json.currency }}',
	paymentSymbol: '={{ $json.symbol }}',
	paymentMessage: '={{ $json.message }}',
	paymentId: '={{ $json.id }}',
	money: "={{ $json.money === undefined ? 'bySign' : $json.money }}",
	...changes,
});

export interface Office extends Bench {
	/** The IDs of the documents, by their names. */
	ids: Record<string, string>;
	/** The names of documents by their IDs. */
	names(ids: unknown): string[];
}

/** A company with these documents, issued invoices of 1,000 CZK unless they say otherwise; the first is the oldest. */
export async function officeWith(documents: Record<string, DocumentFields>): Promise<Office> {
	const made = await bench({ documents: 0 });
	const ids: Record<string, string> = {};
	for (const [name, fields] of Object.entries(documents)) {
		const usual = { type: 0, direction: 1, currency: 'CZK', total: 1000, amountPaid: 0 } as const;
		const own = { variableSymbol: null, state: 'Approved', payments: { paid: false } };
		const [created] = made.sandbox.admin.createDocuments({
			fields: { ...usual, ...own, ...fields },
		});
		ids[name] = String(created?.id);
	}
	const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
	const names = (found: unknown) =>
		[found].flat().map((one) => byId.get(String((one as IDataObject)?.id ?? one)) ?? String(one));
	return { ...made, ids, names };
}

/** A row of 1,000 CZK. */
export const row = (changes: IDataObject = {}): IDataObject => ({
	amount: '1000.00',
	currency: 'CZK',
	...changes,
});
