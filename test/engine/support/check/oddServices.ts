import type { ServerResponse } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import { json, smallService, type Arrived } from '../smallService';
import type { Service, Truth } from './truth';

/**
 * A service that shares no code with the sandbox: it cuts, sorts, filters and refuses in ways of its own, and
 * its documents are of another kind. It is the second witness of what Connection Check claims.
 */
export function oddService(truth: Truth, envelope: Envelope): Service {
	return {
		title: `odd service, ${envelope}`,
		truth,
		async start() {
			const documents = Array.from({ length: truth.documents }, (_, at) => documentOf(at));
			let created = 0;
			const service = await smallService({
				answer: (request, response) => {
					if (created < truth.created) documents.push(documentOf(truth.documents + created++));
					return answer(request, response, documents, truth, envelope);
				},
			});
			return {
				credential: (changes = {}) => service.credential(changes as never),
				documents: () => documents,
				requests: () => service.arrived.length + service.exchanges.length,
			};
		},
	};
}

export type Envelope = 'bare' | 'data.items' | 'result' | 'invoices' | 'texts';

const parties = ['Harbour Mills', 'Larchwood Bakers', 'Quarry Street Press', 'Tidewater Optics'];
const goods = ['bookbinding', 'carpentry', 'lanterns', 'roasted coffee', 'sailcloth', 'turpentine'];

function documentOf(at: number): IDataObject {
	const day = 1 + ((at * 11) % 28);
	const month = 1 + (Math.floor((at * 5) / 60) % 12);
	return {
		id: 70_000 + at * 13,
		accountingDocumentNo: `N-${at}`,
		type: [0, 0, 1, 3][(at * 7) % 4],
		direction: (at * 5 + (at >> 2)) % 2,
		issueDate: `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
		currency: 'EUR',
		total: ((at * 37) % 211) * 10 + 5,
		description: `Delivery of ${goods[(at * 3 + (at >> 1)) % goods.length]}`,
		lineItems: [{ description: goods[(at * 5) % goods.length] }],
		contact: { companyName: parties[(at + (at >> 3)) % parties.length] },
	};
}

type Parameters = Record<string, string>;

class Refused extends Error {
	constructor(readonly names: string[]) {
		super('refused');
	}
}

function answer(
	request: Arrived,
	response: ServerResponse,
	documents: IDataObject[],
	truth: Truth,
	envelope: Envelope,
): unknown {
	const isMadeUp = !request.token.startsWith('token-');
	if (isMadeUp) return json(response, 403, { error: 'no such key' });
	try {
		return respond(request, documents, truth, envelope);
	} catch (thrown) {
		if (!(thrown instanceof Refused)) throw thrown;
		const names = truth.unknown === 'refusedUnnamed' ? [] : thrown.names;
		const errors = Object.fromEntries(names.map((name) => [name, ['is not understood']]));
		return json(response, 422, names.length > 0 ? { errors } : { message: 'Not understood' });
	}
}

function respond(
	{ method, path, query, body }: Arrived,
	documents: IDataObject[],
	truth: Truth,
	envelope: Envelope,
): unknown {
	const isSearch = method === 'POST' && path.endsWith('/search/accountingdocuments');
	const inBody = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
	const isFromBody = isSearch && truth.searchIn === 'body';
	const asked = textsOf(isFromBody ? inBody : Object.fromEntries(query));
	const elsewhere = isSearch ? Object.keys(isFromBody ? Object.fromEntries(query) : inBody) : [];
	refuseUnknown(Object.keys(asked), elsewhere, isSearch, truth);
	const isRising = isSearch ? asked[truth.sortDirection] === 'ASC' : truth.order === 'oldest';
	const found = documents.filter((document) => !isSearch || fits(document, asked, truth));
	if (truth.order === 'dates') {
		found.sort(
			(a, b) =>
				String(a.issueDate).localeCompare(String(b.issueDate)) || Number(a.id) - Number(b.id),
		);
	}
	if (!isRising) found.reverse();
	const fixed = (isSearch && truth.fixedInSearch) || truth.fixed;
	const { records, pagesCount } = cut(found, asked, { ...truth, fixed });
	const wanted = records.map((record) =>
		asked.scope === 'CA' ? { ...record, connectableAmount: 1 } : record,
	);
	const count = truth.count === 'pages' ? { pagesCount } : {};
	switch (envelope) {
		case 'bare':
			return wanted;
		case 'data.items':
			return { data: { items: wanted, ...count, matched: found.length } };
		case 'result':
			return { result: { accountingDocuments: wanted, ...count } };
		case 'texts':
			return {
				accountingDocuments: wanted,
				...(count.pagesCount && { pagesCount: `${pagesCount}` }),
			};
		default:
			return { invoices: wanted, ...count, generator: 'odd' };
	}
}

function textsOf(parameters: Record<string, unknown>): Parameters {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, String(value)]),
	);
}

function refuseUnknown(
	names: string[],
	elsewhere: string[],
	isSearch: boolean,
	truth: Truth,
): void {
	if (truth.unknown === 'ignored') return;
	const { page, pageSize, searchText, sortDirection, singleValue, type, direction } = truth;
	const ofSearch = [searchText, sortDirection, singleValue, type, direction];
	const dates = [truth.issueDateFrom, truth.issueDateTo, 'valueFrom', 'valueTo'];
	const known = new Set([page, pageSize, 'scope', ...(isSearch ? [...ofSearch, ...dates] : [])]);
	const unknown = [...names.filter((name) => !known.has(name)), ...elsewhere];
	if (unknown.length > 0) throw new Refused(unknown);
}

function fits(document: IDataObject, asked: Parameters, truth: Truth): boolean {
	const at = (name: string) => (name === '' ? undefined : asked[name]);
	const equals = (name: string, value: unknown) => {
		const wanted = at(name);
		return wanted === undefined || wanted === String(value);
	};
	const total = Number(document.total);
	const words = JSON.stringify([document.description, document.lineItems, document.contact]);
	const text = at(truth.searchText);
	return (
		(text === undefined || words.toLowerCase().includes(text.toLowerCase())) &&
		equals(truth.singleValue, document.total) &&
		equals(truth.type, document.type) &&
		equals(truth.direction, document.direction) &&
		total >= Number(asked.valueFrom ?? -Infinity) &&
		total <= Number(asked.valueTo ?? Infinity) &&
		String(document.issueDate) >= (at(truth.issueDateFrom) ?? '') &&
		String(document.issueDate) <= (at(truth.issueDateTo) ?? '9999')
	);
}

function cut(
	found: IDataObject[],
	asked: Parameters,
	{ page, pageSize, firstPage, counts, least, most, outside, fixed, beyond }: Truth,
): { records: IDataObject[]; pagesCount: number } {
	const wanted = Number(asked[pageSize] ?? 25);
	if (outside === 'refused' && (wanted < least || wanted > most)) throw new Refused([pageSize]);
	const size = fixed || Math.max(least, Math.min(wanted, most));
	const pagesCount = Math.max(1, Math.ceil(found.length / size));
	let number = Number(asked[page] ?? firstPage) - firstPage;
	if (number < 0) throw new Refused([page]);
	if (counts === 'records') return { records: found.slice(number, number + size), pagesCount };
	if (number >= pagesCount && beyond === 'refused') throw new Refused([page]);
	if (number >= pagesCount && beyond === 'last') number = pagesCount - 1;
	if (number >= pagesCount && beyond === 'first') number = 0;
	return { records: found.slice(number * size, (number + 1) * size), pagesCount };
}
