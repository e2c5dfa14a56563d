import type { ServiceRecord } from '../../shared/client/envelope';
import { quote } from '../../shared/client/redact';
import type { ServiceClient } from '../../shared/client/client';
import { documentTypes } from '../../shared/documents/choices';
import { contactName } from '../../shared/documents/contactName';
import { searchDocuments } from '../../shared/documents/sources';
import { labelOf } from '../../shared/fields/describe';
import { isBlank } from '../../shared/fields/values';
import { pagesOf } from '../kinds/list';
import { bankAccountList, bankAccountRecord } from '../resources/bankAccount/fields';
import type { Picker } from './index';

const pageSize = 50;

/** Several times what the panel shows of a name. */
const longestName = 200;

/** Newest documents whose numbers are compared with what is typed: one request. */
const lookedThrough = 100;

const request = {
	method: 'GET',
	path: '/v2/bankaccounts',
	what: 'listing bank accounts',
} as const;

/** Bank accounts to pick, all that there are: a person has few. Typing narrows what was read. */
export const bankAccounts: Picker = async (client, filter, page) => {
	const source = pagesOf(client, request, bankAccountList, bankAccountRecord);
	const { records, pagesCount = 1 } = await source.fetch(page, pageSize);
	return {
		results: records
			.map((record) => ({ name: accountName(record), value: String(record.id) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())),
		paginationToken: page + 1 < pagesCount ? String(page + 1) : undefined,
	};
};

function accountName({ name, id, accountNo, accountCode, accountIban, currency }: ServiceRecord) {
	const number = [accountNo, accountCode].filter(Boolean).join('/');
	const parts = [name ?? id, number || accountIban, currency];
	return quote(parts.filter(Boolean).join(' · '), longestName);
}

/** Documents to pick by their permalink token: only those that have one. */
export const documentTokens = documentsBy('permalinkToken');

/** Documents to pick by their id. */
export const documentIds = documentsBy('id');

/** Newest first, a page at a time; typing asks the service's text search. */
function documentsBy(value: 'permalinkToken' | 'id'): Picker {
	return async (client, searchText, page) => {
		const criteria = { searchText, sortDirection: 'DESC' as const };
		const source = searchDocuments(client, criteria, []);
		const { records, pagesCount } = await source.fetch(page, pageSize);
		const more = pagesCount === undefined ? records.length === pageSize : page + 1 < pagesCount;
		const numbered = searchText && page === 0 ? await byNumber(client, searchText) : [];
		const results = new Map(
			[...numbered, ...records]
				.filter((record) => !isBlank(record[value]))
				.map((record) => [String(record[value]), nameOf(record)]),
		);
		return {
			results: [...results].map(([picked, name]) => ({ name, value: picked })),
			paginationToken: more ? String(page + 1) : undefined,
		};
	};
}

/** The service's text search looks into no numbers (docs/api/requests.md#search), so the newest are looked through. */
async function byNumber(client: ServiceClient, filter: string): Promise<ServiceRecord[]> {
	const wanted = filter.toLowerCase();
	const newest = await searchDocuments(client, { sortDirection: 'DESC' }, []).fetch(
		0,
		lookedThrough,
	);
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
	return quote(parts.filter((part) => !isBlank(part)).join(' · '), longestName);
}
