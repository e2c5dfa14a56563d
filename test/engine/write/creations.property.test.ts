/** docs/api/writes.md#never-twice: no creation twice in any order of runs, faults and late lists. */
import { propertyMs } from '../../property';
import { probeOnce } from '../support/clock';
import { creationTrials } from '../support/creationTrials';

beforeEach(probeOnce);

/** 10,000 with `npm run trials`. SEED sets the first one. */
const creations = process.env.TRIALS ? 10_000 : 60;
const from = Number(process.env.SEED ?? 1) * 1_000_000;

it(
	`of ${creations} creations with long texts, lost answers and Retry On Fail, none is sent twice`,
	async () => {
		const { sent, run } = await creationTrials();
		let seed = from;
		for (; sent.size < creations; seed++) {
			const { shown, ends } = await run(seed);
			// An error is short, and quotes at most the beginning of the request.
			expect(shown.length).toBeLessThan(10_000);
			for (const end of ends) expect(shown).not.toContain(end);
		}
		const all = [...sent.values()];
		expect(all.filter(({ made }) => made > 1)).toEqual([]);
		// The node may resend it only after responses that prove that nothing was done.
		const isTwice = all.filter(({ strikes }) =>
			strikes.slice(0, -1).some(({ isProof }) => !isProof),
		);
		expect(isTwice).toEqual([]);
		const again = all.filter(({ strikes }) => strikes.length > 1).length;
		expect(again).toBeGreaterThan(0);
		if (process.env.TRIALS) {
			const made = all.filter((one) => one.made === 1).length;
			console.log(
				`${all.length} creations in ${seed - from} runs from seed ${from}: ${made} made, ${again} sent again after an answer that proves that nothing was done, 0 twice`,
			);
		}
	},
	propertyMs,
);
