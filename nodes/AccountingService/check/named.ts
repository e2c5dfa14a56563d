import { howAnswered, type Reply } from './asking';
import { discover, type Discovery, type Effect, type Manner } from './discover';
import type { Report } from './report';

interface Questions {
	ask(names: readonly string[]): Promise<Reply>;
	judge(reply: Reply): Effect;
	manner: Manner;
	/** Guesses at the name with one request, where unknown ones are ignored; it then has to show its effect alone. */
	likely?(names: readonly string[]): Promise<string | undefined>;
}

interface Found extends Discovery {
	/** How the name that is set was received. */
	own: Reply;
	effect: Effect;
}

/** Finds the name of one parameter of a search: the one that is set, or another one that has the effect. */
export async function nameOf(
	own: string,
	names: readonly string[],
	{ ask, judge, manner, likely }: Questions,
): Promise<Found> {
	const reply = await ask([own]);
	const effect = judge(reply);
	if (effect === 'seen') return { name: own, taken: [], own: reply, effect };
	const others = names.filter((name) => name !== own);
	// Where the name is known, another one for the same is not looked for.
	if (manner !== 'ignores' && !reply.isRefused) return { taken: [own], own: reply, effect };
	const guess = manner === 'ignores' ? await likely?.(others) : undefined;
	if (guess !== undefined && judge(await ask([guess])) === 'seen') {
		return { name: guess, taken: [], own: reply, effect };
	}
	const found = await discover(others, {
		ask,
		judge,
		manner,
	});
	return { ...found, own: reply, effect };
}

/** Reports it. */
export function tellName(
	report: Report,
	kind: 'sortDirection' | 'singleValue' | 'searchText',
	own: string,
	{ name, taken, own: reply, effect: seen }: Found,
	{ effect, isVisible, why }: { effect: string; isVisible: boolean; why: string },
): void {
	const received = reply.isRefused ? `${own} ${howAnswered(reply)}` : `${own} made no difference`;
	const isCertain = reply.isRefused || seen === 'none';
	if (name === own) report.holds(kind, `${own}: ${effect}.`);
	else if (!isCertain && isVisible) report.unsure(kind, 'The documents changed meanwhile.');
	else if (name !== undefined)
		report.fails(kind, `${received}; ${name}: ${effect}.`, { [kind]: name });
	else if (reply.isRefused) {
		const proposal = taken.length === 1 ? { [kind]: taken[0] } : {};
		const other =
			taken.length === 1
				? `${taken[0]} was taken; its effect cannot be seen`
				: 'no other known name had the effect';
		report.fails(kind, `${received}; ${other}.`, proposal);
	} else if (isVisible) report.fails(kind, `${received}; no other known name had the effect.`);
	else report.unsure(kind, `No effect can be seen: ${why}.`);
}
