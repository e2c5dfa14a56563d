import type { IDataObject } from 'n8n-workflow';

import type { CredentialStore } from '../credentials';

/** How a service really speaks, as the test that makes it knows. */
export interface Truth {
	documents: number;
	page: string;
	/** What the page number counts. */
	counts: 'pages' | 'records';
	firstPage: 0 | 1;
	pageSize: string;
	/** Largest page that it takes. */
	most: number;
	/** What becomes of a larger one. */
	outside: 'refused' | 'clamped';
	/** Page size whatever is asked for; 0 where it can be chosen. */
	fixed: number;
	/** The same in a search alone. */
	fixedInSearch: number;
	/** Least page that can be had. */
	least: number;
	/** With so many of the first requests a document is created. */
	created: number;
	searchText: string;
	sortDirection: string;
	singleValue: string;
	/** Empty where the service has no such filter. */
	type: string;
	direction: string;
	issueDateFrom: string;
	issueDateTo: string;
	searchIn: 'body' | 'query';
	unknown: 'refused' | 'refusedUnnamed' | 'ignored';
	count: 'pages' | 'none';
	order: 'newest' | 'oldest' | 'dates';
	beyond: 'empty' | 'refused' | 'last' | 'first';
}

/** A running service and what it holds. */
export interface Speaking {
	credential(changes?: IDataObject): CredentialStore;
	/** In rising order of ids. */
	documents(): IDataObject[];
	/** Requests that came in, exchanges of tokens included. */
	requests(): number;
}

export interface Service {
	title: string;
	truth: Truth;
	start(): Promise<Speaking>;
}

export interface Right {
	verdict: 'holds' | 'does not hold';
	/** What is to be entered for it. */
	value?: unknown;
}

/** The right verdicts by the names of the assumptions; those left out depend on the documents. */
export function rightVerdicts(truth: Truth): Record<string, Right> {
	const named = (name: string, assumed: string): Right =>
		name === assumed ? { verdict: 'holds' } : { verdict: 'does not hold', value: name };
	const when = (holds: boolean, value?: unknown): Right =>
		holds ? { verdict: 'holds' } : { verdict: 'does not hold', value };
	const optional = (name: string): Right => (name === '' ? { verdict: 'holds' } : named(name, ''));
	const largest = [100, 50, 20].find((size) => size <= truth.most);
	return {
		'Unknown parameters': when(truth.unknown !== 'ignored'),
		'Name of the page size':
			truth.fixed > 0 ? { verdict: 'does not hold' } : named(truth.pageSize, 'pageSize'),
		...(truth.fixed === 0 && {
			'Limits of the page size':
				truth.least > 10 ? { verdict: 'does not hold' } : when(largest === 100, largest),
		}),
		'Name of the page number': named(truth.page, 'page'),
		'What the page number counts': when(truth.counts === 'pages', 'Records'),
		'Number of the first page': when(truth.firstPage === 1, 0),
		'A page beyond the last one': { verdict: 'holds' },
		...(truth.fixed === 0 && { 'Count of pages': when(truth.count === 'pages') }),
		'Order of the list': when(truth.order === 'newest'),
		'The list repeats itself': { verdict: 'holds' },
		'Extra properties by scope': { verdict: 'holds' },
		'Where search parameters travel': when(truth.searchIn === 'body', 'URL'),
		'Pages of a search': when(truth.fixedInSearch === 0),
		'Filter by a range of totals': { verdict: 'holds' },
		'Name of the text search': named(truth.searchText, 'searchText'),
		'Name of the sort direction': named(truth.sortDirection, 'sortDirection'),
		'Name of the single-value filter': named(truth.singleValue, 'value'),
		'Name of the filter by type': optional(truth.type),
		'Name of the filter by direction': optional(truth.direction),
		'Name of the filter by first issue date': optional(truth.issueDateFrom),
		'Name of the filter by last issue date': optional(truth.issueDateTo),
		'A token that is not valid': { verdict: 'holds' },
		'Requests at the same time': { verdict: 'holds' },
	};
}

/** Whether a text search finds a document (specification section 4). */
export function holdsText(document: IDataObject, word: string): boolean {
	const lines = (document.lineItems ?? []) as IDataObject[];
	const texts = [
		document.description,
		document.creditNoteDescription,
		...lines.map(({ description }) => description),
		...Object.values((document.contact ?? {}) as IDataObject),
	];
	return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(word));
}
