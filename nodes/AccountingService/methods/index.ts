import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { ServiceClient } from '../../shared/client/client';

/** Lists the options of a picker that match `filter`, starting at `page`. */
export type Picker = (
	client: ServiceClient,
	filter: string,
	page: number,
	host: ILoadOptionsFunctions,
) => Promise<INodeListSearchResult>;

/** The pickers by the names in `searchListMethod`. */
export const listSearch = {
	searchBankAccounts: whenOpened(async () => (await import('./listSearch')).bankAccounts),
	searchContacts: whenOpened(async () => (await import('./listSearch')).contacts),
	searchDocumentIds: whenOpened(async () => (await import('./listSearch')).documentIds),
	searchDocuments: whenOpened(async () => (await import('./listSearch')).documentTokens),
	searchDocumentsToPay: whenOpened(async () => (await import('./listSearch')).documentsToPay),
	searchStates: whenOpened(async () => (await import('./states')).states),
	searchVatRates: whenOpened(async () => (await import('./vatRateOptions')).vatRates),
};

/** Loads the code when the user opens the list, so that n8n starts faster. */
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
			return withoutExpressions(
				await pick(await connect(this), filter.trim(), Number(token ?? 0), this),
			);
		} catch (failure) {
			throw toNodeError(this.getNode(), failure);
		}
	};
}

/**
 * The editor saves the picked value and its name, and n8n evaluates both if they begin with "=". Both are text of the
 * service, and customers choose their own names.
 */
function withoutExpressions({
	results,
	paginationToken,
}: INodeListSearchResult): INodeListSearchResult {
	const isExpression = (text: unknown) => String(text).startsWith('=');
	return {
		results: results
			.filter(({ value }) => !isExpression(value))
			.map(({ name, ...picked }) => ({ ...picked, name: isExpression(name) ? `'${name}` : name })),
		paginationToken,
	};
}
