/**
 * The parameter names of the sandbox. The specification states paths, `scope`, `valueFrom` and `valueTo`
 * (docs/api/requests.md#document-lists). Every other name is an assumption or, for the filters after `valueTo`, the
 * sandbox's own choice. The option `names` renames them.
 */

export const LIST_PARAMETERS = ['page', 'pageSize', 'scope'] as const;

export const FILTERS = [
	'searchText',
	'value',
	'valueFrom',
	'valueTo',
	'type',
	'direction',
	'paymentType',
	'processingState',
	'state',
	'currency',
	'variableSymbol',
	'orderNo',
	'externalNo',
	'issueDateFrom',
	'issueDateTo',
] as const;

export const SEARCH_PARAMETERS = [...LIST_PARAMETERS, 'sortDirection', ...FILTERS] as const;

export type ParameterName = (typeof SEARCH_PARAMETERS)[number];

/** Canonical name -> sent name; empty: the service has no such parameter. */
export type ParameterNames = Partial<Record<ParameterName, string>>;

export type Translated = { known: Record<string, unknown>; unknown: string[] };

/** Maps sent names to canonical ones. Other names are unknown, including the canonical name of a renamed parameter. */
export function translate(
	parameters: Record<string, unknown>,
	allowed: readonly ParameterName[],
	names: ParameterNames,
): Translated {
	const canonical = new Map(allowed.map((name) => [names[name] ?? name, name]));
	canonical.delete('');
	const result: Translated = { known: {}, unknown: [] };
	for (const [wire, value] of Object.entries(parameters)) {
		const name = canonical.get(wire);
		if (name === undefined) result.unknown.push(wire);
		else result.known[name] = value;
	}
	return result;
}
