import type { Contest, Entry, Results } from '../lib/results';
import { ratios, type Spread } from '../lib/statistics';

/** A goal and what came out; the times of one round are set against each other. */
export interface Goal {
	what: string;
	goal: string;
	found: string;
	met: boolean;
}

/** The goals that the parts run so far can be judged by. */
export function judgeGoals(results: Results): Goal[] {
	const goals: Goal[] = [];
	const [far, near] = [at(results.lists, 100), at(results.lists, 0)];
	const against = (contest: Contest | undefined, window: number, other: Entry['contestant']) => {
		const own = entry(contest, 'node', window);
		const its = entry(contest, other, other === 'httpRequest' ? 1 : window);
		return own && its && ratios(own.ms, its.ms);
	};
	const ratio = (what: string, limit: number, found: Spread | undefined) => {
		if (found)
			goals.push(judged(what, `at most ${limit.toFixed(2)}`, found, found.median <= limit));
	};
	const httpTime = "of the HTTP Request node's time at 100 ms";
	ratio(`Window 4 (the default) ${httpTime}`, 0.28, against(far, 4, 'httpRequest'));
	ratio(`Window 8 ${httpTime}`, 0.17, against(far, 8, 'httpRequest'));
	for (const window of [1, 4, 8]) {
		const what = `Window ${window} at 0 ms, of the bare helper loop's time`;
		ratio(what, 1.1, against(near, window, 'helperLoop'));
	}
	for (const { contestant, window, exchanges, expiries } of results.expiry ?? []) {
		if (contestant !== 'node') continue;
		goals.push({
			what: `Token exchanges for ${expiries} expiries, window ${window}`,
			goal: String(expiries),
			found: String(exchanges),
			met: exchanges === expiries,
		});
	}
	for (const { documents, idle } of results.polls ?? []) {
		goals.push({
			what: `Requests of an idle poll over ${documents.toLocaleString('en')} documents`,
			goal: '1',
			found: String(idle.requests),
			met: idle.requests === 1,
		});
	}
	goals.push(...exportGoals(results.export));
	return goals;
}

function exportGoals(exported: Results['export']): Goal[] {
	if (!exported) return [];
	const { measures, floorSeconds } = exported;
	const goals = measures.map(({ format, growthMegabytes }): Goal => ({
		what: `Memory that n8n needs more while it exports ${format.toUpperCase()}`,
		goal: 'below 100 MB',
		found: `${growthMegabytes} MB`,
		met: growthMegabytes < 100,
	}));
	const lines = measures.find(({ format }) => format === 'ndjson');
	if (lines) {
		const share = floorSeconds / lines.seconds;
		goals.push({
			what: 'Speed of the NDJSON export, of the bare undici loop that writes the same file',
			goal: 'at least 0.80',
			found: share.toFixed(2),
			met: share >= 0.8,
		});
	}
	return goals;
}

const at = (contests: Contest[] | undefined, latencyMs: number) =>
	contests?.find((contest) => contest.latencyMs === latencyMs);

export const entry = (
	contest: Contest | undefined,
	contestant: Entry['contestant'],
	window: number,
): Entry | undefined =>
	contest?.entries.find(
		(one) => one.contestant === contestant && one.window === window && !one.simplify,
	);

function judged(what: string, goal: string, { median, low, high }: Spread, met: boolean): Goal {
	const found = `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
	return { what, goal, found, met };
}
