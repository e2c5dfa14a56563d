/** docs/api/writes.md#never-twice: executions that run together, previews, Stop, late lists and own changes. */
import fc, { propertyMs } from '../../property';
import { probeOnce } from '../support/clock';
import { OnceTrial } from '../support/onceTrial';
import { type Change, kinds, type Run, type Way } from '../support/onceWorkflows';

beforeEach(probeOnce);

/** Workflows that run at the same time and one after another. */
const trials = Number(process.env.TRIALS ? 10_000 : 200);

const way = {
	application: fc.constantFrom<Way['application']>('one', 'one', 'two'),
	stops: fc.constantFrom(false, false, false, true),
};
const key = fc.integer({ min: 1, max: 3 });

const run: fc.Arbitrary<Run> = fc.record({
	kind: fc.constantFrom<Run['kind']>('document', ...kinds),
	rows: fc.array(fc.record({ key, isPreviewed: fc.boolean() }), { minLength: 1, maxLength: 3 }),
	...way,
});

const change: fc.Arbitrary<Change> = fc.record({
	kind: fc.constantFrom<Change['kind']>('document', 'copy'),
	...{ key, to: fc.option(key, { nil: undefined }) },
	isPreviewed: fc.constantFrom(false, false, false, true),
	pause: fc.constantFrom(0, 0, 30_000, 60_000),
	...way,
});

/** Runs of one round start together: usually a few, sometimes ten. Changes follow. */
const rounds = fc.array(
	fc.record({
		runs: fc.oneof(
			{ weight: 9, arbitrary: fc.array(run, { minLength: 1, maxLength: 5 }) },
			{ weight: 1, arbitrary: fc.array(run, { minLength: 10, maxLength: 10 }) },
		),
		changes: fc.array(change, { maxLength: 3 }),
	}),
	{ minLength: 1, maxLength: 3 },
);

/** Milliseconds after which the list shows a record. */
const lag = fc.oneof(
	fc.constantFrom(0, 0, 1_000, 10_000, 59_999, 60_000),
	fc.integer({ min: 0, max: 60_000 }),
);

/** Half of the companies have lists that show everything at once. */
const lags = fc.oneof(fc.infiniteStream(fc.constant(0)), fc.infiniteStream(lag));

it(
	`nothing is made twice, by a preview, or lost, in ${trials} trials`,
	async () => {
		let made = 0;
		await fc.assert(
			fc.asyncProperty(rounds, lags, async (plan, ms) => {
				const trial = await OnceTrial.start(ms);
				for (const { runs, changes } of plan) {
					await trial.runTogether(runs);
					for (const one of changes) await trial.change(one);
				}
				made += trial.checkAll();
			}),
			{ numRuns: trials },
		);
		expect(made).toBeGreaterThan(trials);
	},
	propertyMs,
);
