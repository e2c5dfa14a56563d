import { isWithinLimits } from './support/readings';
import {
	fixedScripts,
	importScripts,
	lateDeletions,
	lateScripts,
	pageZeroScripts,
} from './support/rareServices';
import { ambiguous, few, losesNothing, playAll } from './support/trials';

const groups: Array<[string, typeof lateScripts, committed: number]> = [
	['a service that shows other records as page 0', pageZeroScripts, 40],
	['pages of a fixed size', fixedScripts, 100],
	['a long import and small pages', importScripts, 25],
];

describe.each(groups)('%s', (_group, classes, committed) => {
	const all = { readings: 0, errors: 0 };

	it.each(classes)(
		'everything is read once while %s',
		async (name, made) => {
			let ambiguities = 0;
			const { readings, errors } = await playAll(made, committed, (outcome) => {
				losesNothing(outcome);
				if (ambiguous.test(outcome.error?.message ?? '')) ambiguities++;
			});
			if (name === 'nothing changes') expect(errors).toBe(ambiguities);
			all.readings += readings;
			all.errors += errors - ambiguities;
		},
		3_000_000,
	);

	it('ends in an error in at most one of 1,000 reads', () => {
		expect(all.errors).toBeLessThanOrEqual(few(all.readings));
	});
});

describe.each<[string, typeof lateScripts, lost: number]>([
	['no deletions', lateScripts, 1],
	['deletions', lateDeletions, 4],
])('replicas of which one is late, and %s', (_group, classes, lost) => {
	const all = { readings: 0, errors: 0, losses: 0 };

	it.each(classes)(
		'nothing is lost but within the stated limits while %s',
		async (name, made) => {
			let ambiguities = 0;
			const played = await playAll(made, 60, (outcome) => {
				if (!isWithinLimits(outcome)) losesNothing(outcome);
				if (ambiguous.test(outcome.error?.message ?? '')) ambiguities++;
			});
			if (name === 'nothing changes') expect(played.errors).toBe(ambiguities);
			all.readings += played.readings;
			all.errors += played.errors - ambiguities;
			all.losses += played.losses;
		},
		3_000_000,
	);

	it(`hide a record in at most ${lost} of 1,000 reads, and end one of 1,000 in an error`, () => {
		expect(all.losses).toBeLessThanOrEqual(few(lost * all.readings));
		expect(all.errors).toBeLessThanOrEqual(few(all.readings));
	});
});
