import type { Dialect } from '../../shared/client/dialect';
import { largestPages, pageSizeLimits } from '../../shared/client/dialect';
import { howAnswered, type Asking, type Reply } from './asking';
import { discover, each, type Manner, type Trial } from './discover';
import { sizeNames, withFirst } from './names';
import type { Report } from './report';

const { minimum, maximum } = pageSizeLimits;

/** What is known of the page size. */
export interface Size {
	/** The name to send, where there is one. */
	name?: string;
	/** The first page of the least size, or the plain one. */
	first: Reply;
	/** The longest first page. */
	longest: Reply;
}

/**
 * Finds out by which name pages have a size, and how large they can be (specification section 8).
 * @param plain the list without any parameter
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkSize(
	asking: Asking,
	dialect: Dialect,
	report: Report,
	plain: Reply,
	manner: Manner,
): Promise<Size> {
	const refusesUnknown = manner !== 'ignores';
	const usual = plain.ids.length;
	const isShort = usual <= minimum;
	const isWhole = isShort && (plain.pagesCount === 1 || usual < minimum);
	// A size that brings another number of documents than no size does, as far as the list has them.
	const wanted = isWhole ? 1 : isShort ? 50 : minimum;
	const ask = async (names: readonly string[], size: number) =>
		await asking.list(each(names, size));
	const trial: Trial = {
		ask: async (names) => await ask(names, wanted),
		judge: ({ ids }) => (isEffect(ids.length, usual, wanted) ? 'seen' : 'none'),
		manner,
		refusalIsEffect: !refusesUnknown,
	};
	const { pageSize: own } = dialect;
	const reply = await trial.ask([own]);
	const result = { name: own, first: plain, longest: plain };
	if (!reply.isRefused && trial.judge(reply) === 'seen') {
		report.holds(
			'pageSize',
			`${own}=${wanted} brought ${reply.ids.length} documents, no size brought ${usual}.`,
		);
		return { ...result, first: isShort ? plain : reply };
	}
	// Refused: for the name where unknown ones are refused, else for the number.
	const possible = Math.max(usual, minimum);
	const isTaken = !reply.isRefused || !refusesUnknown || !(await ask([own], possible)).isRefused;
	if (reply.isRefused && isTaken) {
		const than = refusesUnknown ? `${own}=${possible} was not` : 'an unknown parameter was not';
		report.holds('pageSize', `${own}=${wanted} was refused, ${than}: it is read as a size.`);
		return result;
	}
	const others = withFirst('', sizeNames).filter((name) => name !== own);
	const found = await discoverSize(others);
	if (found.name !== undefined) {
		report.fails('pageSize', `${said(own, reply)}; ${found.name} set the size.`, {
			pageSize: found.name,
		});
		return { name: found.name, first: found.first, longest: plain };
	}
	const [taken] = found.taken;
	if (refusesUnknown && !isTaken) {
		report.fails(
			'pageSize',
			taken === undefined
				? `${said(own, reply)}; none of ${others.join(', ')} was taken.`
				: `${said(own, reply)}; ${taken} was taken, while unknown parameters are refused. Its effect cannot be seen: too few documents, or pages of one size.`,
			taken === undefined ? {} : { pageSize: taken },
		);
		return { ...result, name: taken };
	}
	const knows = refusesUnknown ? `, which takes ${own} and ignores it` : '';
	if (isWhole || (isShort && plain.pagesCount === undefined)) {
		report.unsure('pageSize', `Too few documents: the list holds ${usual}, on one page.`);
	} else {
		report.fails(
			'pageSize',
			`${own}=${wanted} brought ${reply.ids.length} documents, as no size did${knows}; no other name had an effect. The node reads such lists until two readings agree.`,
		);
	}
	return { ...result, name: undefined };

	async function discoverSize(
		names: string[],
	): Promise<{ name?: string; first: Reply; taken: string[] }> {
		if (!refusesUnknown && usual > minimum + names.length) {
			// Each name has a size of its own, which the answer shows.
			const sizes = Object.fromEntries(names.map((name, at) => [name, minimum + at]));
			const { ids } = await asking.list(sizes);
			const name = names.find((one) => sizes[one] === ids.length);
			if (name === undefined && ids.length === usual) return { first: plain, taken: [] };
			if (name !== undefined) {
				const first = await ask([name], minimum);
				if (first.ids.length === minimum) return { name, first, taken: [] };
			}
		}
		const isJudgedByTaking = refusesUnknown && isWhole;
		const asked = { ...trial, ask: async (all: readonly string[]) => await ask(all, minimum) };
		const { name, taken } = await discover(names, isJudgedByTaking ? asked : trial);
		if (name !== undefined) {
			return { name, first: isShort ? plain : await ask([name], minimum), taken };
		}
		for (const one of isJudgedByTaking ? taken : []) {
			const single = await ask([one], 1);
			const isRead = single.isRefused || (single.ids.length === 1 && usual > 1);
			if (isRead) return { name: one, first: plain, taken };
		}
		return { first: plain, taken };
	}
}

function isEffect(given: number, usual: number, wanted: number): boolean {
	if (given === usual) return false;
	return wanted < usual ? given === wanted : given > usual;
}

function said(name: string, reply: Reply): string {
	return reply.isRefused ? `${name} ${howAnswered(reply)}` : `${name} had no effect`;
}

/**
 * Finds out how large pages can be.
 * @param hasMore whether the list goes on behind a page, asked only where the page leaves it open
 * @returns the longest first page, and what tells the limits themselves with two requests more
 */
export async function checkLimits(
	asking: Asking,
	dialect: Dialect,
	report: Report,
	name: string,
	hasMore: (page: Reply, size: number) => Promise<boolean>,
): Promise<{ page: Reply; tellLimits: () => Promise<void> } | undefined> {
	const ask = async (size: number) => await asking.list({ [name]: size });
	const { largestPage } = dialect;
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
	tell(evidence, given === largest);
	return {
		page,
		async tellLimits() {
			const [above, below] = [await ask(largest + 1), await ask(minimum - 1)];
			const told = `${evidence}, ${largest + 1} ${howAnswered(above)}, ${minimum - 1} ${howAnswered(below)}`;
			tell(told, given === largest || above.isRefused);
		},
	};

	function tell(told: string, isCertain: boolean): void {
		if (isCertain) report.holds('largestPage', `${told}.`);
		else report.unsure('largestPage', `Too few documents to fill a page of ${largest}: ${told}.`);
	}
}

/** Whether a page of the usual largest size is certain to be the whole list. */
export function isWholeList({ ids, pagesCount }: Reply): boolean {
	return (
		pagesCount === 1 || (pagesCount === undefined && ids.length < minimum && ids.length < maximum)
	);
}
