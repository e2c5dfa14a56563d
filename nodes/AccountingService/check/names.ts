/**
 * Names that accounting APIs have for what this service's description leaves open. None of them is believed
 * for what it says: the check proposes the one that has the effect.
 */

/** Sent to see what becomes of a parameter that no service knows. */
export const unknownName = 'noSuchParameter';

export const pageNames = [
	'page',
	'pageNumber',
	'pageIndex',
	'currentPage',
	'offset',
	'pageNo',
	'skip',
];

export const sizeNames = ['pageSize', 'limit', 'perPage', 'size', 'take', 'per_page', 'rows'];

export const textNames = ['searchText', 'fulltext', 'text', 'query', 'q', 'search', 'term'];

export const sortNames = ['sortDirection', 'sort', 'sortOrder', 'order', 'orderDirection', 'dir'];

export const valueNames = ['value', 'amount', 'total', 'exactValue', 'equals', 'valueEquals'];

export const filterNames = {
	type: ['type', 'documentType', 'accountingDocumentType'],
	direction: ['direction', 'documentDirection', 'accountingDocumentDirection'],
	issueDateFrom: ['issueDateFrom', 'dateFrom', 'from'],
	issueDateTo: ['issueDateTo', 'dateTo', 'to'],
};

/** The name that is set first, then the others. */
export function withFirst(own: string, names: readonly string[]): string[] {
	return own === '' ? [...names] : [own, ...names.filter((name) => name !== own)];
}
