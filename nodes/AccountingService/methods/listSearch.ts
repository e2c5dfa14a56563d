import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { quote } from '../../shared/client/redact';
import type { ServiceClient } from '../../shared/client/client';
import { labelOf } from '../../shared/fields/serviceField';
import { connect } from '../../shared/n8n/connection';
import { toNodeError } from '../../shared/n8n/failures';
import { pagesOf } from '../kinds/list';
import { documentTypes } from '../../shared/documents/choices';
import { contactName } from '../../shared/documents/contactName';
import { bankAccountList, bankAccountRecord } from '../resources/bankAccount/fields';
import { searchDocuments as searchSource } from '../../shared/documents/sources';

const pageSize = 50;

/** Several times what the panel shows of a name. */
const longestName = 200;

/** Newest documents whose numbers are compared with what is typed: one request. */
const lookedThrough = 100;

/** Documents to pick by their permalink token: only those that have one. */
export async function searchDocuments(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await pick(this, 'permalinkToken', filter, paginationToken);
}

/** Documents to pick by their id. */
export async function searchDocumentIds(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await pick(this, 'id', filter, paginationToken);
}

/** Bank accounts to pick, all that there are: a person has few. Typing narrows what was read. */
export async function searchBankAccounts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 0);
	try {
		const request = {
			method: 'GET',
			path: '/v2/bankaccounts',
			what: 'listing bank accounts',
		} as const;
		const source = pagesOf(await connect(this), request, bankAccountList, bankAccountRecord);
		const { records, pagesCount = 1 } = await source.fetch(page, pageSize);
		const wanted = filter.trim().toLowerCase();
		return {
			results: records
				.map((record) => ({ name: accountName(record), value: String(record.id) }))
				.filter(({ name }) => name.toLowerCase().includes(wanted)),
			paginationToken: page + 1 < pagesCount ? String(page + 1) : undefined,
		};
	} catch (failure) {
		throw toNodeError(this.getNode(), failure);
	}
}

function accountName({ name, id, accountNo, accountCode, accountIban, currency }: ServiceRecord) {
	const number = [accountNo, accountCode].filter(Boolean).join('/');
	const parts = [name ?? id, number || accountIban, currency];
	return quote(parts.filter(Boolean).join(' · '), longestName);
}

/** Newest first, a page at a time; typing asks the service's text search. */
async function pick(
	host: ILoadOptionsFunctions,
	value: 'permalinkToken' | 'id',
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 0);
	try {
		const client = await connect(host);
		const criteria = { searchText: filter?.trim(), sortDirection: 'DESC' as const };
		const { records, pagesCount } = await searchSource(client, criteria, []).fetch(page, pageSize);
		const more = pagesCount === undefined ? records.length === pageSize : page + 1 < pagesCount;
		const numbered = filter && page === 0 ? await byNumber(client, filter) : [];
		const shown = new Map(
			[...numbered, ...records]
				.filter((record) => !['', null, undefined].includes(record[value] as string))
				.map((record) => [String(record[value]), nameOf(record)]),
		);
		return {
			results: [...shown].map(([picked, name]) => ({ name, value: picked })),
			paginationToken: more ? String(page + 1) : undefined,
		};
	} catch (failure) {
		throw toNodeError(host.getNode(), failure);
	}
}

/** The service's text search looks into no numbers (specification section 4), so the newest are looked through. */
async function byNumber(client: ServiceClient, filter: string): Promise<ServiceRecord[]> {
	const wanted = filter.trim().toLowerCase();
	const newest = await searchSource(client, { sortDirection: 'DESC' }, []).fetch(0, lookedThrough);
	return newest.records.filter(({ id, accountingDocumentNo, variableSymbol }) =>
		[id, accountingDocumentNo, variableSymbol].some((number) =>
			String(number ?? '')
				.toLowerCase()
				.includes(wanted),
		),
	);
}

function nameOf(record: ServiceRecord): string {
	// The panel shows about forty characters, so what tells documents apart comes first.
	const parts = [
		record.accountingDocumentNo ?? record.id,
		[record.total, record.currency].filter((part) => part !== undefined).join(' '),
		contactName(record.contact),
		labelOf(documentTypes, record.type),
	];
	const shown = parts.filter((part) => part !== undefined && part !== null && part !== '');
	return quote(shown.join(' · '), longestName);
}
