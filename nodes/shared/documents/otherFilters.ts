import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber } from '../client/json';
import { decimalText, flagOf, isBlank, plainText } from '../fields/values';
import { choiceField, textField } from '../fields/properties';

/**
 * One of the unnamed "other string filters" of the specification (docs/api/requests.md#search).
 */
export interface OtherFilter {
	name: string;
	/** A string by the specification, but some services need another JSON type. */
	value: string | boolean | ExactNumber;
}

export const otherFilters: INodeProperties = {
	displayName: 'Other Filters',
	name: 'otherFilters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add filter',
	default: {},
	description:
		'Other search parameters of your service. The node sends names and values exactly as you enter them.',
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				textField('Name', 'name', 'The name of the filter as the service expects it', {
					placeholder: 'e.g. branch',
				}),
				textField('Value', 'value', 'What to filter by', { placeholder: 'e.g. Brno' }),
				choiceField('Send As', 'sendAs', 'The JSON type of the value in the request body', 'text', {
					number: ['Number'],
					text: ['Text'],
					boolean: ['True or False'],
				}),
			],
		},
	],
};

/** @throws ServiceError (badInput) for a filter without a name, or a value that does not match Send As */
export function otherFiltersOf(value: unknown): OtherFilter[] {
	const { filter = [] } = (value ?? {}) as { filter?: IDataObject[] };
	return filter.flatMap((entry) => {
		if (isBlank(entry.value)) return [];
		const name = plainText(entry.name, 'otherFilters', 'The name of one of the Other Filters');
		if (name !== undefined) return [{ name, value: valueOf(entry, `The filter "${name}"`) }];
		return refuseInput(
			'otherFilters',
			'One of the Other Filters has no name',
			'Enter the name of the parameter as the service expects it, or remove the filter.',
		);
	});
}

function valueOf({ value, sendAs }: IDataObject, label: string): OtherFilter['value'] {
	if (sendAs === 'boolean') return flagOf(value, 'otherFilters', label);
	if (sendAs === 'number') return new ExactNumber(decimalText(value, 'otherFilters', label));
	return plainText(value, 'otherFilters', label) ?? '';
}
