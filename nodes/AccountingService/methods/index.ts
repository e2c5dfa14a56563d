import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The lists of the form's pickers, by the names that the fields give. */
export const listSearch = {
	searchBankAccounts: whenOpened(async () => (await import('./listSearch')).searchBankAccounts),
	searchDocumentIds: whenOpened(async () => (await import('./listSearch')).searchDocumentIds),
	searchDocuments: whenOpened(async () => (await import('./listSearch')).searchDocuments),
	searchVatRates: whenOpened(async () => (await import('./vatRates')).searchVatRates),
};

/** Leaves the code of a list unread until the list is opened, so that n8n starts without it. */
function whenOpened(load: () => Promise<ListSearch>): ListSearch {
	return async function (filter, paginationToken) {
		return await (await load()).call(this, filter, paginationToken);
	};
}
