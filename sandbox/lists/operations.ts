/** The list of accounting documents and the search: specification, section 4; published-facts, sections 2 and 3. */
import { z } from 'zod';

import type { Call, Operation, Operations } from '../http/operations';
import type { Parser } from '../http/parsing';
import type { SandboxOptions } from '../options';
import { LIST_PARAMETERS, SEARCH_PARAMETERS } from './names';
import type { PageRequest, Pages } from './pages';
import { listParameters, searchParameters } from './parameters';

type Options = Pick<SandboxOptions, 'firstPage' | 'names' | 'listOrder' | 'searchParametersIn'>;

const nothing = z.strictObject({});

function readList(parser: Parser, options: Options, call: Call): PageRequest {
	const { firstPage, names, listOrder } = options;
	const schema = listParameters(firstPage);
	const asked = parser.parameters(schema, call.query, LIST_PARAMETERS, names);
	return { ...asked, filters: {}, isDescending: listOrder === 'desc' };
}

function readSearch(parser: Parser, options: Options, call: Call): PageRequest {
	const { firstPage, names, searchParametersIn } = options;
	const isInQuery = searchParametersIn === 'query';
	const carried = (isInQuery ? call.query : call.body) ?? {};
	// Parameters in the wrong place are as unknown as parameters under a wrong name.
	parser.parameters(nothing, (isInQuery ? call.body : call.query) ?? {}, [], names);
	const schema = searchParameters(searchParametersIn, firstPage);
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
			const asked = read(call);
			const faults = call.lateFaults();
			pages.shift(asked, faults);
			return pages.answer(asked, faults);
		};
	return {
		list: {
			method: 'GET',
			path: '/v2/accountingdocuments',
			basis: 'specification 4 [S]',
			isWrite: false,
			isList: true,
			carries: 'nothing',
			answer: answering((call) => readList(parser, options, call)),
		},
		search: {
			method: 'POST',
			path: '/v2/search/accountingdocuments',
			basis: 'specification 4 [S]',
			isWrite: false,
			isList: true,
			carries: 'json',
			answer: answering((call) => readSearch(parser, options, call)),
		},
	};
}
