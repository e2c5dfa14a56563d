import { largestPages, pageSizeLimits, type ServiceSettings } from '../../shared/client/settings';
import { howAnswered, type Asking, type Reply } from './asking';
import type { Paging } from './paging';
import type { Report } from './report';

const { minimum } = pageSizeLimits;

/**
 * Finds out how large pages can be.
 * @param least how the least size was answered, where it was asked for
 * @param hasMore whether the list goes on behind a page, asked only where the page leaves it open
 * @returns the longest first page, and what tells the limits themselves with three requests more
 */
export async function checkLimits(
	asking: Asking,
	settings: ServiceSettings,
	report: Report,
	{ name, least }: { name: string; least?: Reply },
	hasMore: (page: Reply, size: number) => Promise<boolean>,
): Promise<{ page: Reply; tellLimits: () => Promise<void> } | undefined> {
	const ask = async (size: number) => await asking.list({ [name]: size });
	const { largestPage } = settings;
	let largest = largestPage;
	let page = await ask(largest);
	const first = page;
	for (const smaller of largestPages.filter((size) => size < largestPage)) {
		if (!page.isRefused) break;
		page = await ask((largest = smaller));
	}
	if (page.isRefused || page.failure) {
		report.fails(
			'largestPage',
			`${name}=${largestPage} ${howAnswered(first)}, and smaller pages too.`,
		);
		return undefined;
	}
	const nothingMore = { page, tellLimits: async () => {} };
	if (first.isRefused) {
		report.fails(
			'largestPage',
			`${name}=${largestPage} ${howAnswered(first)}, ${name}=${largest} was answered.`,
			{ largestPage: largest },
		);
		return nothingMore;
	}
	const given = page.ids.length;
	if (given < largest && (await hasMore(page, largest))) {
		const fitting = largestPages.find((size) => size <= given);
		report.fails(
			'largestPage',
			`${name}=${largest} brought ${given} documents although there are more.`,
			fitting === undefined ? {} : { largestPage: fitting },
		);
		return nothingMore;
	}
	const evidence = `${name}=${largest} brought ${given} documents`;
	tell(given === largest, [evidence], least);
	return {
		page,
		async tellLimits() {
			const lowest = least ?? (await ask(minimum));
			const [above, below] = [await ask(largest + 1), await ask(minimum - 1)];
			const told = [
				evidence,
				`${largest + 1} ${howAnswered(above)}`,
				`${minimum} ${howAnswered(lowest)}`,
				`${minimum - 1} ${howAnswered(below)}`,
			];
			tell(given === largest || above.isRefused, told, lowest);
		},
	};

	function tell(isLargest: boolean, told: string[], lowest?: Reply): void {
		const evidence = told.join(', ');
		if (lowest && (lowest.isRefused || lowest.ids.length > minimum)) {
			const least = told.length > 1 ? '' : `, ${minimum} ${howAnswered(lowest)}`;
			report.fails(
				'largestPage',
				`${evidence}${least}: pages of ${minimum} are not to be had. Nothing is to be entered.`,
			);
		} else if (isLargest) report.holds('largestPage', `${evidence}.`);
		else
			report.unsure('largestPage', `Too few documents to fill a page of ${largest}: ${evidence}.`);
	}
}

/**
 * Pages of one size whatever is asked for. Where the page number skips single documents, the node may not ask for
 * fewer, since it would skip as many.
 */
export function tellOneSize(
	report: Report,
	{ largestPage }: ServiceSettings,
	{ name, pageCounts }: Paging,
	given: number,
): void {
	const told = `Pages have ${given} documents whatever is asked for, and ${name} skips single documents`;
	const larger = largestPages[0];
	if (pageCounts === 'pages' || (given >= minimum && given <= largestPage)) {
		report.unsure('largestPage', 'No page size has an effect.');
	} else if (given < minimum) {
		report.fails('largestPage', `${told}: too few for the node. Only the first page can be read.`);
	} else if (largestPage < larger) {
		report.fails('largestPage', `${told}: the node has to ask for so many.`, {
			largestPage: larger,
		});
	} else report.fails('largestPage', `${told}: too many for the node, which asks for fewer.`);
}

/** Whether a page of the largest size is certain to be the whole list. */
export function isWholeList({ ids, pagesCount }: Reply): boolean {
	return pagesCount === 1 || (pagesCount === undefined && ids.length < minimum);
}
