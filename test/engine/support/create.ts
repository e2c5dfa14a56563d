import type { IDataObject } from 'n8n-workflow';

import type { Bench, Parameters } from './withSandbox';

export const documentsPath = '/v2/accountingdocuments';

/** Collections of Create, with the fields that tests name directly. */
const collections: Record<string, string[]> = {
	additionalFields: ['direction', 'vatCountryType'],
	options: [
		...['lineItemsField', 'lineItemsJson', 'output', 'outputFields'],
		...['combineItemsBy', 'ifExists', 'uniqueBy'],
	],
};

/** The node with an invoice of one line and only the required fields, as the form has them. */
export function create(changes: Parameters = {}): Parameters {
	const { lineItemsFrom, ...flat }: Parameters = {
		resource: 'accountingDocument',
		operation: 'create',
		type: 0,
		currency: 'CZK',
		...{ issueDate: '2026-01-31', dueDate: '2026-02-14' },
		contact: { companyName: 'Example Ltd' },
		lineItemsJson: JSON.stringify([line()]),
		output: 'raw',
		...changes,
	};
	if (lineItemsFrom === 'define' || lineItemsFrom === 'inputField') delete flat.lineItemsJson;
	for (const [name, members] of Object.entries(collections)) {
		const own = members.filter((member) => member in flat);
		if (own.length === 0 || typeof flat[name] === 'string') continue;
		const moved = Object.fromEntries(own.map((member) => [member, flat[member]]));
		flat[name] = { ...moved, ...(flat[name] as object | undefined) } as Parameters[string];
		for (const member of own) delete flat[member];
	}
	return flat;
}

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

/** Request bodies of the created documents. */
export function posted({ asked }: Bench): IDataObject[] {
	return asked(documentsPath)
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => body as IDataObject);
}
