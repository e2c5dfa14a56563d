/** One page of a list or a search: what the store holds at this moment, cut, enveloped, and bent by faults. */
import { type Answer, json } from '../http/answers';
import type { Filters } from './parameters';
import { type Fault, pick } from '../http/faults';
import { RECORDS_PROPERTY } from './names';
import type { SandboxOptions } from '../options';
import type { Queries, Selection } from './queries';
import type { Store } from '../resources/accountingDocuments/store';

export type PageRequest = {
	page: number;
	pageSize: number;
	scope?: string;
	filters: Filters;
	isDescending: boolean;
};

type Listed = Selection & { isDescending: boolean };

/** Keys at positions of the list as it is sent; positions outside it give nothing. */
function keysBetween(list: Listed, from: number, to: number): number[] {
	const keys: number[] = [];
	for (let position = Math.max(0, from); position < Math.min(to, list.count); position++) {
		keys.push(list.keyAt(list.isDescending ? list.count - 1 - position : position));
	}
	return keys;
}

export class Pages {
	private scratch = Buffer.allocUnsafe(1 << 20);

	constructor(
		private readonly store: Store,
		private readonly queries: Queries,
		private readonly options: Pick<SandboxOptions, 'firstPage' | 'envelope'>,
	) {}

	/** Applies `insert` and `delete`, so that the list shifts just before this page is cut. */
	shift(request: PageRequest, faults: readonly Fault[]): void {
		const insert = pick(faults, 'insert');
		if (insert) this.store.create(insert.count, insert.fields, insert.outOfOrder);
		const removal = pick(faults, 'delete');
		if (removal) this.remove(request, removal.where, removal.count);
	}

	answer(request: PageRequest, faults: readonly Fault[]): Answer {
		const list = this.list(request);
		const ignored = pick(faults, 'ignorePage');
		const page = ignored ? this.options.firstPage : request.page;
		const pageSize = Math.min(
			request.pageSize,
			pick(faults, 'clampPageSize')?.to ?? request.pageSize,
		);
		const from = (page - this.options.firstPage) * pageSize;
		let keys = keysBetween(list, from, from + pageSize);
		if (pick(faults, 'repeatRecord') && keys.length > 0) {
			const [other] =
				from > 0 ? keysBetween(list, from - 1, from) : keysBetween(list, pageSize, pageSize + 1);
			if (other !== undefined) keys = [other, ...keys.slice(1)];
		}
		const short = pick(faults, 'shortPage');
		if (short) keys = keys.slice(0, -short.by);
		const pagesCount =
			Math.ceil(list.count / pageSize) + (pick(faults, 'wrongPagesCount')?.add ?? 0);
		const currentPage = ignored?.echoPage ? request.page : page;
		const [head, tail] = this.envelope(Math.max(0, pagesCount), currentPage, pageSize);
		if (pick(faults, 'noRecords')) return json(200, `{${tail === ']' ? '}' : tail.slice(2)}`);
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

	/** Written document by document into one buffer: joining a page's text first costs as much as making it. */
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

	/** The envelope's text before and after the records. */
	private envelope(pagesCount: number, currentPage: number, pageSize: number): [string, string] {
		if (this.options.envelope === 'array') return ['[', ']'];
		const count = this.options.envelope === 'object' ? `"pagesCount":${pagesCount},` : '';
		return [
			`{"${RECORDS_PROPERTY}":[`,
			`],${count}"currentPage":${currentPage},"pageSize":${pageSize}}`,
		];
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
