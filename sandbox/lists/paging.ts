/** Which records of a list a page holds: for every list of the service. */
import { Refusal } from '../http/answers';
import { type Fault, pick } from '../http/faults';
import type { SandboxOptions } from '../options';

export type PagingOptions = Pick<
	SandboxOptions,
	'firstPage' | 'pageCounts' | 'fixedPageSize' | 'pageOverlap' | 'leftOut' | 'beyondLastPage'
>;

export type Cut = {
	/** Places in the list as it is sent, counted from 0. */
	positions: number[];
	/** Records of the whole list. */
	count: number;
	pagesCount: number;
	/** As the envelope tells it. */
	currentPage: number;
	pageSize: number;
};

const range = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** The page that is given for one beyond the last. Throws a Refusal when the service refuses it. */
function givenFor(page: number, pagesCount: number, options: PagingOptions): number {
	const { firstPage, beyondLastPage } = options;
	const last = firstPage + Math.max(1, pagesCount) - 1;
	if (page <= last || beyondLastPage === 'empty') return page;
	if (beyondLastPage === 'repeatFirst') return firstPage;
	if (beyondLastPage === 'repeatLast') return last;
	const status = beyondLastPage === 'refuse404' ? 404 : 400;
	throw new Refusal(status, 'page_out_of_range', `There is no page ${page}, the last is ${last}`);
}

/** Throws a Refusal for a page beyond the last where the service refuses one. */
export function cut(
	count: number,
	request: { page: number; pageSize: number },
	options: PagingOptions,
	faults: readonly Fault[],
): Cut {
	const { firstPage, pageCounts, fixedPageSize, pageOverlap, leftOut } = options;
	const ignored = pick(faults, 'ignorePage');
	const most = pick(faults, 'clampPageSize')?.to ?? Infinity;
	const pageSize = Math.min(fixedPageSize || request.pageSize, most);
	const step = pageCounts === 'records' ? 1 : Math.max(1, pageSize - pageOverlap);
	const pagesCount =
		count <= pageSize || pageCounts === 'records'
			? Math.ceil(count / pageSize)
			: Math.ceil((count - pageSize) / step) + 1;
	const isOffset = pageCounts === 'records';
	const page = ignored
		? firstPage
		: isOffset
			? request.page
			: givenFor(request.page, pagesCount, options);
	const from = (page - firstPage) * step;
	let positions = range(Math.max(0, from), Math.min(count, from + pageSize));
	if (pick(faults, 'repeatRecord') && positions.length > 0) {
		const other = from > 0 ? from - 1 : pageSize;
		if (other < count) positions = [other, ...positions.slice(1)];
	}
	if (leftOut > 0) positions = positions.filter((position) => (position + 1) % leftOut !== 0);
	const short = pick(faults, 'shortPage');
	if (short) positions = positions.slice(0, -short.by);
	return {
		positions,
		count,
		pagesCount: Math.max(0, pagesCount + (pick(faults, 'wrongPagesCount')?.add ?? 0)),
		currentPage: ignored?.echoPage ? request.page : page,
		pageSize,
	};
}
