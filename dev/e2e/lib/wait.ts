const betweenMs = 100;

export async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Calls until the result is not undefined; throws after `timeoutMs` without one. */
export async function waitFor<T>(
	what: string,
	timeoutMs: number,
	ask: () => Promise<T | undefined>,
): Promise<T> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > end)
			throw new Error(`${what}: nothing within ${Math.round(timeoutMs / 1000)} s.`);
		await pause(betweenMs);
	}
}
