import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { labelOf } from '../../shared/fields/serviceField';
import { connect } from '../../shared/n8n/connection';
import { toNodeError } from '../../shared/n8n/failures';
import { documentTypes } from '../resources/accountingDocument/choices';
import { contactName } from '../resources/accountingDocument/contactName';
import { searchDocuments as searchSource } from '../resources/accountingDocument/documents';

const pageSize = 50;

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
		const source = searchSource(client, criteria, []);
		const { records, pagesCount } = await source.fetch(page, pageSize);
		const more = pagesCount === undefined ? records.length === pageSize : page + 1 < pagesCount;
		return {
			results: records
				.filter((record) => !['', null, undefined].includes(record[value] as string))
				.map((record) => ({ name: nameOf(record), value: String(record[value]) })),
			paginationToken: more ? String(page + 1) : undefined,
		};
	} catch (failure) {
		throw toNodeError(host.getNode(), failure);
	}
}

function nameOf(record: ServiceRecord): string {
	// The panel shows about forty characters, so what tells documents apart comes first.
	const parts = [
		record.accountingDocumentNo ?? record.id,
		[record.total, record.currency].filter((part) => part !== undefined).join(' '),
		contactName(record.contact),
		labelOf(documentTypes, record.type),
	];
	return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
}
