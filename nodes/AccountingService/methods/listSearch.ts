import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../../shared/n8n/connection';
import { toNodeError } from '../../shared/n8n/failures';
import { enumLabel } from '../../shared/client/dialect';
import { searchDocuments as searchSource } from '../resources/accountingDocument/documents';
import type { ServiceRecord } from '../../shared/client/envelope';

const pageSize = 50;

/**
 * The documents to pick from, newest first, a page at a time; typing asks the service's text search.
 * @returns only documents that have a permalink token, since that is what is picked
 */
export async function searchDocuments(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 0);
	try {
		const client = await connect(this);
		const criteria = { searchText: filter?.trim(), sortDirection: 'DESC' as const };
		const source = searchSource(client, criteria, []);
		const { records, pagesCount } = await source.fetch(page, pageSize);
		const more = pagesCount === undefined ? records.length === pageSize : page + 1 < pagesCount;
		return {
			results: records.filter(hasToken).map((record) => ({
				name: nameOf(record),
				value: String(record.permalinkToken),
			})),
			paginationToken: more ? String(page + 1) : undefined,
		};
	} catch (failure) {
		throw toNodeError(this.getNode(), failure);
	}
}

function hasToken(record: ServiceRecord): boolean {
	return typeof record.permalinkToken === 'string' && record.permalinkToken !== '';
}

function nameOf(record: ServiceRecord): string {
	// The panel shows about forty characters, so what tells documents apart comes first.
	const parts = [
		record.accountingDocumentNo ?? record.id,
		[record.total, record.currency].filter((part) => part !== undefined).join(' '),
		contactName(record.contact),
		enumLabel('type', record.type),
	];
	return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
}

function contactName(contact: unknown): unknown {
	if (typeof contact !== 'object' || contact === null) return undefined;
	const { companyName, firstname, lastname } = contact as Record<string, unknown>;
	return companyName || [firstname, lastname].filter(Boolean).join(' ');
}
