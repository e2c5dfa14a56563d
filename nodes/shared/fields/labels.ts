import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { LabelOf } from '../client/redact';
import { labelWithin } from './describe';

/** What a form calls the fields that the service names: "lineItems[1].vatRateId" is "VAT Rate of Line Item 2". */
export function labelsOf(form: INodeProperties[]): LabelOf {
	return (path) => {
		let [label, outer]: Array<string | undefined> = [];
		let fields = form;
		let row = '';
		// Services write "lineItems[1].qt", "lineItems.1.qt" or "LineItems/1/Qt".
		for (const step of path.split(/[./[\]]+/).filter(Boolean)) {
			if (/^\d+$/.test(step)) {
				if (row !== '') label = labelWithin(`${row} ${Number(step) + 1}`, outer);
				continue;
			}
			const found = fieldIn(fields, step.toLowerCase());
			if (!found) return undefined;
			outer = label;
			label = labelWithin(found.displayName, outer);
			const [group] = (found.options ?? []) as INodePropertyCollection[];
			const isRows = found.type === 'fixedCollection';
			row = isRows ? group.displayName : '';
			fields = isRows ? group.values : collectionFields(found);
		}
		return label;
	};
}

/**
 * Also a member of a collection, which only the form has around it. Update has its own parameters for some fields, such
 * as newLineItems.
 */
function fieldIn(fields: INodeProperties[], name: string): INodeProperties | undefined {
	const own = fields.find((field) => [name, `new${name}`].includes(field.name.toLowerCase()));
	return own ?? fields.flatMap((field) => fieldIn(collectionFields(field), name) ?? [])[0];
}

const collectionFields = ({ type, options = [] }: INodeProperties) =>
	type === 'collection' ? (options as INodeProperties[]) : [];
