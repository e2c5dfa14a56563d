import type { IDataObject } from 'n8n-workflow';

import type { Bench, Parameters } from './withSandbox';

export const documentsPath = '/v2/accountingdocuments';

/** The node with an invoice of one line, as somebody fills it in who enters no more than needed. */
export const create = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'create',
	type: 0,
	direction: 1,
	currency: 'CZK',
	vatCountryType: 1,
	contact: { companyName: 'Example Ltd' },
	lineItemsFrom: 'json',
	lineItemsJson: JSON.stringify([line()]),
	output: 'raw',
	...changes,
});

export const line = (changes: IDataObject = {}): IDataObject => ({
	description: 'Chairs',
	qt: 2,
	price: 100,
	vatRate: 21,
	vatRateType: 1,
	...changes,
});

export const lines = (...rows: IDataObject[]): Parameters => ({
	lineItemsJson: JSON.stringify(rows),
});

/** Bodies of the documents that were posted. */
export function posted({ asked }: Bench): IDataObject[] {
	return asked(documentsPath)
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => body as IDataObject);
}
