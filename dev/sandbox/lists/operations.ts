/** The list of accounting documents and the search (docs/api/requests.md#document-lists). */
import { z } from 'zod';

import type { Call, Operation, Operations } from '../http/operations';
import type { Parser } from '../http/parsing';
import type { SandboxOptions } from '../options';
import { LIST_PARAMETERS, SEARCH_PARAMETERS } from './names';
import type { PageRequest, Pages } from './pages';
import { keptByFirstPage, type Limits, listParameters, searchParameters } from './parameters';

type Options = Limits &
	Pick<SandboxOptions, 'names' | 'listOrder' | 'searchParametersIn' | 'withoutEffect'>;

const nothing = z.strictObject({});

const listSchema = keptByFirstPage(listParameters);
const searchSchemas = {
	query: keptByFirstPage((limits) => searchParameters('query', limits)),
	body: keptByFirstPage((limits) => searchParameters('body', limits)),
};

/** The sent parameters, without those that this service accepts and ignores. */
function effective(sent: unknown, { names, withoutEffect }: Options): unknown {
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
	const ignored = withoutEffect.map((name) => names[name] ?? name);
	return Object.fromEntries(Object.entries(sent).filter(([name]) => !ignored.includes(name)));
}

function readList(parser: Parser, options: Options, call: Call): PageRequest {
	const { names, listOrder } = options;
	const sent = effective(call.query, options);
	const request = parser.parameters(listSchema(options), sent, LIST_PARAMETERS, names);
	return { ...request, filters: {}, isDescending: listOrder === 'desc' };
}

function readSearch(parser: Parser, options: Options, call: Call): PageRequest {
	const { names, searchParametersIn } = options;
	const isInQuery = searchParametersIn === 'query';
	const carried = effective((isInQuery ? call.query : call.body) ?? {}, options);
	// Parameters in the wrong place are unknown too.
	parser.parameters(nothing, (isInQuery ? call.body : call.query) ?? {}, [], names);
	const schema = searchSchemas[searchParametersIn](options);
	const { page, pageSize, scope, sortDirection, ...filters } = parser.parameters(
		schema,
		carried,
		SEARCH_PARAMETERS,
		names,
	);
	return { page, pageSize, scope, filters, isDescending: sortDirection === 'DESC' };
}

export function listOperations(
	pages: Pages,
	parser: Parser,
	options: Options,
): Operations<'list' | 'search'> {
	const answering =
		(read: (call: Call) => PageRequest): Operation['answer'] =>
		(call) => {
			const request = read(call);
			const faults = call.lateFaults();
			pages.shift(request, faults);
			return pages.answer(request, faults);
		};
	return {
		list: {
			kind: 'read',
			method: 'GET',
			path: '/v2/accountingdocuments',
			basis: 'document-lists [S]',
			takesQuery: true,
			isList: true,
			answer: answering((call) => readList(parser, options, call)),
		},
		search: {
			kind: 'read',
			method: 'POST',
			path: '/v2/search/accountingdocuments',
			basis: 'document-lists [S]',
			takesQuery: true,
			isList: true,
			carries: 'json',
			answer: answering((call) => readSearch(parser, options, call)),
		},
	};
}
