import fc from 'fast-check';

import { windowOver } from '../../../nodes/shared/lists/chain';

const stretch = (position: number, largest: number) => {
	const { page, size } = windowOver(position, largest);
	return { from: page * size, to: (page + 1) * size, size };
};

describe('the window that goes on from a position', () => {
	it('shows the record before it again, and something new', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 10, max: 2_000_000 }),
				fc.integer({ min: 15, max: 100 }),
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

	it('takes about one window more in seven than pages that do not overlap', () => {
		let [position, windows] = [12_900, 0];
		for (; position < 1_000_000; windows++) position = stretch(position, 100).to;
		expect(windows / ((position - 12_900) / 100)).toBeLessThan(1.17);
	});

	it('begins at the position itself where every size does', () => {
		expect(stretch(50, 10)).toEqual({ from: 50, to: 60, size: 10 });
	});
});
