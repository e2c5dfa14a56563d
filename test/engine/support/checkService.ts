import type { ServerResponse } from 'node:http';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { credential } from '../../unit/support/descriptions';
import { json, smallService, type Arrived, type SmallService } from './smallService';

/** How a service differs from the one that the package assumes. It shares no code with the sandbox. */
export interface Speaks {
	documents: number;
	page: string;
	firstPage: number;
	/** What the page number counts. */
	paging: 'pages' | 'records';
	pageSize: string;
	most: number;
	/** How the service handles other sizes. */
	outside: 'refused' | 'clamped' | 'usual';
	/** Documents per page for any requested size; 0: as requested. */
	fixed: number;
	searchText: string;
	sortDirection: string;
	searchIn: 'body' | 'query';
	unknown: 'ignored' | 'refused' | 'refused in one sentence';
	envelope: 'pagesCount' | 'pagesOnly' | 'bare' | 'data' | 'total' | 'snake' | 'django';
	/** The response to a page past the end. A page before the first one is refused, or is the first one again. */
	past: 'empty' | 'refused' | 'last';
	before: 'refused' | 'empty' | 'first';
	order: 'newest' | 'oldest';
	/** How many requests create a document each. */
	created: number;
	/** Called before the request of that number, from 1 on; a return value replaces the response. */
	meanwhile?: (request: number, documents: IDataObject[]) => unknown;
	/** Name of the page number in the search, if it has another one. */
	searchPage?: string;
	/** The same for the page size. */
	searchPageSize?: string;
	/** Status of the search instead of documents; 0: it works. */
	searchStatus: number;
	/** Status of a request for a document; 0: it works. */
	documentStatus: number;
	/** Status of a search that finds nothing. */
	nothingFound: 200 | 404;
	guids: boolean;
}

const assumed: Speaks = {
	documents: 130,
	page: 'page',
	firstPage: 1,
	paging: 'pages',
	pageSize: 'pageSize',
	most: 100,
	outside: 'refused',
	fixed: 0,
	searchText: 'searchText',
	sortDirection: 'sortDirection',
	searchIn: 'body',
	unknown: 'ignored',
	envelope: 'pagesCount',
	past: 'empty',
	before: 'refused',
	order: 'newest',
	created: 0,
	searchStatus: 0,
	documentStatus: 0,
	nothingFound: 200,
	guids: false,
};

export interface CheckService extends SmallService {
	documents: IDataObject[];
}

export async function checkService(changes: Partial<Speaks>): Promise<CheckService> {
	const speaks = { ...assumed, ...changes };
	const documents = Array.from({ length: speaks.documents }, (_, at) => documentOf(at, speaks));
	let left = speaks.created;
	let requests = 0;
	const service = await smallService({
		answer: (request, response) => {
			if (left-- > 0) documents.push(documentOf(documents.length, speaks));
			return answer(request, response, documents, { ...speaks, request: ++requests });
		},
	});
	return { ...service, documents };
}

const parties = ['Harbour Mills', 'Larchwood Bakers', 'Quarry Street Press', 'Tidewater Optics'];

function documentOf(at: number, { guids }: Speaks): IDataObject {
	const digits = String(70_000 + at * 13);
	return {
		id: guids ? `00000000-0000-4000-8000-${digits.padStart(12, '0')}` : Number(digits),
		issueDate: `2026-0${1 + ((at * 5) % 9)}-1${at % 10}`,
		currency: 'EUR',
		total: ((at * 37) % 211) * 10 + 5,
		description: at % 3 === 0 ? 'Coffee' : 'Delivery of lanterns',
		contact: { companyName: parties[(at + (at >> 3)) % parties.length] },
	};
}

/** A refusal with the names of the fields. */
export class Refused extends Error {
	constructor(
		message: string,
		readonly names: string[],
		readonly status = 400,
	) {
		super(message);
	}
}

function answer(
	request: Arrived,
	response: ServerResponse,
	documents: IDataObject[],
	speaks: Speaks & { request: number },
): unknown {
	try {
		const instead = speaks.meanwhile?.(speaks.request, documents);
		if (instead !== undefined) return instead;
		const { method, path } = request;
		const isSearch = path === '/v2/search/accountingdocuments';
		if (isSearch && speaks.searchStatus > 0) return json(response, speaks.searchStatus, {});
		if (isSearch || path === '/v2/accountingdocuments') {
			const page = (isSearch && speaks.searchPage) || speaks.page;
			const pageSize = (isSearch && speaks.searchPageSize) || speaks.pageSize;
			return pageOf(request, documents, { ...speaks, page, pageSize }, isSearch);
		}
		const [found] = documents.filter(({ id }) => path === `/v2/accountingdocuments/${String(id)}`);
		if (found && method === 'GET') {
			const { documentStatus } = speaks;
			return documentStatus ? json(response, documentStatus, {}) : found;
		}
		return json(response, path === '/v2/templates' ? 405 : 404, { message: 'Not here' });
	} catch (thrown) {
		if (!(thrown instanceof Refused)) throw thrown;
		const { message, names, status } = thrown;
		if (speaks.unknown === 'refused in one sentence') {
			return json(response, status, { message: 'Not understood' });
		}
		const fieldsAffected = names.map((name) => ({ name, message }));
		return json(response, status, { code: 'VALIDATION', message: 'Invalid', fieldsAffected });
	}
}

function pageOf(
	{ query, body }: Arrived,
	documents: IDataObject[],
	speaks: Speaks,
	isSearch: boolean,
): unknown {
	const inBody = body === '' ? {} : (JSON.parse(body) as IDataObject);
	const isFromBody = isSearch && speaks.searchIn === 'body';
	const parameters: IDataObject = isFromBody ? inBody : Object.fromEntries(query);
	refuseUnknown({ ...Object.fromEntries(query), ...inBody }, parameters, speaks, isSearch);
	const { searchText, sortDirection, order } = speaks;
	const text = String((isSearch && parameters[searchText]) || '').toLowerCase();
	const found = documents.filter(
		(document) =>
			(text === '' || JSON.stringify(document).toLowerCase().includes(text)) &&
			Number(document.total) >= Number((isSearch && parameters.valueFrom) || 0),
	);
	const isRising = isSearch ? parameters[sortDirection] === 'ASC' : order === 'oldest';
	if (!isRising) found.reverse();
	if (isSearch && found.length === 0 && speaks.nothingFound === 404) throw new Refused('', [], 404);
	return inEnvelope(found, cut(found, parameters, speaks), speaks);
}

function refuseUnknown(
	sent: IDataObject,
	read: IDataObject,
	{ unknown, page, pageSize, searchText, sortDirection }: Speaks,
	isSearch: boolean,
): void {
	if (unknown === 'ignored') return;
	const known = [page, pageSize, 'scope'];
	if (isSearch) known.push(searchText, sortDirection, 'valueFrom', 'valueTo');
	const names = Object.keys(sent).filter((name) => !known.includes(name) || !(name in read));
	if (names.length > 0) throw new Refused('is not known', names);
}

/** Documents per page if no size is requested, and the smallest size. */
const usual = 20;
const least = 10;

interface Cut {
	records: IDataObject[];
	index: number;
	size: number;
}

function cut(found: IDataObject[], parameters: IDataObject, speaks: Speaks): Cut {
	const { page, firstPage, paging, pageSize, most, outside, fixed, past } = speaks;
	const wanted = Number(parameters[pageSize] ?? usual);
	if (outside === 'refused' && (wanted < least || wanted > most)) {
		throw new Refused(`must be ${least} to ${most}`, [pageSize]);
	}
	const isUsual = outside === 'usual' && wanted > most;
	const size = fixed || (isUsual ? usual : Math.max(least, Math.min(wanted, most)));
	if (paging !== 'pages') {
		const start = Number(parameters[page] ?? 0);
		return { records: found.slice(start, start + size), index: start / size, size };
	}
	const pages = Math.max(1, Math.ceil(found.length / size));
	let index = Number(parameters[page] ?? firstPage) - firstPage;
	if (index < 0 && speaks.before === 'refused') throw new Refused('is too low', [page]);
	if (index < 0 && speaks.before === 'first') index = 0;
	if (index >= pages && past === 'refused') throw new Refused('is too high', [page]);
	if (index >= pages && past === 'last') index = pages - 1;
	const records = index < 0 ? [] : found.slice(index * size, (index + 1) * size);
	return { records, index, size };
}

function inEnvelope(all: IDataObject[], { records, index, size }: Cut, speaks: Speaks): unknown {
	const { envelope, firstPage } = speaks;
	const end = index * size + records.length;
	const pagesCount = Math.ceil(all.length / size);
	const counts = { pagesCount, currentPage: index + firstPage, pageSize: size };
	switch (envelope) {
		case 'pagesOnly':
			return { accountingDocuments: records, pagesCount };
		case 'bare':
			return records;
		case 'data':
			return { data: { items: records, ...counts } };
		case 'total':
			return { invoices: records, total: all.length };
		case 'snake':
			return { items: records, page_number: index + firstPage, per_page: size };
		case 'django':
			return { results: records, next: end < all.length ? `/list?${speaks.page}=3` : null };
		default:
			return { accountingDocuments: records, ...counts };
	}
}

/** The values that a user enters in the credential after Connection Check. */
export function enteredFrom([, ...items]: IDataObject[]): IDataObject {
	const entered: IDataObject = {};
	for (const { about, enter } of items) {
		if (enter === '') continue;
		const field = credential.properties.find(({ displayName }) => displayName === about);
		if (!field) throw new Error(`The credential has no field "${String(about)}"`);
		const choice = (field.options as INodePropertyOptions[] | undefined)?.find(
			({ name }) => name === enter,
		);
		if (field.type === 'options' && !choice) throw new Error(`${String(about)}: ${String(enter)}`);
		const typed = field.type === 'number' ? Number(enter) : String(enter);
		entered[field.name] = choice?.value ?? typed;
	}
	return entered;
}
