import type { Contestant, ExportFormat, Width, WriteWork } from '../engine/job';
import type { Contest, Entry, Hostile, MemoryCurve, Results, WriteContest } from '../lib/results';
import { ratios, spread, type Spread } from '../lib/statistics';
import { number } from './names';
import { growthOf, perMegabyteAtMost } from './slopes';

/** A goal and what came out; the times of one round are set against each other. */
export interface Goal {
	what: string;
	goal: string;
	found: string;
	met: boolean;
}

/** The goals that the parts run so far can be judged by. */
export function judgeGoals(results: Results): Goal[] {
	const { lists, large, expiry = [], polls = [], loading, hostile, writes } = results;
	return [
		...timeGoals(lists, large),
		...requestGoals([...(lists ?? []).slice(0, 1), ...(large ?? [])]),
		...expiry
			.filter(({ contestant }) => contestant === 'node')
			.map(({ width, exchanges, expiries }) =>
				exactly(
					`Token exchanges for ${expiries} expiries, ${widthName(width)}`,
					expiries,
					exchanges,
				),
			),
		...polls.map(({ documents, idle }) =>
			exactly(`Requests of an idle poll over ${number(documents)} documents`, 1, idle.requests),
		),
		...exportGoals(results),
		...(results.memory ?? []).filter((one) => !one.semiSpaceMegabytes).map(smallHeapGoal),
		...(loading ? [loadingGoal(loading.ms)] : []),
		...hostileGoals(hostile ?? []),
		...writeGoals(writes ?? []),
	];
}

const widthName = (width: Width) => (width === 'default' ? 'default' : `width ${width}`);

function timeGoals(lists: Contest[] = [], large: Contest[] = []): Goal[] {
	const at = (contests: Contest[], latencyMs: number) =>
		contests.find((contest) => contest.latencyMs === latencyMs);
	const long = at(large, 0);
	const goals: Array<Goal | undefined> = [
		ratio(
			"Time of the default at 100 ms, of the HTTP Request node's",
			0.18,
			at(lists, 100),
			'default',
			['httpRequest', 1],
		),
		...[1, 4, 8].map((width) => {
			const limit = width === 1 ? 1.35 : 1.4;
			const other = ['helperLoop', width] as const;
			const what = `Time of width ${width} without latency, ${number(long?.documents ?? 0)} documents, of the bare helper loop's`;
			return ratio(what, limit, long, width, other);
		}),
	];
	return goals.filter((goal) => goal !== undefined);
}

function ratio(
	what: string,
	limit: number,
	contest: Contest | undefined,
	width: Width,
	[other, otherWidth]: readonly [Contestant, Width],
): Goal | undefined {
	const [own, its] = [entry(contest, 'node', width), entry(contest, other, otherWidth)];
	return own && its && atMost(what, limit, ratios(own.ms, its.ms));
}

/** A full page holds 100 documents. */
function requestGoals(contests: Contest[]): Goal[] {
	return contests.flatMap((contest) => {
		const own = entry(contest, 'node', 'default');
		if (!own) return [];
		const share = own.requests / (contest.documents / 100);
		return {
			what: `Requests for each full page, ${number(contest.documents)} documents`,
			goal: 'at most 1.16',
			found: share.toFixed(2),
			met: share <= 1.16,
		};
	});
}

/** Documents a second, in the real n8n. */
const exportSpeeds: Partial<Record<ExportFormat, number>> = { csv: 12_500, xlsx: 9_500 };

function exportGoals({ export: exported }: Results): Goal[] {
	if (!exported) return [];
	const { measures } = exported;
	return measures.flatMap(({ format, documents, seconds, growthMegabytes }): Goal[] => {
		const what = `${number(documents)} documents, ${format.toUpperCase()}`;
		const least = exportSpeeds[format];
		const speed = documents / seconds;
		return [
			{
				what: `Memory that the first export after a start adds: ${what}`,
				goal: 'below 100 MB',
				found: `${growthMegabytes} MB`,
				met: growthMegabytes < 100,
			},
			...(least === undefined
				? []
				: [
						{
							what: `Documents a second of the first export: ${what}`,
							goal: `at least ${number(least)}`,
							found: number(speed),
							met: speed >= least,
						},
					]),
		];
	});
}

function smallHeapGoal({ format, heapMegabytes, peakMegabytes }: MemoryCurve): Goal {
	return {
		what: `Memory of n8n in all with a heap of ${heapMegabytes} MB: ${format.toUpperCase()}`,
		goal: 'below 550 MB',
		found: `${peakMegabytes} MB`,
		met: peakMegabytes < 550,
	};
}

function loadingGoal(ms: number[]): Goal {
	const { median, low, high } = spread(ms);
	return {
		what: 'Loading the package',
		goal: 'below 30 ms',
		found: `${median.toFixed(1)} ms (${low.toFixed(1)} to ${high.toFixed(1)})`,
		met: median < 30,
	};
}

/** Both for the reader and the text that did worst. */
function hostileGoals(hostile: Hostile[]): Goal[] {
	const ours = hostile.filter(({ reader }) => reader !== 'helperLoop');
	const worst = (valueOf: (one: Hostile) => number) =>
		ours.reduce<Hostile | undefined>(
			(found, one) => (found && valueOf(found) >= valueOf(one) ? found : one),
			undefined,
		);
	const [slow, steep] = [worst(perMegabyteAtMost), worst(growthOf)];
	if (!slow || !steep) return [];
	const nameOf = ({ text, reader, shape }: Hostile) =>
		`${shape} of ${text}, ${reader === 'node' ? 'items' : reader.toUpperCase()}`;
	return [
		{
			what: `A megabyte of hostile text; slowest: ${nameOf(slow)}`,
			goal: 'below 25 ms',
			found: `${perMegabyteAtMost(slow).toFixed(1)} ms`,
			met: perMegabyteAtMost(slow) < 25,
		},
		{
			what: `Time of a megabyte at the largest size, of that at half of it; worst: ${nameOf(steep)}`,
			goal: 'at most 1.50',
			found: growthOf(steep).toFixed(2),
			met: growthOf(steep) <= 1.5,
		},
	];
}

function writeGoals(writes: WriteContest[]): Goal[] {
	return writes.flatMap((contest) => {
		const msOf = (contestant: Contestant, work: WriteWork) =>
			contest.entries.find((one) => one.contestant === contestant && one.work === work)?.ms;
		const [own, floor] = [msOf('node', 'create'), msOf('helperLoop', 'create')];
		const what = `Speed of creating at ${contest.latencyMs} ms, of the bare helper loop`;
		return own && floor ? [atLeast(what, 0.85, ratios(floor, own))] : [];
	});
}

export const entry = (
	contest: Contest | undefined,
	contestant: Contestant,
	width: Width,
): Entry | undefined =>
	contest?.entries.find(
		(one) => one.contestant === contestant && one.width === width && !one.simplify,
	);

const exactly = (what: string, goal: number, found: number): Goal => ({
	what,
	goal: String(goal),
	found: String(found),
	met: found === goal,
});

const atMost = (what: string, limit: number, found: Spread): Goal => ({
	what,
	goal: `at most ${limit.toFixed(2)}`,
	found: range(found),
	met: found.median <= limit,
});

const atLeast = (what: string, limit: number, found: Spread): Goal => ({
	what,
	goal: `at least ${limit.toFixed(2)}`,
	found: range(found),
	met: found.median >= limit,
});

const range = ({ median, low, high, count }: Spread): string =>
	count === 1
		? median.toFixed(2)
		: `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
