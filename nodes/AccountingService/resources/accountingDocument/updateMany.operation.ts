import type { IDataObject } from 'n8n-workflow';

import { textFrom } from '../../../shared/client/json';
import { choice, type ServiceField, text } from '../../../shared/fields/describe';
import { shownFor } from '../../../shared/fields/options';
import { documentFields } from '../../../shared/documents/documentRecord';
import { bulk } from './bulk';
import { isEmpty } from '../../../shared/fields/values';
import { formField } from '../../../shared/fields/formField';

interface BulkProperty {
	name: string;
	/** The name in the request (docs/api/requests.md#bulk-operations). */
	parameter: string;
	/** The field of the record with the value. */
	displayed: string;
	field: ServiceField;
	/** The `operation` of the request for a change that clears the property. */
	clears?: string;
}

const simple = (name: string, parameter: string): BulkProperty => ({
	name,
	parameter,
	displayed: parameter,
	field: documentFields[parameter],
});

/** The record has the name of what the request sets by its ID. */
const byId = (name: string, displayed: string): BulkProperty => {
	const { label, description } = documentFields[displayed];
	const field = text(`${label} ID`, description, { placeholder: 'e.g. 3' });
	return { name, parameter: `${displayed}Id`, displayed, field };
};

/** No published request lists branches or projects. */
const unknownName = (displayed: string, id: string) =>
	`The node cannot look up the name of ${documentFields[displayed].label} ID ${id}. Check the ID before you run.`;

/** The properties by the `operation` of the request, and those that can be cleared. */
const changes: Record<string, BulkProperty> = {
	clearpreferredbranch: {
		...byId('Clear Preferred Branch', 'preferredBranch'),
		clears: 'setpreferredbranch',
	},
	clearpreferredproject: {
		...byId('Clear Preferred Project', 'preferredProject'),
		clears: 'setpreferredproject',
	},
	setcashregister: simple('Set Cash Register', 'cashRegisterId'),
	setcategory: simple('Set Category', 'categoryId'),
	setpaymenttype: simple('Set Payment Type', 'paymentType'),
	setpreferredbranch: byId('Set Preferred Branch', 'preferredBranch'),
	setpreferredproject: byId('Set Preferred Project', 'preferredProject'),
};

const change = formField(
	'change',
	choice(
		'Change',
		Object.fromEntries(Object.entries(changes).map(([value, { name }]) => [value, name])),
		'The property to change',
		{ required: true, usual: '' },
	),
);

export const updateMany = bulk({
	option: {
		name: 'Update Many',
		value: 'updateMany',
		action: 'Update many invoices and other documents',
		description:
			'Set the branch, project, category, cash register or payment type of documents. For other fields, use Update.',
	},
	sentence: 'Update {document}[: {changes}]',
	activity: 'updating accounting documents',
	fields: [
		change,
		...Object.entries(changes).flatMap(([value, { parameter, field, clears }]) =>
			clears ? [] : [shownFor(formField(parameter, { ...field, decides: true }), 'change', value)],
		),
	],
	output: { updated: 'flag', change: 'text', id: 'id' },
	change({ form }) {
		const chosen = String(form.get('change'));
		const { parameter, displayed, clears } = changes[chosen];
		const operation = clears ?? chosen;
		const value = clears ? null : form.get(parameter);
		const isNamed = displayed !== parameter && !isEmpty(value);
		return {
			operation,
			additionalData: { [parameter]: value } as IDataObject,
			result: { updated: true, change: chosen },
			left: { [displayed]: isNamed ? `ID ${textFrom(value)}` : value } as IDataObject,
			...(isNamed && { remark: () => unknownName(displayed, textFrom(value)) }),
			isDone: (record) => {
				const text = (one: unknown) => JSON.stringify(one ?? '').replace(/"/g, '');
				const hasChange = record !== undefined && text(record[displayed]) === text(value);
				// A name cannot be compared with an ID.
				return hasChange || displayed === parameter || text(value) === '' ? hasChange : undefined;
			},
		};
	},
});
