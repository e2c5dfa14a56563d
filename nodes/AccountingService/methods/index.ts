import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { ServiceClient } from '../../shared/client/client';

/** What is typed narrows a list; the token is the page to begin with. */
export type Picker = (
	client: ServiceClient,
	filter: string,
	page: number,
	host: ILoadOptionsFunctions,
) => Promise<INodeListSearchResult>;

/** The lists of the form's pickers, by the names that the fields give. */
export const listSearch = {
	searchBankAccounts: whenOpened(async () => (await import('./listSearch')).bankAccounts),
	searchDocumentIds: whenOpened(async () => (await import('./listSearch')).documentIds),
	searchDocuments: whenOpened(async () => (await import('./listSearch')).documentTokens),
	searchVatRates: whenOpened(async () => (await import('./vatRates')).vatRates),
};

/** Leaves the code of a list unread until the list is opened, so that n8n starts without it. */
function whenOpened(load: () => Promise<Picker>) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> {
		const { connect } = await import('../../shared/n8n/connection');
		const { toNodeError } = await import('../../shared/n8n/failures');
		try {
			const pick = await load();
			return await pick(await connect(this), filter.trim(), Number(token ?? 0), this);
		} catch (failure) {
			throw toNodeError(this.getNode(), failure);
		}
	};
}
