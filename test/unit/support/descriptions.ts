import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { AccountingService } from '../../../nodes/AccountingService/AccountingService.node';
import { AccountingServiceTrigger } from '../../../nodes/AccountingServiceTrigger/AccountingServiceTrigger.node';

export const action = new AccountingService().description;
export const trigger = new AccountingServiceTrigger().description;
export const credential = new AccountingServiceApi();

/** A field and every field inside it, with their paths. */
export interface Found {
	path: string;
	field: INodeProperties;
}

export function fieldsOf(fields: INodeProperties[], path: string): Found[] {
	return fields.flatMap((field) => {
		const own = `${path}.${field.name}`;
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return (option as INodePropertyCollection).values;
			return 'type' in option ? [option as INodeProperties] : [];
		});
		return [{ path: own, field }, ...fieldsOf(inner, own)];
	});
}

/** The entries of a list; none for other fields. */
export function choicesOf(field: INodeProperties): INodePropertyOptions[] {
	return (field.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option && !('type' in option),
	);
}

export const allFields: Found[] = [
	...fieldsOf(action.properties, 'action'),
	...fieldsOf(trigger.properties, 'trigger'),
	...fieldsOf(credential.properties, 'credential'),
];

/** The names of fields, choices and modes. */
export const shownNames: string[] = allFields.flatMap(({ field }) =>
	[field, ...(field.modes ?? [])]
		.map(({ displayName }) => displayName)
		.concat(choicesOf(field).map(({ name }) => name)),
);

/** The names of the groups of fields inside a field, e.g. "Line Item". */
export const groupNames: string[] = allFields.flatMap(({ field }) =>
	(field.options ?? []).flatMap((option) => ('values' in option ? [option.displayName] : [])),
);
