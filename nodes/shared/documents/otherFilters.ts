import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { isBlank, plainText } from '../fields/values';
import { textField } from '../fields/properties';

/** One of the unnamed "other string filters" of the specification (docs/api/requests.md#search). */
export interface OtherFilter {
	name: string;
	value: string;
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
			],
		},
	],
};

/** @throws ServiceError (badInput) for a filter without a name, or a value that is no text */
export function otherFiltersOf(input: unknown): OtherFilter[] {
	const { filter = [] } = (input ?? {}) as { filter?: IDataObject[] };
	return filter.flatMap((entry) => {
		if (isBlank(entry.value)) return [];
		const name = plainText(entry.name, 'otherFilters', 'The name of one of the Other Filters');
		if (name !== undefined) {
			const value = plainText(entry.value, 'otherFilters', `The filter "${name}"`) ?? '';
			return [{ name, value }];
		}
		return refuseInput(
			'otherFilters',
			'One of the Other Filters has no name',
			'Enter the name of the parameter as the service expects it, or remove the filter.',
		);
	});
}
