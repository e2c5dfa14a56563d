import type { IDataObject } from 'n8n-workflow';

import { stated, type Dialect } from '../../shared/client/dialect';
import type { ServiceRecord } from '../../shared/client/envelope';
import { ExactNumber } from '../../shared/client/exactJson';
import { howAnswered, type Asking, type Place, type Reply } from './asking';
import { effectOf, type Constraint } from './constraint';
import { discover, each, type Discovery, type Effect, type Manner } from './discover';
import type { Searching, Verdict } from './filters';
import { likeness } from './likeness';
import { turns } from './looks';
import { sortNames, textNames, valueNames, withFirst } from './names';
import type { Paging } from './paging';
import type { Report } from './report';
import { textOf } from './samples';

/** A total that some documents of a sample reach, and some do not. */
interface Range extends Constraint {
	parameters: IDataObject;
}

/**
 * Finds out where search parameters travel, by the one filter whose names the specification states: valueFrom
 * and valueTo (section 4).
 * @returns undefined where neither place has an effect
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkPlace(
	asking: Asking,
	dialect: Dialect,
	report: Report,
	size: IDataObject,
): Promise<{ place: Place; verdict: Verdict } | undefined> {
	const own = dialect.searchParametersIn;
	const other: Place = own === 'body' ? 'query' : 'body';
	let plain = await asking.search(own);
	if (plain.failure) plain = await asking.search(other);
	if (plain.failure || plain.ids.length === 0) {
		report.unsure('searchParametersIn', `A search without parameters ${howAnswered(plain)}.`);
		return undefined;
	}
	const range = rangeOf(plain.records);
	const tell = (place: Place, evidence: string) => {
		if (place === own) report.holds('searchParametersIn', evidence);
		else report.fails('searchParametersIn', evidence, { searchParametersIn: place });
	};
	let isIgnored = true;
	for (const place of [own, other]) {
		const answer = await asking.search(place, range.parameters);
		const effect = effectOf(range, [range], plain, answer);
		const isEmptied = range.leavesNone && !answer.failure && answer.ids.length === 0;
		if (effect !== 'seen' && !isEmptied) {
			isIgnored &&= effect === 'none' || answer.isRefused;
			continue;
		}
		const where = place === 'body' ? 'in the JSON body' : 'in the URL';
		const evidence = `A range of totals ${where} brought ${answer.ids.length} documents, none of those beyond it; no range brought ${plain.ids.length}.`;
		tell(place, evidence);
		report.holds('range', evidence);
		return {
			place,
			verdict: (staying) => {
				if (isEmptied || effectOf(range, [range], staying(plain), answer) === 'seen') return;
				report.unsure('range', 'The documents changed meanwhile.');
			},
		};
	}
	if (isIgnored) {
		report.fails('range', 'A range of totals made no difference, in the JSON body nor in the URL.');
	} else report.unsure('range', 'The documents changed meanwhile.');
	for (const place of Object.keys(size).length > 0 ? [own, other] : []) {
		const answer = await asking.search(place, size);
		if (answer.failure || answer.ids.length === plain.ids.length) continue;
		tell(
			place,
			`The page size had an effect in it: ${answer.ids.length} documents instead of ${plain.ids.length}.`,
		);
		return { place, verdict: () => {} };
	}
	report.unsure(
		'searchParametersIn',
		'No parameter had an effect, in the JSON body nor in the URL.',
	);
	return undefined;
}

/** A range that parts the documents, or one above all of them where all have the same total. */
function rangeOf(records: readonly ServiceRecord[]): Range & { leavesNone: boolean } {
	const totals = [...new Set(records.map(totalOf).filter(Number.isFinite))].sort((a, b) => a - b);
	const from = totals[Math.floor(totals.length / 3)] ?? 0;
	const to = totals[Math.floor((2 * totals.length) / 3)] ?? 0;
	const leavesNone = totals.length < 3;
	const [low, high] = leavesNone ? [beyondAll, 2 * beyondAll] : [from, to];
	return {
		leavesNone,
		parameters: {
			[stated.valueFrom]: exact(low),
			[stated.valueTo]: exact(high),
		},
		isMet: (record) => totalOf(record) >= low && totalOf(record) <= high,
	};
}

/** No document has such a total. */
const beyondAll = 100_000_000_000;

const exact = (value: number) => new ExactNumber(String(value)) as unknown as IDataObject[string];

function totalOf({ total }: ServiceRecord): number {
	return typeof total === 'number' ? total : Number.NaN;
}

/**
 * Whether a search has pages under the names of the list.
 * @param length how many documents a page of this size has
 */
export async function checkSearchPages(
	{ asking, place, sample }: Searching,
	report: Report,
	{ size, length }: { size: IDataObject; length: number },
	paging: Paging | undefined,
): Promise<void> {
	if (!paging) {
		report.unsure('searchPages', 'The name of the page number was not found.');
		return;
	}
	if (sample.ids.length < length) {
		report.unsure('searchPages', `Too few documents: ${sample.ids.length}.`);
		return;
	}
	const { name, firstPage, pageCounts } = paging;
	const number = firstPage + (pageCounts === 'records' ? length : 1);
	const second = await asking.search(place, { ...size, [name]: number });
	const kind = likeness(second, { ...sample, ids: sample.ids.slice(0, length) });
	const evidence = `The second page of ${length} ${howAnswered(second)}`;
	if (kind === 'other' || kind === 'empty') {
		const isEnd = kind === 'empty' && sample.ids.length === length;
		if (kind === 'other' || isEnd)
			report.holds('searchPages', `${evidence}, none of them on the first one.`);
		else report.fails('searchPages', `${evidence}, not what follows the first one.`);
	} else if (sample.ids.length === length || kind === 'unclear') {
		report.unsure('searchPages', `${evidence}; there may be no second page.`);
	} else report.fails('searchPages', `${evidence}, not what follows the first one.`);
}

/** Finds the name of the sort direction by turning the order round. */
export async function checkSort(
	{ asking, place, size, sample, manner }: Searching,
	dialect: Dialect,
	report: Report,
): Promise<void> {
	const isTurned = (reply: Reply): Effect => {
		const { ids, failure } = reply;
		if (failure || ids.length < 2) return 'unclear';
		if (ids.join() === [...sample.ids].reverse().join()) return 'seen';
		if (turns(sample.records, reply.records)) return 'seen';
		return likeness(reply, sample) === 'same' ? 'none' : 'unclear';
	};
	const found = await nameOf(dialect.sortDirection, sortNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, 'ASC') }),
		judge: isTurned,
		manner,
	});
	tellName(report, 'sortDirection', dialect.sortDirection, found, {
		effect: 'ASC turned the order round',
		isVisible: sample.ids.length > 1 && turns(sample.records, [...sample.records].reverse()),
		why: `too few documents, or an order that cannot be seen, among ${sample.ids.length}`,
	});
}

/** Finds the name of the filter for one total (the one that excludes valueFrom and valueTo, section 4). */
export async function checkSingleValue(
	{ asking, place, size, sample, manner }: Searching,
	dialect: Dialect,
	report: Report,
): Promise<void> {
	// Not one of those at either end, which come and go.
	const totals = sample.records.filter((record) => Number.isFinite(totalOf(record)));
	const wanted = totals[Math.floor(totals.length / 2)] as ServiceRecord | undefined;
	const total = wanted ? totalOf(wanted) : 0;
	const isMet = (record: ServiceRecord) => totalOf(record) === total;
	const constraint: Constraint = { isMet };
	const isVisible = wanted !== undefined && !sample.records.every(isMet);
	if (!isVisible) {
		report.unsure('singleValue', 'Too few documents with different totals.');
		return;
	}
	const found = await nameOf(dialect.singleValue, valueNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, exact(total)) }),
		judge: (reply) => effectOf(constraint, [constraint], sample, reply),
		manner,
		likely: async (names) => {
			// Each name has a total of its own, which the answer shows.
			const totals = [...new Set(sample.records.map(totalOf).filter(Number.isFinite))];
			if (totals.length < names.length) return undefined;
			const own = names.map((name, at) => [name, exact(totals[at])]);
			const { records } = await asking.search(place, { ...size, ...Object.fromEntries(own) });
			const [first] = new Set(records.map(totalOf));
			return names[totals.indexOf(first)];
		},
	});
	tellName(report, 'singleValue', dialect.singleValue, found, {
		effect: 'it left the documents of one total only',
		isVisible,
		why: '',
	});
}

/** Finds the name of the text search in a list so short that every word of it is in all documents. */
export async function checkTextOfFew(
	{ asking, place, size, sample, manner }: Searching,
	dialect: Dialect,
	report: Report,
): Promise<void> {
	const [word] = /\p{L}{4,30}/u.exec(textOf(sample.records[0])) ?? [];
	if (word === undefined) {
		report.unsure('searchText', 'The first document has no text to look for.');
		return;
	}
	const found = await nameOf(dialect.searchText, textNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, wordOfNone) }),
		judge: ({ ids, failure }) => (failure ? 'unclear' : ids.length === 0 ? 'seen' : 'none'),
		manner,
	});
	if (found.name !== undefined) {
		const { ids } = await asking.search(place, { ...size, [found.name]: word });
		if (!ids.includes(sample.ids[0])) {
			report.unsure('searchText', `${found.name} found nothing, also for a word of a document.`);
			return;
		}
	}
	tellName(report, 'searchText', dialect.searchText, found, {
		effect: 'a word of a document found it, another word found nothing',
		isVisible: true,
		why: '',
	});
}

const wordOfNone = 'zqxjkvwz';

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

async function nameOf(
	own: string,
	names: readonly string[],
	{ ask, judge, manner, likely }: Questions,
): Promise<Found> {
	const reply = await ask([own]);
	const effect = judge(reply);
	if (effect === 'seen') return { name: own, taken: [], own: reply, effect };
	const others = withFirst('', names).filter((name) => name !== own);
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

function tellName(
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
