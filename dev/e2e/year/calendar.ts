import { random } from '../../sandbox/generated/random';

/** Random numbers from a seed. */
export class Dice {
	private thrown = 0;

	constructor(private readonly seed: number) {}

	/** From 0 to 1, without 1. */
	share(): number {
		return random(this.seed, this.thrown++, 17) / 2 ** 32;
	}

	/** A whole number from `low` to `high`. */
	between(low: number, high: number): number {
		return low + Math.floor(this.share() * (high - low + 1));
	}

	/** Whether an event with this probability happens. */
	happens(probability: number): boolean {
		return this.share() < probability;
	}

	pick<T>(list: readonly T[]): T {
		return list[Math.floor(this.share() * list.length)] as T;
	}

	shuffled<T>(list: readonly T[]): T[] {
		return list
			.map((value) => ({ value, rank: this.share() }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ value }) => value);
	}
}

/** The failures of one day. */
export const troubles = {
	tooMany: '429 with Retry-After, a few times',
	unavailable: '503, a few times',
	outage: 'no document can be created: 503',
	resets: 'connections are reset, before and after the service did its work',
	slow: 'slow responses',
	revoked: 'all tokens are revoked in the middle of the day',
	lostAnswer: 'the answer to a creation is lost after the service created the document',
	killedCreating: 'n8n is killed after the service created a document',
	killedExporting: 'n8n is killed in the middle of an export',
	killedPolling: 'n8n is killed in the middle of a poll',
	killedWorker: 'a worker is killed after the service created a document',
	diskFull: "the disk of n8n's files is full",
} as const;

export type Trouble = keyof typeof troubles;

/** Permanent changes, at a date of the year. */
export type Change = 'smallerPages' | 'upgrade' | 'newSecret' | 'unpublish' | 'publish';

export interface Day {
	/** Counts from 0. */
	number: number;
	/** YYYY-MM-DD */
	date: string;
	isMonday: boolean;
	/** The data is compared at the end of this day; it has no failures. */
	isLast: boolean;
	/** The accounting office works on this evening. */
	isOfOffice: boolean;
	trouble?: Trouble;
	change?: Change;
}

const changes: Record<string, Change> = {
	'05-03': 'smallerPages',
	'07-08': 'upgrade',
	'09-10': 'newSecret',
	'10-12': 'unpublish',
	'10-15': 'publish',
};
const officeDays = ['01-02', '06-16', '11-17'];
const isUnpublished = (date: string) => date >= '2026-10-12' && date <= '2026-10-15';

export const dayAfter = (date: string, days = 1): string =>
	new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** The first day of the month after this one, YYYY-MM. */
export function firstAfter(month: string): string {
	return `${dayAfter(`${month}-01`, 31).slice(0, 7)}-01`;
}

/** How many bad days a month has. */
const badDays = 4;

/** The days of 2026 from January 1 on, with random bad days. */
export function calendar(days: number, dice: Dice, kinds: readonly Trouble[]): Day[] {
	const all = Array.from({ length: days }, (_, number): Day => {
		const at = new Date(Date.UTC(2026, 0, 1 + number));
		const date = at.toISOString().slice(0, 10);
		const next = new Date(Date.UTC(2026, 0, 2 + number));
		return {
			number,
			date,
			isMonday: at.getUTCDay() === 1,
			isLast: next.getUTCDate() === 1 || number === days - 1,
			isOfOffice: officeDays.includes(date.slice(5)),
			change: changes[date.slice(5)],
		};
	});
	// Each kind happens once before one repeats; the disk is full on one day in August.
	let deck: Trouble[] = [];
	for (const month of new Set(all.map(({ date }) => date.slice(0, 7)))) {
		const free = all.filter(
			({ date, isLast, change }) =>
				date.startsWith(month) && !isLast && !change && !isUnpublished(date),
		);
		for (const day of dice.shuffled(free).slice(0, badDays)) {
			if (deck.length === 0) deck = dice.shuffled(kinds);
			day.trouble = deck.pop();
		}
		const quiet = free.find(({ trouble }) => trouble === undefined);
		if (month === '2026-08' && quiet) quiet.trouble = 'diskFull';
	}
	return all;
}
