import fc from '../../../property';

import { play, type Outcome, type Script } from './readings';

/** `npm run trials` runs more than 100,000. */
const runs = (committed: number): fc.Parameters<[Script]> => ({
	numRuns: Math.ceil(committed * Number(process.env.TRIALS ?? 1)),
});

/** Reads lists and counts the outcomes. If `judge` refuses a read, its script is shortened and printed. */
export async function playAll(
	made: fc.Arbitrary<Script>,
	committed: number,
	judge: (o: Outcome) => void,
) {
	const played = { readings: 0, errors: 0, losses: 0 };
	const property = fc.asyncProperty(made, async (script) => {
		const outcome = await play(script);
		judge(outcome);
		expect(outcome.doubled).toEqual([]);
		played.readings++;
		if (outcome.missing.length > 0) played.losses++;
		if (!outcome.error) {
			expect(outcome.result).toEqual({ complete: true, warnings: [], stoppedEarly: false });
			return;
		}
		played.errors++;
	});
	await fc.assert(property, runs(committed));
	return played;
}

export const losesNothing = ({ missing }: Outcome) => expect(missing).toEqual([]);

/**
 * One in 1,000, and three standard deviations more. It counts for all classes together: among many classes with few reads,
 * some would exceed it by chance.
 */
export const few = (readings: number) =>
	Math.floor(readings / 1_000 + 3 * Math.sqrt(readings / 1_000));

/** The one case that responses do not reveal: every page number and size returns a usual number of records. */
export const ambiguous = /page 2 has the same (10|20|25|50|100) records as page 1/;
