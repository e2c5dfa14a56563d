/** Paged lists of records that are stored as objects: all except accounting documents. */
import { z } from 'zod';

import { type Answer, json } from '../http/answers';
import { printExactly } from '../http/exactJson';
import type { Call } from '../http/operations';
import type { Parser } from '../http/parsing';
import type { SandboxOptions } from '../options';
import { answerWithoutRecords, frameOf } from './envelopes';
import { cut } from './paging';
import { type Carrier, keptByFirstPage, paging } from './parameters';

const PARAMETERS = ['page', 'pageSize'] as const;

const pagingSchema = (carrier: Carrier) =>
	keptByFirstPage((limits) => z.strictObject(paging(carrier, limits)));
const searchSchema = (carrier: Carrier) =>
	keptByFirstPage((limits) =>
		z.strictObject({ ...paging(carrier, limits), searchText: z.string().optional() }),
	);
const pagingSchemas = { query: pagingSchema('query'), body: pagingSchema('body') };
const textSchemas = { query: searchSchema('query'), body: searchSchema('body') };

export class SmallLists {
	constructor(
		private readonly parser: Parser,
		private readonly options: SandboxOptions,
	) {}

	/**
	 * The page that a request asks for, in its query or in a `body`. `property` names the list in the envelope. Throws
	 * a Refusal.
	 */
	answer(call: Call, property: string, records: readonly unknown[], body?: object): Answer {
		const { names } = this.options;
		const schema = pagingSchemas[body ? 'body' : 'query'](this.options);
		const requested = this.parser.parameters(schema, body ?? call.query, PARAMETERS, names);
		return this.page(call, property, records, requested);
	}

	/** The page that a search asks for. `find` gets the text in lower case; empty text matches every record. */
	search(call: Call, property: string, find: (text: string) => readonly unknown[]): Answer {
		const { names, searchParametersIn: carrier, withoutEffect } = this.options;
		const schema = textSchemas[carrier](this.options);
		const sent = (carrier === 'query' ? call.query : call.body) ?? {};
		const allowed = [...PARAMETERS, 'searchText'] as const;
		const { searchText = '', ...requested } = this.parser.parameters(schema, sent, allowed, names);
		const text = withoutEffect.includes('searchText') ? '' : searchText.toLowerCase();
		return this.page(call, property, find(text), requested);
	}

	private page(
		call: Call,
		property: string,
		records: readonly unknown[],
		requested: { page: number; pageSize: number },
	): Answer {
		const faults = call.lateFaults();
		const page = cut(records.length, requested, this.options, faults);
		const frame = frameOf(this.options, property, page);
		const without = answerWithoutRecords(frame, faults);
		if (without) return without;
		const list = printExactly(page.positions.map((position) => records[position]));
		return json(200, `${frame.head}${frame.name}${list}${frame.tail}`);
	}
}
