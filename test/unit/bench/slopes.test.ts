import { growthOf, slopeOf } from '../../../bench/report/slopes';

const sizes = [1, 2, 4, 8];

describe('growth of times', () => {
	it.each([
		[1, 1],
		[2, 2],
		[0.5, Math.SQRT1_2],
	])('with the power %d of the size is told as such', (power, twice) => {
		const runs = sizes.map((megabytes) => ({ megabytes, ms: 3 * megabytes ** power }));
		const points = sizes.map((documents) => ({ documents, ms: 5 * documents ** power }));
		expect(slopeOf({ what: 'file', points })).toBeCloseTo(power);
		const one = { text: 'dots', reader: 'node', shape: 'one text', runs } as const;
		expect(growthOf({ ...one, runs })).toBeCloseTo(power === 0.5 ? twice : 2 ** (power - 1));
	});
});
