import type { IDataObject } from 'n8n-workflow';

import { stated, type Dialect } from '../../shared/client/dialect';
import type { ServiceRecord } from '../../shared/client/envelope';
import { ExactNumber } from '../../shared/client/exactJson';
import { howAnswered, type Asking, type Place, type Reply } from './asking';
import { effectOf, type Constraint } from './constraint';
import { discover, each, type Discovery, type Manner } from './discover';
import type { Searching, Verdict } from './filters';
import { likeness } from './likeness';
import { directionOf } from './looks';
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
	for (const place of [own, other]) {
		const answer = await asking.search(place, range.parameters);
		const effect = effectOf(range, [range], plain, answer);
		const isEmptied = range.leavesNone && !answer.failure && answer.ids.length === 0;
		if (effect !== 'seen' && !isEmptied) continue;
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
	report.fails('range', 'A range of totals made no difference, in the JSON body nor in the URL.');
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

/** Whether a search has pages under the names of the list. */
export async function checkSearchPages(
	{ asking, place, sample }: Searching,
	report: Report,
	size: IDataObject,
	paging: Paging | undefined,
): Promise<void> {
	const short = Number(Object.values(size)[0] ?? 0);
	if (!paging || short === 0) {
		report.unsure('searchPages', 'The names of the list were not found.');
		return;
	}
	if (sample.ids.length <= short) {
		report.unsure('searchPages', `Too few documents: ${sample.ids.length}.`);
		return;
	}
	const { name, firstPage, pageCounts } = paging;
	const number = firstPage + (pageCounts === 'records' ? short : 1);
	const second = await asking.search(place, { ...size, [name]: number });
	const first = { ...sample, ids: sample.ids.slice(0, short) };
	const kind = likeness(second, first);
	const evidence = `The second page of ${short} ${howAnswered(second)}`;
	const follows = sample.ids.slice(short, short + second.ids.length);
	const isNext = second.ids.length > 0 && second.ids[0] === follows[0];
	if (kind === 'other' && (isNext || second.ids.length <= short)) {
		report.holds('searchPages', `${evidence}, none of them on the first one.`);
	} else if (kind === 'unclear')
		report.unsure('searchPages', `${evidence}, some of them on the first one.`);
	else report.fails('searchPages', `${evidence}, not what follows the first one.`);
}

/** Finds the name of the sort direction by turning the order round. */
export async function checkSort(
	{ asking, place, size, sample, manner }: Searching,
	dialect: Dialect,
	report: Report,
): Promise<void> {
	const isTurned = ({ ids, failure }: Reply) => {
		if (failure || ids.length < 2 || ids.join() === sample.ids.join()) return false;
		if (ids.join() === [...sample.ids].reverse().join()) return true;
		return directionOf(ids) * directionOf(sample.ids) === -1;
	};
	const found = await nameOf(dialect.sortDirection, sortNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, 'ASC') }),
		isEffect: isTurned,
		manner,
	});
	tellName(report, 'sortDirection', dialect.sortDirection, found, {
		effect: 'ASC turned the order round',
		isVisible: sample.ids.length > 1 && directionOf(sample.ids) !== 0,
		why: `too few documents, or an order that cannot be seen, among ${sample.ids.length}`,
	});
}

/** Finds the name of the filter for one total (the one that excludes valueFrom and valueTo, section 4). */
export async function checkSingleValue(
	{ asking, place, size, sample, manner }: Searching,
	dialect: Dialect,
	report: Report,
): Promise<void> {
	const [wanted] = sample.records.filter((record) => Number.isFinite(totalOf(record)));
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
		isEffect: (reply) => effectOf(constraint, [constraint], sample, reply) === 'seen',
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
		isEffect: ({ ids, failure }) => !failure && ids.length === 0,
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
	isEffect(reply: Reply): boolean;
	manner: Manner;
	/** Guesses at the name with one request, where unknown ones are ignored; it then has to show its effect alone. */
	likely?(names: readonly string[]): Promise<string | undefined>;
}

interface Found extends Discovery {
	/** How the name that is set was received. */
	own: Reply;
}

async function nameOf(
	own: string,
	names: readonly string[],
	{ ask, isEffect, manner, likely }: Questions,
): Promise<Found> {
	const reply = await ask([own]);
	if (isEffect(reply)) return { name: own, taken: [], own: reply };
	const others = withFirst('', names).filter((name) => name !== own);
	// Where the name is known, another one for the same is not looked for.
	if (manner !== 'ignores' && !reply.isRefused) return { taken: [own], own: reply };
	const guess = manner === 'ignores' ? await likely?.(others) : undefined;
	if (guess !== undefined && isEffect(await ask([guess]))) {
		return { name: guess, taken: [], own: reply };
	}
	const found = await discover(others, {
		ask,
		judge: (answer) => (isEffect(answer) ? 'seen' : 'none'),
		manner,
	});
	return { ...found, own: reply };
}

function tellName(
	report: Report,
	kind: 'sortDirection' | 'singleValue' | 'searchText',
	own: string,
	{ name, taken, own: reply }: Found,
	{ effect, isVisible, why }: { effect: string; isVisible: boolean; why: string },
): void {
	const received = reply.isRefused ? `${own} ${howAnswered(reply)}` : `${own} made no difference`;
	if (name === own) report.holds(kind, `${own}: ${effect}.`);
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
