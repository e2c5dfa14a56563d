import { inspect, isDeepStrictEqual } from 'node:util';

export type Check = () => Promise<void> | void;

/** The result of a run of checks. */
export interface Tally {
	passed: number;
	failed: number;
}

/** One of them starts n8n three times, which takes a minute each on a busy machine. */
const checkTimeoutMs = 6 * 60_000;

/** Runs the main function of a script, prints its verdict as the last line, and sets the exit code. */
export function endWithVerdict(main: Promise<Tally>): void {
	main
		.catch((error: unknown): Tally => {
			console.error(error instanceof Error ? error.message : error);
			return { passed: 0, failed: 1 };
		})
		.then(({ passed, failed }) => {
			console.log(`\n${passed} passed, ${failed} failed`);
			process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
		});
}

/** A list of named checks, run one after another: they share one n8n. */
export class Checks {
	private readonly list: Array<{ name: string; check: Check }> = [];

	private current: { name: string; start: number } | undefined;

	add(name: string, check: Check): void {
		this.list.push({ name, check });
	}

	/**
	 * Prints one line per check. `only` keeps the checks whose name contains it;
	 * `explain` returns more text for a failure.
	 */
	async run(only: string, explain: () => string): Promise<Tally> {
		process.once('exit', this.nameTheCutOne);
		const tally: Tally = { passed: 0, failed: 0 };
		for (const { name, check } of this.list.filter((entry) => entry.name.includes(only))) {
			this.current = { name, start: Date.now() };
			const error = await bounded(check).then(
				() => undefined,
				(reason: unknown) => reason ?? new Error('rejected without a reason'),
			);
			const seconds = secondsSince(this.current.start);
			this.current = undefined;
			if (error === undefined) {
				tally.passed++;
				console.log(`ok     ${name} (${seconds} s)`);
				continue;
			}
			tally.failed++;
			const text = error instanceof Error ? error.message : String(error);
			console.log(`FAILED ${name} (${seconds} s): ${text.trim().split('\n')[0]}`);
			console.log(indent(inspect(error)));
			console.log(indent(explain()));
		}
		process.off('exit', this.nameTheCutOne);
		return tally;
	}

	/** For a signal that ends the process. */
	private readonly nameTheCutOne = (): void => {
		if (this.current === undefined) return;
		const { name, start } = this.current;
		console.log(`FAILED ${name} (${secondsSince(start)} s): the run was ended during this check`);
	};
}

const secondsSince = (start: number) => ((Date.now() - start) / 1000).toFixed(1);

async function bounded(check: Check): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const tooLong = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(
			() => reject(new Error(`did not end within ${checkTimeoutMs / 1000} s`)),
			checkTimeoutMs,
		);
	});
	try {
		await Promise.race([(async () => await check())(), tooLong]);
	} finally {
		clearTimeout(timer);
	}
}

function indent(text: string): string {
	return text.replace(/^/gm, '       ');
}

/** Compares two lists of records and names the first difference instead of printing both lists. */
export function sameRecords(actual: unknown[], expected: unknown[], what = 'records'): void {
	if (actual.length !== expected.length) {
		throw new Error(`${what}: ${actual.length} came, ${expected.length} were expected`);
	}
	const index = actual.findIndex(
		(record, position) => !isDeepStrictEqual(record, expected[position]),
	);
	if (index >= 0) {
		const shown = [actual[index], expected[index]].map((value) =>
			JSON.stringify(value)?.slice(0, 600),
		);
		throw new Error(
			`${what}: number ${index} differs\n  came:     ${shown[0]}\n  expected: ${shown[1]}`,
		);
	}
}
