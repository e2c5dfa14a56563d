/** One page of a list or a search: the current records, the envelope, and faults. */
import { type Answer, json } from '../http/answers';
import { type Fault, pick } from '../http/faults';
import type { Store } from '../resources/accountingDocuments/store';
import { answerWithoutRecords, type EnvelopeOptions, frameOf } from './envelopes';
import { cut, type PagingOptions } from './paging';
import type { Filters } from './parameters';
import type { Queries, Selection } from './queries';

/** The list property of the envelope: the family's plural resource name (docs/api/requests.md#pagination). */
const RECORDS_PROPERTY = 'accountingDocuments';

export type PageRequest = {
	page: number;
	pageSize: number;
	scope?: string;
	filters: Filters;
	isDescending: boolean;
};

type Listed = Selection & { isDescending: boolean };

/** Key at a position of the sent list. */
const keyAt = (list: Listed, position: number): number =>
	list.keyAt(list.isDescending ? list.count - 1 - position : position);

/** Keys at positions of the sent list; positions outside of it are left out. */
function keysBetween(list: Listed, from: number, to: number): number[] {
	const keys: number[] = [];
	for (let position = Math.max(0, from); position < Math.min(to, list.count); position++)
		keys.push(keyAt(list, position));
	return keys;
}

export class Pages {
	private scratch = Buffer.allocUnsafe(1 << 20);

	constructor(
		private readonly store: Store,
		private readonly queries: Queries,
		private readonly options: PagingOptions & EnvelopeOptions,
	) {}

	/** Applies `insert` and `delete`, so that the list shifts just before this page. */
	shift(request: PageRequest, faults: readonly Fault[]): void {
		const insert = pick(faults, 'insert');
		if (insert) this.store.create(insert.count, insert.fields, insert.outOfOrder);
		const removal = pick(faults, 'delete');
		if (removal) this.remove(request, removal.where, removal.count);
	}

	answer(request: PageRequest, faults: readonly Fault[]): Answer {
		const list = this.list(request);
		const page = cut(list.count, request, this.options, faults);
		const frame = frameOf(this.options, RECORDS_PROPERTY, page);
		const without = answerWithoutRecords(frame, faults);
		if (without) return without;
		const keys = page.positions.map((position) => keyAt(list, position));
		const [head, tail] = [`${frame.head}${frame.name}[`, `]${frame.tail}`];
		return json(200, this.bytes(head, keys, tail, request.scope !== undefined));
	}

	private list(request: PageRequest): Listed {
		const selection = this.queries.select(request.filters);
		return {
			count: selection.count,
			keyAt: (position) => selection.keyAt(position),
			isDescending: request.isDescending,
		};
	}

	/** Writes document by document into one buffer: joining the text of a page first would take twice the time. */
	private bytes(
		head: string,
		keys: readonly number[],
		tail: string,
		withConnectable: boolean,
	): Buffer {
		let end = this.scratch.write(head);
		keys.forEach((key, index) => {
			const text = `${index === 0 ? '' : ','}${this.store.text(key, withConnectable)}`;
			// A character takes at most three bytes in UTF-8.
			this.reserve(end, end + 3 * (text.length + tail.length));
			end += this.scratch.write(text, end);
		});
		end += this.scratch.write(tail, end);
		return Buffer.from(this.scratch.subarray(0, end));
	}

	private reserve(used: number, needed: number): void {
		if (needed <= this.scratch.length) return;
		const larger = Buffer.allocUnsafe(needed * 2);
		this.scratch.copy(larger, 0, 0, used);
		this.scratch = larger;
	}

	private remove(
		request: PageRequest,
		where: 'before' | 'after' | 'head' | 'tail' | Array<number | string>,
		count: number,
	): void {
		const list = this.list(request);
		const from = (request.page - this.options.firstPage) * request.pageSize;
		const end = from + request.pageSize;
		const keys = Array.isArray(where)
			? where.map((id) => this.store.findById(id)).filter((key) => key !== undefined)
			: {
					before: () => keysBetween(list, Math.max(0, from - count), from),
					after: () => keysBetween(list, end, end + count),
					head: () => keysBetween(list, 0, count),
					tail: () => keysBetween(list, list.count - count, list.count),
				}[where]();
		for (const key of keys) this.store.remove(key);
	}
}
