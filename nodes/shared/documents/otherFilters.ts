import { formPairs, pairsIn } from '../fields/extraFields';
import { isBlank } from '../fields/values';
import { plainText } from '../fields/readValue';

/** One of the unnamed "other string filters" of the specification (docs/api/requests.md#search). */
export interface OtherFilter {
	name: string;
	value: string;
}

export const otherFilters = formPairs(
	'Other Filters',
	'otherFilters',
	'Filter',
	'Other search parameters of your service. The node sends names and values exactly as you enter them.',
	'filter',
);

/** @throws ServiceError (badInput) for a filter without a name, or a value that is no text */
export function otherFiltersOf(input: unknown): OtherFilter[] {
	const filled = pairsIn(input, otherFilters).filter(({ value }) => !isBlank(value));
	return filled.map(({ name, value, label }) => ({
		name,
		value: plainText(value, 'otherFilters', label) ?? '',
	}));
}
