import { compareIds } from '../shared/lists/ids';
import { isNumericId, rememberedOf, type TriggerState } from './state';
import { isPaid } from './values';

/** The unpaid documents that are older than the watched ones, and how far they were gone through. */
export interface OlderDocuments {
	/** A number for their event ids, then their ids, each but the first as the difference to the one before. */
	unpaid: Array<[number: number, ids: string]>;
	/** Id up to which the present round has come; '' at its beginning. */
	from: string;
	/** About how many documents are newer than that; only a hint where to look. */
	ahead: number;
	/** Documents in the list when the round began. */
	total: number;
	/** Rounds that were finished. */
	rounds: number;
}

export const noneYet: OlderDocuments = { unpaid: [], from: '', ahead: 0, total: 0, rounds: 0 };

/** So many unpaid documents are remembered; of more, the newest. */
export const mostUnpaid = 3_000;

/** @returns numbers for the event ids, by document */
export function unpaidIn({ unpaid }: OlderDocuments): Map<string, number> {
	const all = new Map<string, number>();
	for (const [number, ids] of unpaid) {
		let last = 0n;
		for (const difference of ids.split(' ')) {
			last += BigInt(difference);
			all.set(String(last), number);
		}
	}
	return all;
}

export function storedUnpaid(all: Map<string, number>): OlderDocuments['unpaid'] {
	const kept = [...all].sort(([a], [b]) => compareIds(a, b)).slice(-mostUnpaid);
	const groups = new Map<number, string[]>();
	for (const [id, number] of kept) groups.set(number, [...(groups.get(number) ?? []), id]);
	return [...groups].map(([number, ids]) => [
		number,
		ids.map((id, at) => (at === 0 ? id : String(BigInt(id) - BigInt(ids[at - 1])))).join(' '),
	]);
}

/** Adds the unpaid documents whose values are forgotten with the newer one of two states. */
export function handOver(
	all: Map<string, number>,
	before: TriggerState,
	after: TriggerState,
): boolean {
	const left = rememberedOf(after);
	let added = false;
	for (const [id, { values }] of rememberedOf(before)) {
		if (!values || left.get(id)?.values || isPaid(values) || all.has(id)) continue;
		if (!isNumericId(id)) continue;
		all.set(id, before.revision + 1);
		added = true;
	}
	return added;
}

export function isOlderDocuments(stored: unknown): stored is OlderDocuments | undefined {
	if (stored === undefined) return true;
	if (typeof stored !== 'object' || stored === null) return false;
	const { unpaid, from, ahead, total, rounds } = stored as Record<string, unknown>;
	return (
		[ahead, total, rounds].every((count) => Number.isSafeInteger(count) && Number(count) >= 0) &&
		(from === '' || isNumericId(from)) &&
		Array.isArray(unpaid) &&
		unpaid.every(
			(group: unknown) =>
				Array.isArray(group) &&
				Number.isSafeInteger(group[0]) &&
				typeof group[1] === 'string' &&
				/^-?\d{1,20}( \d{1,20})*$/.test(group[1]),
		)
	);
}
