import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { fieldsOf, membersOf, unknownParameters } from '../../../dev/scripts/formParameters';
import type { Bench, Parameters } from './withSandbox';

export const documentsPath = '/v2/accountingdocuments';

/** The parameters with the members of collections, which tests name directly, in their collections. */
function inForm(flat: Parameters): Parameters {
	const fields = fieldsOf(flat);
	const isTop = (name: string) => fields.some((field) => field.name === name);
	const form = Object.fromEntries(Object.entries(flat).filter(([name]) => isTop(name)));
	for (const [name, value] of Object.entries(flat)) {
		if (isTop(name)) continue;
		const isIn = (field: INodeProperties) =>
			membersOf(flat, field).some((member) => member.name === name);
		const [home, ...others] = new Set(fields.filter(isIn).map((field) => field.name));
		if (home === undefined || others.length > 0)
			throw new Error(`${home === undefined ? 'No' : 'More than one'} collection has ${name}`);
		// One expression may give the entire collection.
		if (typeof form[home] !== 'string')
			form[home] = { [name]: value, ...(form[home] as object | undefined) };
	}
	const unknown = unknownParameters(form);
	if (unknown.length > 0) throw new Error(`The form has no ${unknown.join(', ')}`);
	return form;
}

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
	return inForm(flat);
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
