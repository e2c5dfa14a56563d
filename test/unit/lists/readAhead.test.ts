import fc from '../../property';

import { AdaptiveWidth, inOrder } from '../../../nodes/shared/lists/readAhead';

/** Reports that many good responses, one after the other. */
function answer(width: AdaptiveWidth, times: number): AdaptiveWidth {
	for (let time = 0; time < times; time++) width.begin().onAnswer();
	return width;
}

/** One that has already grown. */
const widthOf = (maximum: number) => answer(new AdaptiveWidth(maximum), maximum);

/** Tasks that end in a given order, one event loop turn apart. */
function tasks(turns: number[]) {
	const log = { started: 0, running: 0, most: 0 };
	const next = () => {
		if (log.started >= turns.length) return undefined;
		const number = log.started++;
		return async () => {
			log.most = Math.max(log.most, ++log.running);
			for (let turn = 0; turn < turns[number]; turn++) await new Promise(setImmediate);
			log.running--;
			return number;
		};
	};
	return { log, next };
}

describe('inOrder', () => {
	it('returns results in the order of the tasks, with at most `width` of them running', async () => {
		const turns = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(turns, fc.integer({ min: 1, max: 8 }), async (waits, width) => {
				const { log, next } = tasks(waits);
				const results: number[] = [];
				for await (const result of inOrder(widthOf(width), next)) results.push(result);
				expect(results).toEqual(waits.map((_, index) => index));
				expect(log.most).toBeLessThanOrEqual(width);
				expect(log.running).toBe(0);
			}),
			{ numRuns: 60 },
		);
	});

	it('continues during a slow response, and keeps at most twice the width', async () => {
		const { log, next } = tasks([50, ...Array.from({ length: 20 }, () => 1)]);
		for await (const result of inOrder(widthOf(3), next)) {
			expect(result).toBe(0);
			break;
		}
		expect(log.started).toBe(7);
		expect(log.most).toBe(3);
	});

	it('starts nothing after the reader stops', async () => {
		const { log, next } = tasks(Array.from({ length: 20 }, () => 1));
		for await (const result of inOrder(widthOf(2), next)) if (result === 3) break;
		const { started } = log;
		expect(started).toBeLessThanOrEqual(6);
		for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
		expect(log.started).toBe(started);
	});
});

describe('AdaptiveWidth', () => {
	it('begins with two, and grows by two with each good response up to its maximum', () => {
		const width = new AdaptiveWidth(8);
		const seen = [width.current];
		for (let time = 0; time < 4; time++) {
			answer(width, 1);
			seen.push(width.current);
		}
		expect([...seen, new AdaptiveWidth(1).current]).toEqual([2, 4, 6, 8, 8, 1]);
	});

	it('halves at a failure, once for all requests in flight, and grows again by one after two good rounds', () => {
		const width = widthOf(8);
		const widths: number[] = [];
		for (let round = 0; round < 4; round++) {
			const underWay = [width.begin(), width.begin(), width.begin()];
			for (const request of underWay) request.onTrouble();
			widths.push(width.current);
		}
		for (const times of [1, 1, 3, 1, 100]) {
			answer(width, times);
			widths.push(width.current);
		}
		expect(widths).toEqual([4, 2, 1, 1, 1, 2, 2, 3, 8]);
	});
});
