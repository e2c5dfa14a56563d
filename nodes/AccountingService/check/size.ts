import type { ServiceSettings } from '../../shared/client/settings';
import { pageSizeLimits } from '../../shared/client/settings';
import { howAnswered, type Asking, type Reply } from './asking';
import { discover, each, type Manner, type Trial } from './discover';
import { sizeNames } from './names';
import type { Report } from './report';

const { minimum } = pageSizeLimits;

/** A size that no service has as its usual one, and as its least one. */
const large = 50;

/** What is known of the page size. */
export interface Size {
	/** The name to send, where there is one. */
	name?: string;
	/** The first page of the least size, or the plain one. */
	first: Reply;
	/** How the least size was answered, where it was asked for by this name. */
	least?: Reply;
}

/**
 * Finds out by which name pages have a size, and how large they can be (specification section 8).
 * @param plain the list without any parameter
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkSize(
	asking: Asking,
	settings: ServiceSettings,
	report: Report,
	plain: Reply,
	manner: Manner,
): Promise<Size> {
	const refusesUnknown = manner !== 'ignores';
	const usual = plain.ids.length;
	const isShort = usual <= minimum;
	const { pagesCount } = plain;
	const isWhole = isShort && (pagesCount === undefined ? usual < minimum : pagesCount <= 1);
	// A size that brings another number of documents than no size does, as far as the list has them.
	const wanted = isWhole ? 1 : isShort ? large : minimum;
	const ask = async (names: readonly string[], size: number) =>
		await asking.list(each(names, size));
	const trial: Trial = {
		ask: async (names) => await ask(names, wanted),
		judge: ({ ids }) => (isEffect(ids.length, usual, wanted) ? 'seen' : 'none'),
		manner,
		refusalIsEffect: !refusesUnknown,
	};
	const { pageSize: own } = settings;
	const reply = await trial.ask([own]);
	const result = { name: own, first: plain, least: wanted === minimum ? reply : undefined };
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
	const isKnown = !reply.isRefused && refusesUnknown;
	if (isKnown && !isShort && isLarge(await ask([own], large))) return result;
	const others = sizeNames.filter((name) => name !== own);
	const found = await discoverSize(others);
	if (found.isOwn) return result;
	if (found.name !== undefined) {
		report.fails('pageSize', `${said(own, reply)}; ${found.name} set the size.`, {
			pageSize: found.name,
		});
		const { name, first } = found;
		return { name, first, least: first.ids.length === minimum ? first : undefined };
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
		return { name: taken, first: plain };
	}
	const knows = refusesUnknown ? `, which takes ${own} and ignores it` : '';
	if (isWhole || (isShort && pagesCount === undefined)) {
		report.unsure(
			'pageSize',
			`Too few documents: ${usual} came with ${own}=${wanted} and without, and no answer tells of more.`,
		);
	} else {
		report.fails(
			'pageSize',
			`${own}=${wanted} brought ${reply.ids.length} documents, as no size did${knows}; no other name had an effect. The node reads such lists until two readings agree.`,
		);
	}
	return { first: plain };

	/** The least size may be larger than the specification says; then a large one still has an effect. */
	function isLarge({ ids }: Reply): boolean {
		if (usual >= large || ids.length <= usual) return false;
		report.holds(
			'pageSize',
			`${own}=${large} brought ${ids.length} documents, no size brought ${usual}.`,
		);
		return true;
	}

	async function discoverSize(
		names: string[],
	): Promise<{ name?: string; isOwn?: boolean; first: Reply; taken: string[] }> {
		if (!refusesUnknown && usual > minimum + names.length) {
			// Each name has a size of its own, which the answer shows.
			const sizes = Object.fromEntries(names.map((name, at) => [name, minimum + at]));
			const answer = await asking.list({ ...sizes, [own]: large });
			if (isLarge(answer)) return { isOwn: true, first: plain, taken: [] };
			const { ids } = answer;
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
