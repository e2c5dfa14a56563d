import type { ServiceRecord } from '../../shared/client/envelope';
import type { Constraint } from './constraint';

/** The filters that are tried together, and the text search with them. */
export const kinds = ['searchText', 'type', 'direction', 'issueDateFrom', 'issueDateTo'] as const;

export type Kind = (typeof kinds)[number];

/** A value for a parameter, and the documents that it should leave. */
export interface Wanted extends Constraint {
	value: string;
}

export type Choice = Partial<Record<Kind, Wanted>>;

/** So many words, types, days are looked at. */
const mostOfEach = 4;

/** A combination shows an effect surely with so many documents on each side. */
const enough = 3;

/** A value, and which documents of the sample it leaves. */
interface Candidate {
	wanted: Wanted;
	leaves: boolean[];
}

/**
 * Values that the documents of a sample show the effect of: for each kind some documents meet all of them, and
 * others break this one alone. Kinds for which there is no such value are left out.
 */
export function chooseValues(records: readonly ServiceRecord[], among: readonly Kind[]): Choice {
	const all = among.map((kind) =>
		candidates[kind](records).map((wanted) => ({
			wanted,
			leaves: records.map((record) => wanted.isMet(record)),
		})),
	);
	let best: Array<Candidate | undefined> = [];
	let bestScore = 0;
	const choose = (chosen: Array<Candidate | undefined>) => {
		if (chosen.length < among.length) {
			for (const candidate of all[chosen.length]) choose([...chosen, candidate]);
			choose([...chosen, undefined]);
			return;
		}
		const score = scoreOf(chosen, records.length);
		if (score > bestScore) [best, bestScore] = [chosen, score];
	};
	choose([]);
	const entries = best.flatMap((one, at) => (one ? [[among[at], one.wanted]] : []));
	return Object.fromEntries(entries) as Choice;
}

/** The number of kinds comes first; 0 where one of them shows nothing. */
function scoreOf(chosen: Array<Candidate | undefined>, count: number): number {
	const all = chosen.filter((one) => one !== undefined);
	if (all.length === 0) return 0;
	let kept = 0;
	const dropped = all.map(() => 0);
	for (let at = 0; at < count; at++) {
		const breaking = all.flatMap(({ leaves }, which) => (leaves[at] ? [] : [which]));
		if (breaking.length === 0) kept++;
		else if (breaking.length === 1) dropped[breaking[0]]++;
	}
	const least = Math.min(kept, enough, ...dropped);
	return least === 0 ? 0 : 10 * all.length + least;
}

const candidates: Record<Kind, (records: readonly ServiceRecord[]) => Wanted[]> = {
	searchText: (records) =>
		halvingWords(records).map((word) => ({
			value: word,
			isMet: (record) => textOf(record).includes(word),
		})),
	type: (records) => equal(records, 'type'),
	direction: (records) => equal(records, 'direction'),
	issueDateFrom: (records) =>
		days(records).map((day) => ({ value: day, isMet: (record) => dayOf(record) >= day })),
	issueDateTo: (records) =>
		days(records).map((day) => ({
			value: day,
			isMet: (record) => dayOf(record) !== '' && dayOf(record) <= day,
		})),
};

function equal(records: readonly ServiceRecord[], field: string): Wanted[] {
	const values = new Set(records.map((record) => String(record[field] ?? '')));
	return [...values]
		.filter((value) => /^\d{1,4}$/.test(value))
		.slice(0, mostOfEach)
		.map((value) => ({ value, isMet: (record) => String(record[field] ?? '') === value }));
}

function dayOf({ issueDate }: ServiceRecord): string {
	return typeof issueDate === 'string' && /^\d{4}-\d{2}-\d{2}/.test(issueDate)
		? issueDate.slice(0, 10)
		: '';
}

function days(records: readonly ServiceRecord[]): string[] {
	const all = [...new Set(records.map(dayOf))].filter((day) => day !== '').sort();
	const step = Math.max(1, Math.floor(all.length / mostOfEach));
	return all.filter((_, at) => at % step === 0).slice(0, mostOfEach);
}

/** What the text search looks through (specification section 4), in small letters. */
export function textOf(record: ServiceRecord): string {
	const { description, creditNoteDescription, lineItems, contact } = record;
	const lines = Array.isArray(lineItems) ? (lineItems as unknown[]) : [];
	const inContact = typeof contact === 'object' && contact !== null ? Object.values(contact) : [];
	const inLines = lines.map((line) => (line as { description?: unknown } | null)?.description);
	return [description, creditNoteDescription, ...inLines, ...inContact]
		.filter((text) => typeof text === 'string')
		.join('\n')
		.toLowerCase();
}

/** Words of letters that some documents have and others do not, those first that come closest to a half. */
function halvingWords(records: readonly ServiceRecord[]): string[] {
	const texts = records.map(textOf);
	const counts = new Map<string, number>();
	for (const text of texts) {
		const words = new Set(text.slice(0, 5_000).match(/\p{L}{4,30}/gu) ?? []);
		for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	const half = records.length / 2;
	return [...counts]
		.sort(([, a], [, b]) => Math.abs(a - half) - Math.abs(b - half))
		.slice(0, 4 * mostOfEach)
		.map(([word]) => word)
		.filter((word) => !texts.every((text) => text.includes(word)))
		.slice(0, mostOfEach - 1);
}
