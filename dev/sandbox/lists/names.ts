/**
 * How the sandbox is spoken to. Paths, `scope`, `valueFrom` and `valueTo` are stated by the specification
 * (docs/api/requests.md#document-lists). Every other name is an assumption or, for the filters after `valueTo`, the
 * sandbox's own choice; a caller may rename each of them with the option `names`.
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

/** Canonical name -> name on the wire; an empty one: the service knows no such parameter. */
export type ParameterNames = Partial<Record<ParameterName, string>>;

export type Translated = { known: Record<string, unknown>; unknown: string[] };

/** Reads wire names back to canonical ones. A name that is not on the wire list is unknown, renamed ones included. */
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
