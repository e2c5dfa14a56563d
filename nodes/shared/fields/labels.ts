import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { LabelOf } from '../client/redact';

/** What a form calls the fields that the service names: "lineItems[1].vatRateId" is "VAT Rate of Line 2". */
export function labelsOf(form: INodeProperties[]): LabelOf {
	return (path) => {
		const labels: string[] = [];
		let fields = form;
		let row = '';
		// Services write "lineItems[1].qt", "lineItems.1.qt" or "LineItems/1/Qt".
		for (const step of path.split(/[./[\]]+/).filter(Boolean)) {
			if (/^\d+$/.test(step)) {
				if (row !== '') labels[0] = `${row} ${Number(step) + 1}`;
				continue;
			}
			const found = fieldIn(fields, step.toLowerCase());
			if (!found) return undefined;
			labels.unshift(found.displayName);
			const [group] = (found.options ?? []) as INodePropertyCollection[];
			const isRows = found.type === 'fixedCollection';
			row = isRows ? group.displayName : '';
			fields = isRows ? group.values : membersOf(found);
		}
		return labels.length > 0 ? labels.join(' of ') : undefined;
	};
}

/** Also a member of a collection, which only the form has around it. */
function fieldIn(fields: INodeProperties[], name: string): INodeProperties | undefined {
	const own = fields.find((field) => field.name.toLowerCase() === name);
	return own ?? fields.flatMap((field) => fieldIn(membersOf(field), name) ?? [])[0];
}

const membersOf = ({ type, options = [] }: INodeProperties) =>
	type === 'collection' ? (options as INodeProperties[]) : [];
