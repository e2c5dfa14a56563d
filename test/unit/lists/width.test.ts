import fc from 'fast-check';

import { ServiceError } from '../../../nodes/shared/client/errors';
import { AdaptiveWidth, inOrder } from '../../../nodes/shared/lists/width';

const trouble = (kind: 'rateLimited' | 'serviceTrouble') =>
	new ServiceError(kind, kind, { description: '' });

/** Tasks that end in a chosen order, a turn of the event loop apart. */
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
	it('gives results in the order of the tasks, never more than the width under way', async () => {
		const turns = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(turns, fc.integer({ min: 1, max: 8 }), async (waits, width) => {
				const { log, next } = tasks(waits);
				const results: number[] = [];
				for await (const result of inOrder(new AdaptiveWidth(width), next)) results.push(result);
				expect(results).toEqual(waits.map((_, index) => index));
				expect(log.most).toBeLessThanOrEqual(width);
				expect(log.running).toBe(0);
			}),
			{ numRuns: 60 },
		);
	});

	it('really runs that many at once', async () => {
		const { log, next } = tasks([3, 3, 3, 3, 3, 3]);
		for await (const _ of inOrder(new AdaptiveWidth(3), next));
		expect(log.most).toBe(3);
	});

	it('goes on beside a slow answer, and holds no more than twice the width for it', async () => {
		const { log, next } = tasks([50, ...Array.from({ length: 20 }, () => 1)]);
		for await (const result of inOrder(new AdaptiveWidth(3), next)) {
			expect(result).toBe(0);
			break;
		}
		expect(log.started).toBe(7);
		expect(log.most).toBe(3);
	});

	it('starts nothing after it was left', async () => {
		const { log, next } = tasks(Array.from({ length: 20 }, () => 1));
		for await (const result of inOrder(new AdaptiveWidth(2), next)) if (result === 3) break;
		const { started } = log;
		expect(started).toBeLessThanOrEqual(6);
		for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
		expect(log.started).toBe(started);
	});

	it('throws a failure at its place, after all results before it', async () => {
		let number = 0;
		const next = () => {
			const mine = number++;
			return async () => {
				if (mine === 2) throw trouble('serviceTrouble');
				for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
				return mine;
			};
		};
		const results: number[] = [];
		const reading = (async () => {
			for await (const result of inOrder(new AdaptiveWidth(4), next)) results.push(result);
		})();
		await expect(reading).rejects.toMatchObject({ kind: 'serviceTrouble' });
		expect(results).toEqual([0, 1]);
	});
});

describe('AdaptiveWidth', () => {
	it('halves when asked for fewer requests, down to one', () => {
		const width = new AdaptiveWidth(8);
		const seen = [8, 4, 2, 1, 1].map((expected) => {
			const { current } = width;
			width.onTrouble(trouble('rateLimited'));
			return [current, expected];
		});
		for (const [current, expected] of seen) expect(current).toBe(expected);
	});

	it('forgives a single trouble of another kind, not two in a row', () => {
		const width = new AdaptiveWidth(4);
		width.onTrouble(trouble('serviceTrouble'));
		width.onAnswer();
		width.onTrouble(trouble('serviceTrouble'));
		expect(width.current).toBe(4);
		width.onTrouble(trouble('serviceTrouble'));
		expect(width.current).toBe(2);
	});

	it('widens again by one after a calm run, never beyond what was asked for', () => {
		const width = new AdaptiveWidth(3);
		width.onTrouble(trouble('rateLimited'));
		expect(width.current).toBe(1);
		for (let answer = 0; answer < 4; answer++) width.onAnswer();
		expect(width.current).toBe(2);
		for (let answer = 0; answer < 200; answer++) width.onAnswer();
		expect(width.current).toBe(3);
	});
});
