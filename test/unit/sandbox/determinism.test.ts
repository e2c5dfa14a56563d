import { keyOfToken, tokenOf } from '../../../sandbox/generated/permalink';
import { Records } from '../../../sandbox/generated/records';
import { startSandbox } from '../../../sandbox/http/server';
import { Caller } from './client';

async function pageText(options: Parameters<typeof startSandbox>[0]): Promise<string> {
	const sandbox = await startSandbox({ documents: 60, ...options });
	try {
		return (await (await Caller.of(sandbox)).list('?page=2&pageSize=25&scope=CA')).text;
	} finally {
		await sandbox.close();
	}
}

describe('generated documents', () => {
	it('are equal for equal seeds and different for others', async () => {
		const [one, same, other] = await Promise.all([
			pageText({}),
			pageText({}),
			pageText({ seed: 2 }),
		]);
		expect(same).toBe(one);
		expect(other).not.toBe(one);
	});

	it.each([10_000_001n, 9_007_199_254_740_900n, 8_000_000_000_000_000_000n])(
		'have rising ids from %s, readable back to their keys',
		(idBase) => {
			const records = new Records(5, 2000, idBase);
			let previous = -1n;
			for (let key = 0; key < 4000; key++) {
				const id = records.idOf(key);
				expect(BigInt(id)).toBeGreaterThan(previous);
				expect(typeof id).toBe(BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER) ? 'bigint' : 'number');
				expect(records.keyOf(id)).toBe(key);
				previous = BigInt(id);
			}
		},
	);

	it('have ids with gaps, and no key for an id inside one', () => {
		const records = new Records(1, 100, 1n);
		const ids = new Set(Array.from({ length: 200 }, (_, key) => records.idOf(key)));
		const missing = Array.from({ length: 300 }, (_, index) => index + 1).filter(
			(id) => !ids.has(id),
		);
		expect(missing.length).toBeGreaterThan(50);
		expect(missing.every((id) => records.keyOf(id) === undefined)).toBe(true);
		expect(['', '-1', 'x', '1.5', '0'].map((id) => records.keyOf(id))).toEqual(
			Array(5).fill(undefined),
		);
	});

	it('have permalink tokens that are unique and readable back to their keys', () => {
		const tokens = new Set<string>();
		const lost: number[] = [];
		for (let key = 0; key < 50_000; key++) {
			const token = tokenOf(3, key);
			tokens.add(token);
			if (keyOfToken(3, token) !== key) lost.push(key);
		}
		expect([tokens.size, lost]).toEqual([50_000, []]);
		const token = tokenOf(3, 8);
		const strangers = [
			tokenOf(4, 8),
			token.slice(1),
			`${token}A`,
			token.replace(/.$/, '?'),
			token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
		];
		expect(strangers.map((stranger) => keyOfToken(3, stranger))).toEqual(Array(5).fill(undefined));
	});
});
