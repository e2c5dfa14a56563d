import fc from 'fast-check';

import { endOf, startOf, stretchAcross, stretchOver } from '../../../nodes/shared/lists/stretch';

const stretch = (position: number, largest: number) => {
	const over = stretchOver(position, largest);
	return { from: startOf(over), to: endOf(over), size: over.size };
};

describe('the stretch that goes on from a position', () => {
	it('shows the record before it again, and something new', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 10, max: 2_000_000 }),
				fc.integer({ min: 20, max: 100 }),
				(position, largest) => {
					const { from, to, size } = stretch(position, largest);
					expect(from).toBeLessThan(position);
					expect(to).toBeGreaterThan(position);
					expect(size).toBeGreaterThanOrEqual(10);
					expect(size).toBeLessThanOrEqual(largest);
				},
			),
		);
	});

	it('takes about one page more in seven than pages that do not overlap', () => {
		let [position, pages] = [100, 1];
		for (; position < 1_000_000; pages++) position = stretch(position, 100).to;
		expect(pages / (position / 100)).toBeLessThan(1.1414);
	});

	it('begins at the position itself where every size does', () => {
		expect(stretch(50, 10)).toEqual({ from: 50, to: 60, size: 10 });
	});
});

describe('the stretch across a position', () => {
	it('has the position well inside, and is of a size that the service allows', () => {
		const anywhere = fc.integer({ min: 10, max: 10 ** 7 });
		fc.assert(
			fc.property(anywhere, fc.integer({ min: 20, max: 100 }), (position, largest) => {
				const across = stretchAcross(position, largest);
				expect(across.size).toBeGreaterThanOrEqual(10);
				expect(across.size).toBeLessThanOrEqual(largest);
				expect(startOf(across)).toBeLessThan(position);
				expect(endOf(across)).toBeGreaterThan(position);
			}),
			{ numRuns: 2000 },
		);
	});
});
