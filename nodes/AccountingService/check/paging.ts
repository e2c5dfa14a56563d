import type { IDataObject } from 'n8n-workflow';

import type { Dialect } from '../../shared/client/dialect';
import { howAnswered, type Asking, type Reply } from './asking';
import { discover, each, isBlamed, type Manner } from './discover';
import { likeness, stepsFurther, type Likeness } from './likeness';
import { pageNames, withFirst } from './names';
import type { Report } from './report';

/** What is known of the page number. */
export interface Paging {
	name: string;
	firstPage: number;
	pageCounts: Dialect['pageCounts'];
}

/** How the pages 0, 1 and 2 stand to the page that comes without a number. */
interface Numbers {
	pages: [Reply, Reply, Reply];
	are: [Likeness, Likeness, Likeness];
}

/**
 * Finds out by which name pages have a number, what it counts and from where.
 * @param size parameters that make pages short
 * @param first the page that comes with these parameters and without a number
 * @param pages how many such pages there are at the least
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkPaging(
	asking: Asking,
	dialect: Dialect,
	report: Report,
	{ size, first, pages }: { size: IDataObject; first: Reply; pages: number },
	manner: Manner,
): Promise<Paging | undefined> {
	const refusesUnknown = manner !== 'ignores';
	const asked = new Map<string, Reply>();
	const ask = async (names: readonly string[], number: number) => {
		const question = `${names.join()}=${number}`;
		const reply = asked.get(question) ?? (await asking.list({ ...size, ...each(names, number) }));
		asked.set(question, reply);
		return reply;
	};
	const own = dialect.page;
	const hasMore = pages > 1;
	const numbers = await numbersOf(own);
	const isUnknown = refusesUnknown && numbers.are.every((one) => one === 'refused');
	const meant = meaningOf(numbers, first);
	if (meant) {
		report.holds('page', evidenceOf(own, numbers));
		return tell({ name: own, ...meant }, numbers);
	}
	const found = await another(withFirst('', pageNames).filter((name) => name !== own));
	if (found?.meant) {
		const why = isUnknown ? `${own} was refused` : `${own} made no difference`;
		report.fails('page', `${why}; ${evidenceOf(found.name, found.numbers)}`, { page: found.name });
		return tell({ name: found.name, ...found.meant }, found.numbers);
	}
	if (isUnknown) {
		const tried = pageNames.filter((name) => name !== own).join(', ');
		report.fails(
			'page',
			found
				? `${own} was refused; ${found.name} was taken, while unknown parameters are refused. Its effect cannot be seen: ${evidenceOf(found.name, found.numbers)}`
				: `${own} was refused, and none of ${tried} was taken.`,
			found ? { page: found.name } : {},
		);
	} else if (hasMore && numbers.are.every((one) => one === 'same')) {
		report.fails(
			'page',
			`${own}=2 brought the first page again, and no other name that was tried showed an effect.`,
		);
	} else {
		report.unsure('page', `Nothing certain can be seen: ${evidenceOf(own, numbers)}`);
	}
	for (const key of ['pageCounts', 'firstPage', 'beyond'] as const) {
		report.unsure(key, 'No page parameter with an effect was found.');
	}
	return undefined;

	/**
	 * The last first: documents that leave meanwhile then do not look like an offset. Where that one shows that
	 * the name is not known, the others are taken for like it.
	 */
	async function numbersOf(name: string): Promise<Numbers> {
		const two = await ask([name], 2);
		const kind = likeness(two, first);
		// Counted from 0 or from 1, a list of three pages has this one.
		const isUnknown = manner === 'refusesByName' && pages > 2 && isBlamed(name, two);
		if (isUnknown || (kind === 'same' && hasMore)) {
			return { pages: [two, two, two], are: [kind, kind, kind] };
		}
		const [one, zero] = [await ask([name], 1), await ask([name], 0)];
		return {
			pages: [zero, one, two],
			are: [likeness(zero, first), likeness(one, first), kind],
		};
	}

	async function another(names: string[]) {
		// Page 1 exists wherever there are two pages, whether they are counted from 0 or from 1.
		for (const number of refusesUnknown && pages < 3 ? [1, 0] : [2]) {
			const { name, taken } = await discover(names, {
				ask: async (all) => await ask(all, number),
				judge: (reply) =>
					['other', 'empty', 'further'].includes(likeness(reply, first)) ? 'seen' : 'none',
				manner,
				refusalIsEffect: !refusesUnknown,
			});
			const candidate = name ?? taken[0];
			if (candidate === undefined) continue;
			const numbers = await numbersOf(candidate);
			return { name: candidate, numbers, meant: meaningOf(numbers, first) };
		}
		return undefined;
	}

	function tell(paging: Paging, { pages }: Numbers): Paging {
		const { name, firstPage, pageCounts } = paging;
		const steps = pages.map((page) => stepsFurther(page, first));
		const evidence = evidenceOf(name, {
			pages,
			are: [0, 1, 2].map((at) => likeness(pages[at], first)) as Numbers['are'],
		});
		if (pageCounts !== dialect.pageCounts) {
			report.fails(
				'pageCounts',
				`${name} skips single documents: 1 began ${steps[1]} further down, 2 began ${steps[2]} further down.`,
				{ pageCounts },
			);
		} else if (first.ids.length < 2) {
			report.unsure('pageCounts', 'Too few documents: a page and a document are the same here.');
		} else report.holds('pageCounts', evidence);
		if (firstPage === dialect.firstPage) report.holds('firstPage', evidence);
		else report.fails('firstPage', evidence, { firstPage });
		return paging;
	}
}

/** What the number means, where the three pages show it. */
function meaningOf({ pages, are }: Numbers, first: Reply): Omit<Paging, 'name'> | undefined {
	const [zero, one, two] = are;
	const isBehind = (kind: Likeness) => kind === 'other' || kind === 'empty' || kind === 'refused';
	const steps = pages.map((page) => stepsFurther(page, first));
	if (zero === 'same' && one === 'further' && steps[1] === 1) {
		const fits = steps[2] === 2 || (two !== 'same' && first.ids.length <= 2);
		return fits ? { firstPage: 0, pageCounts: 'records' } : undefined;
	}
	if (one === 'same' && isBehind(two)) {
		return zero === 'other' ? undefined : { firstPage: 1, pageCounts: 'pages' };
	}
	if (zero === 'same' && isBehind(one) && isBehind(two))
		return { firstPage: 0, pageCounts: 'pages' };
	// All pages that there are are the first one; but not all numbers are taken.
	if (zero === 'refused' && one === 'same' && two === 'same') {
		return { firstPage: 1, pageCounts: 'pages' };
	}
	return undefined;
}

function evidenceOf(name: string, { pages, are }: Numbers): string {
	const told = are.map((kind, number) => `${name}=${number} ${wordsOf(kind, pages[number])}`);
	return `${told.join(', ')}.`;
}

function wordsOf(kind: Likeness, page: Reply): string {
	switch (kind) {
		case 'same':
			return 'brought the first page';
		case 'further':
			return 'began a little further down';
		case 'other':
			return 'brought other documents';
		case 'empty':
			return 'brought nothing';
		default:
			return howAnswered(page);
	}
}

/** A page number far beyond the end. */
const farBeyond = 1_000_000;

/** Asks for a page beyond the last one. */
export async function checkBeyond(
	asking: Asking,
	report: Report,
	{ name }: Paging,
	{ size, first, pages }: { size: IDataObject; first: Reply; pages: number },
): Promise<void> {
	const page = await asking.list({ ...size, [name]: farBeyond });
	const kind = likeness(page, first);
	if (kind === 'unclear') {
		report.unsure('beyond', `${name}=${farBeyond} ${howAnswered(page)}.`);
		return;
	}
	if (kind === 'same' && pages > 1 && first.pagesCount === undefined) {
		report.fails(
			'beyond',
			`${name}=${farBeyond} brought the first page again, and no answer has a count: the node cannot find the end of the list. Return All then ends with an error.`,
		);
		return;
	}
	const told =
		kind === 'other' || kind === 'further' ? 'brought a page again' : wordsOf(kind, page);
	report.holds(
		'beyond',
		`${name}=${farBeyond} ${told}, the first page brought ${first.ids.length}.`,
	);
}
