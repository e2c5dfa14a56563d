/** Which records of a list are on a page, for every list of the service. */
import { type Fault, pick } from '../http/faults';
import type { SandboxOptions } from '../options';

export type PagingOptions = Pick<SandboxOptions, 'firstPage'>;

export type Cut = {
	/** Positions in the sent list, counted from 0. */
	positions: number[];
	/** Records of the entire list. */
	count: number;
	pagesCount: number;
	/** As in the envelope. */
	currentPage: number;
	pageSize: number;
};

const range = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

export function cut(
	count: number,
	request: { page: number; pageSize: number },
	{ firstPage }: PagingOptions,
	faults: readonly Fault[],
): Cut {
	const ignored = pick(faults, 'ignorePage');
	const most = pick(faults, 'clampPageSize')?.to ?? Infinity;
	const pageSize = Math.min(request.pageSize, most);
	const page = ignored ? firstPage : request.page;
	const from = (page - firstPage) * pageSize;
	let positions = range(from, Math.min(count, from + pageSize));
	if (pick(faults, 'repeatRecord') && positions.length > 0) {
		const other = from > 0 ? from - 1 : pageSize;
		if (other < count) positions = [other, ...positions.slice(1)];
	}
	const short = pick(faults, 'shortPage');
	if (short) positions = positions.slice(0, -short.by);
	const pagesCount = Math.ceil(count / pageSize) + (pick(faults, 'wrongPagesCount')?.add ?? 0);
	return {
		positions,
		count,
		pagesCount: Math.max(0, pagesCount),
		currentPage: ignored?.echoPage ? request.page : page,
		pageSize,
	};
}
