import type { IDataObject } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/client/settings';
import type { Asking, Reply } from './asking';
import { discover, each, isBlamed, type Manner } from './discover';
import { likeness, stepsFurther } from './likeness';
import { pageNames } from './names';
import { evidenceOf, meaningOf, numbersFrom, type Meaning, type Numbers } from './numbers';
import type { Report } from './report';

/** Pages that are as short as they can be had. */
export interface Short {
	/** Parameters that ask for them. */
	size: IDataObject;
	/** The one that comes with these parameters and without a number. */
	first: Reply;
	/** How many there are at the least. */
	pages: number;
}

/** What is known of the page number. */
export interface Paging extends Meaning {
	name: string;
	/** A page behind the first one brought other documents. */
	goesOn: boolean;
}

/**
 * Finds out by which name pages have a number, what it counts and from where.
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkPaging(
	asking: Asking,
	settings: ServiceSettings,
	report: Report,
	{ size, first: firstOfAll, pages }: Short,
	manner: Manner,
): Promise<Paging | undefined> {
	const refusesUnknown = manner !== 'ignores';
	/** The latest look at the first page: documents may come while others are asked for. */
	let first = firstOfAll;
	const asked = new Map<string, Reply>();
	const ask = async (names: readonly string[], number: number) => {
		const question = `${names.join()}=${number}`;
		const reply = asked.get(question) ?? (await asking.list({ ...size, ...each(names, number) }));
		asked.set(question, reply);
		return reply;
	};
	const own = settings.page;
	const hasMore = pages > 1;
	const { numbers, meant } = await meaningOfName(own);
	const isUnknown = refusesUnknown && numbers.are.every((one) => one === 'refused');
	if (meant) {
		report.holds('page', evidenceOf(own, numbers));
		return tell(own, meant, numbers);
	}
	const found = await another(pageNames.filter((name) => name !== own));
	if (found?.meant) {
		const why = isUnknown ? `${own} was refused` : `${own} made no difference`;
		report.fails('page', `${why}; ${evidenceOf(found.name, found.numbers)}`, { page: found.name });
		return tell(found.name, found.meant, found.numbers);
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
	} else if (found?.isVisible) {
		report.unsure(
			'page',
			`Nothing certain can be seen, maybe since documents came or left meanwhile: ${evidenceOf(own, numbers)} ${evidenceOf(found.name, found.numbers)}`,
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

	/** What the numbers of a name mean; looked at anew where the list has changed meanwhile. */
	async function meaningOfName(name: string) {
		const numbers = await numbersOf(name);
		const meant = meaningOf(numbers, first);
		const isClear = numbers.are.every((one) => one === numbers.are[0]);
		if (meant || isClear) return { numbers, meant };
		const before = first;
		first = await asking.list(size);
		if (first.failure || first.ids.join() === before.ids.join()) {
			first = before;
			return { numbers, meant };
		}
		for (const number of [0, 1, 2]) asked.delete(`${name}=${number}`);
		const again = await numbersOf(name);
		return { numbers: again, meant: meaningOf(again, first) };
	}

	/**
	 * The last first: documents that leave meanwhile then do not look like an offset. Where that one shows that
	 * the name is not known, the others are taken for like it.
	 */
	async function numbersOf(name: string): Promise<Numbers> {
		const two = await look(name, 2);
		// Counted from 0 or from 1, a list of three pages has this one.
		const isUnknown = manner === 'refusesByName' && pages > 2 && isBlamed(name, two.page);
		if (isUnknown || (two.is === 'same' && hasMore)) return numbersFrom(two, two, two);
		const one = await look(name, 1);
		return numbersFrom(await look(name, 0), one, two);
	}

	async function look(name: string, number: number) {
		const page = await ask([name], number);
		const seen = { page, is: likeness(page, first), steps: stepsFurther(page, first) };
		if (seen.is === 'same') first = page;
		return seen;
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
			const seen = await meaningOfName(candidate);
			return { name: candidate, isVisible: name !== undefined, ...seen };
		}
		return undefined;
	}

	function tell(name: string, meant: Meaning, numbers: Numbers): Paging {
		const { firstPage, pageCounts } = meant;
		const { steps, are } = numbers;
		const evidence = evidenceOf(name, numbers);
		if (pageCounts !== settings.pageCounts) {
			report.fails(
				'pageCounts',
				`${name} skips single documents: 1 began ${steps[1]} further down, 2 began ${steps[2]} further down.`,
				{ pageCounts },
			);
		} else if (first.ids.length < 2) {
			report.unsure('pageCounts', 'Too few documents: a page and a document are the same here.');
		} else report.holds('pageCounts', evidence);
		if (firstPage === settings.firstPage) report.holds('firstPage', evidence);
		else report.fails('firstPage', evidence, { firstPage });
		const goesOn = are.some((kind) => kind === 'other');
		return { name, ...meant, goesOn };
	}
}
