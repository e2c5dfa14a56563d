import type { IDataObject } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/client/settings';
import type { Asking, Place, Reply } from './asking';
import { effectOf, witnesses } from './constraint';
import { isBlamed, type Manner } from './discover';
import { filterNames, textNames, withFirst } from './names';
import type { Report } from './report';
import { chooseValues, kinds, type Choice, type Kind, type Wanted } from './samples';

/** A search as far as it is known how to ask for one. */
export interface Searching {
	asking: Asking;
	place: Place;
	/** Parameters of the sample, such as its size. */
	size: IDataObject;
	/** The first documents of the search without a filter. */
	sample: Reply;
	manner: Manner;
}

/**
 * Reports what was found out, by documents that were there to the end.
 * @param staying a reply without the documents that have left meanwhile
 */
export type Verdict = (staying: (reply: Reply) => Reply) => void;

/** A kind of filter whose name is looked for. */
interface Quest {
	kind: Kind;
	wanted: Wanted;
	/** Names that may have the effect. */
	left: string[];
	/** They had it together, so one of them has it. */
	isAmongLeft: boolean;
	/** The name that has shown the effect alone. */
	name?: string;
	/** The answer in which it did. */
	proof?: { answer: Reply; chosen: Choice };
	/** What became of the name that is set, or of any where none is: nothing yet where it is not certain. */
	own?: 'refused' | 'ignored';
	/** No name was tried, for want of requests. */
	isUntried?: boolean;
}

/** Names are tried one by one at the most so often, where refusals do not tell which one is unknown. */
const mostSingly = 6;
const mostOptional = 2;

/** Requests that names which the node can do without leave for the rest of the check. */
const kept = 8;

/**
 * Finds the names of the text search and of the filters by type, direction and issue date: all of them at the
 * same time, as each has documents of its own that show its effect.
 * @returns also the kinds that too few documents differ in
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkFilters(
	searching: Searching,
	settings: ServiceSettings,
	report: Report,
): Promise<{ verdicts: Verdict[]; leftOut: readonly Kind[] }> {
	const { records } = searching.sample;
	const verdicts: Verdict[] = [];
	let open: readonly Kind[] = kinds;
	while (open.length > 0) {
		const chosen = chooseValues(records, open);
		const now = open.filter((kind) => chosen[kind]);
		if (now.length === 0) break;
		const quests = now.map((kind) => questOf(kind, chosen[kind] as Wanted, settings));
		await pursue(searching, chosen, quests, settings);
		for (const quest of quests) verdicts.push(verdictOf(report, settings, quest, searching.sample));
		open = open.filter((kind) => !chosen[kind]);
	}
	return { verdicts, leftOut: open };
}

function questOf(kind: Kind, wanted: Wanted, settings: ServiceSettings): Quest {
	const names = kind === 'searchText' ? textNames : filterNames[kind];
	const left = withFirst(settings[kind], names);
	return { kind, wanted, left, isAmongLeft: false };
}

/** Tries names until each quest has one that has the effect alone, or none left. */
async function pursue(
	searching: Searching,
	chosen: Choice,
	quests: Quest[],
	settings: ServiceSettings,
): Promise<void> {
	if (searching.manner === 'refuses') return await singly(searching, chosen, quests, settings);
	// A name that is set is tried alone first: mostly it is the right one.
	let tried = new Map(
		quests.map((quest) => [
			quest,
			settings[quest.kind] === '' ? quest.left : quest.left.slice(0, 1),
		]),
	);
	for (;;) {
		const active = quests.filter(({ name, left }) => name === undefined && left.length > 0);
		if (active.length === 0) return;
		const asked = active.map((quest) => ({ quest, names: tried.get(quest) ?? [] }));
		const answer = await searching.asking.search(searching.place, {
			...searching.size,
			...Object.fromEntries(
				asked.flatMap(({ quest, names }) => names.map((name) => [name, quest.wanted.value])),
			),
		});
		if (answer.failure) {
			if (!withoutBlamed(asked, answer, settings)) {
				await singly(searching, chosen, active, settings);
				return;
			}
		} else {
			for (const { quest, names } of asked) {
				const all = Object.values(chosen);
				const effect = effectOf(quest.wanted, all, searching.sample, answer);
				if (effect === 'none') note(quest, names, settings, 'ignored');
				learn(quest, names, effect === 'seen' ? { answer, chosen } : undefined);
			}
		}
		tried = new Map(
			quests.map((quest) => [quest, nextNames(quest, tried.get(quest) ?? [], answer)]),
		);
	}
}

/** Takes out the names that a refusal is about. @returns whether there were any */
function withoutBlamed(
	asked: Array<{ quest: Quest; names: string[] }>,
	answer: Reply,
	settings: ServiceSettings,
): boolean {
	let wereAny = false;
	for (const { quest, names } of asked) {
		const blamed = names.filter((name) => isBlamed(name, answer));
		if (blamed.length === 0) continue;
		wereAny = true;
		note(quest, blamed, settings, 'refused');
		quest.left = quest.left.filter((name) => !blamed.includes(name));
	}
	return wereAny;
}

/** Remembers what became of the name that is set; of any, where none is. */
function note(
	quest: Quest,
	names: string[],
	settings: ServiceSettings,
	became: Quest['own'],
): void {
	const own = settings[quest.kind];
	if (own === '' || names.includes(own)) quest.own = became;
}

/** @param proof the answer in which the names had the effect, if they had */
function learn(quest: Quest, names: string[], proof: Quest['proof']): void {
	if (!proof) {
		quest.left = quest.left.filter((name) => !names.includes(name));
		return;
	}
	[quest.left, quest.isAmongLeft] = [names, true];
	if (names.length === 1) [quest.name, quest.proof] = [names[0], proof];
}

/** What a refusal left of the names; else all that are left, or a half of them where one must have the effect. */
function nextNames({ left, isAmongLeft }: Quest, before: string[], { failure }: Reply): string[] {
	const names = before.filter((name) => left.includes(name));
	if (failure && names.length > 0) return names;
	return isAmongLeft && left.length > 1 ? left.slice(0, Math.ceil(left.length / 2)) : left;
}

async function singly(
	searching: Searching,
	chosen: Choice,
	quests: Quest[],
	settings: ServiceSettings,
): Promise<void> {
	const { asking, place, size, sample } = searching;
	for (const quest of quests) {
		const most = quest.kind === 'searchText' ? mostSingly : mostOptional;
		for (const name of quest.left.slice(0, most)) {
			if (quest.kind !== 'searchText' && asking.left < kept) {
				quest.isUntried = quest.own === undefined;
				break;
			}
			const answer = await asking.search(place, { ...size, [name]: quest.wanted.value });
			if (answer.isRefused) {
				note(quest, [name], settings, 'refused');
				continue;
			}
			const own = { [quest.kind]: chosen[quest.kind] };
			const effect = effectOf(quest.wanted, [quest.wanted], sample, answer);
			if (effect === 'seen') {
				[quest.name, quest.proof] = [name, { answer, chosen: own }];
				break;
			}
			if (effect === 'none') note(quest, [name], settings, 'ignored');
		}
		quest.left = [];
	}
}

/** The verdict, once the sample was asked for again: only documents that were there throughout are witnesses. */
function verdictOf(
	report: Report,
	settings: ServiceSettings,
	quest: Quest,
	sample: Reply,
): Verdict {
	return (staying) => {
		const stable = staying(sample);
		const { kind, wanted, name, proof, own: became } = quest;
		const own = settings[kind];
		const why =
			became === 'refused' ? `${own} was refused` : `${own} left documents that do not fit`;
		if (name === undefined || !proof) {
			if (quest.isUntried) report.unsure(kind, 'Not asked: the requests were kept for the rest.');
			else if (became === undefined) report.unsure(kind, changed);
			else if (own === '') report.holds(kind, noneFound);
			else report.fails(kind, `${why}, and no other known name had the effect.`);
			return;
		}
		const all = Object.values(proof.chosen);
		if (effectOf(wanted, all, stable, proof.answer) !== 'seen') {
			report.unsure(kind, changed);
			return;
		}
		const { kept, dropped } = witnesses(wanted, all, stable.records);
		const evidence = `${name} left the ${kept.length} documents that fit, and none of ${dropped.length} that do not.`;
		if (name === own) report.holds(kind, evidence);
		else if (became === undefined && own !== '') report.unsure(kind, changed);
		else if (own === '')
			report.fails(kind, `The service can filter: ${evidence}`, { [kind]: name });
		else report.fails(kind, `${why}; ${evidence}`, { [kind]: name });
	};
}

const changed = 'No answer was clear: documents may have changed meanwhile.';
const noneFound =
	'No known name had the effect: documents that do not fit stayed, or it was refused.';
