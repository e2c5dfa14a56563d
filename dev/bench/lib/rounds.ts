/**
 * Lets contestants do the same work in turn, round by round, so that a slow minute of the machine
 * strikes all of them alike; in another order each round, since what ran before leaves its traces.
 */
export async function inRounds<T>(
	rounds: number,
	contestants: readonly T[],
	work: (contestant: T) => Promise<void>,
): Promise<void> {
	for (let round = 0; round < rounds; round++) {
		for (const contestant of shuffled(contestants, round)) await work(contestant);
	}
}

/** The same order for the same round in every run. */
function shuffled<T>(values: readonly T[], round: number): T[] {
	const order = [...values];
	let state = round + 1;
	for (let left = order.length; left > 1; left--) {
		state = (state * 48_271) % 2_147_483_647;
		const other = state % left;
		[order[left - 1], order[other]] = [order[other], order[left - 1]];
	}
	return order;
}
