import { Matching } from '../../../nodes/AccountingService/match/matching';
import { reasons } from '../../../nodes/AccountingService/match/reason';
import type { MatchResult } from '../../../nodes/AccountingService/match/result';
import { propertyMs } from '../../property';
import { randomFile } from './support/files';
import { match } from './support/model';
import type { Cells, DocumentRecord, Expected, Options } from './support/records';

/** Random files of one kind. `npm run trials` runs more. */
const files = 300 * Number(process.env.TRIALS ?? 1);

/** Other files for each seed, and the same ones again. */
const firstSeed = (Number(process.env.SEED ?? 1) % 1_000_000) * 100_000;

/** What the node says about the payments. */
async function resultsOf(
	payments: Array<Partial<Cells>>,
	documents: DocumentRecord[],
	options: Options,
): Promise<MatchResult[]> {
	const usual: Cells = {
		...{ paymentAmount: undefined, paymentCurrency: undefined, paymentId: undefined },
		...{ paymentSymbol: undefined, paymentMessage: undefined, money: 'bySign' },
	};
	const matching = await Matching.of(
		payments.map((cells, item) => ({ item, cells: () => ({ ...usual, ...cells, ...options }) })),
	);
	for (const document of documents) matching.add({ ...document });
	const results = matching.results();
	return payments.map((_cells, item) => results.get(item) as MatchResult);
}

/** In the words of the model, which says nothing about unclear rows. */
function asExpected(given: MatchResult): Expected {
	const { result, id, ids, amount, money, currency, amountDue, candidates } = given;
	const text = (value: number | string | null) => (value === null ? null : String(value));
	return {
		...{ result, id: id as number | null, ids: (ids as number[]).sort(), money, currency },
		...{ amount: text(amount), amountDue: text(amountDue) },
		candidates: candidates.map((one) => one.id as number),
	};
}

/** Fields that the contract leaves open, by result. */
function asDecided(one: Expected): Partial<Expected> {
	const { result, ids, ...others } = one;
	if (result === 'unclear') return { result };
	const { candidates, ...withoutCandidates } = others;
	const isCompared = result !== 'returned' && result !== 'repeated';
	return { result, ids: [...ids].sort(), ...withoutCandidates, ...(isCompared && { candidates }) };
}

describe('every result is that of a model that was written from the contract alone', () => {
	it.each([
		['in the usual forms', false],
		['in unusual forms', true],
	])(
		'for random files %s',
		async (_forms, isUnusual) => {
			const counted = new Set<string>();
			for (let seed = firstSeed + 1; seed <= firstSeed + files; seed++) {
				const { payments, documents, options } = randomFile(seed, isUnusual);
				const expected = match(payments, documents, options);
				const given = await resultsOf(payments, documents, options);
				for (const { result } of given) counted.add(result);
				expect([seed, given.map(asExpected).map(asDecided)]).toEqual([
					seed,
					expected.map(asDecided),
				]);
			}
			// Each result was there.
			expect(counted).toEqual(new Set(Object.keys(reasons)));
		},
		propertyMs,
	);
});

describe('no payment is matched wrongly', () => {
	it('whatever the rules say: the sums are exact, and no document is paid twice', async () => {
		let matched = 0;
		for (let seed = firstSeed + 1; seed <= firstSeed + files; seed++) {
			const { payments, documents, options } = randomFile(seed, seed % 2 === 0);
			const given = await resultsOf(payments, documents, options);
			const paid = given.flatMap(({ id, ids }) => (id === null ? ids : [id]));
			expect(new Set(paid).size).toBe(paid.length);
			for (const id of paid) {
				const document = documents.find((one) => one.id === id);
				expect([seed, id, document?.payments.paid]).toEqual([seed, id, false]);
				expect(options.documentTypes).toContain(document?.type);
			}
			for (const one of given) {
				if (one.result === 'matched' || one.result === 'severalDocuments') {
					matched++;
					expect([seed, one.reason, one.difference]).toEqual([seed, one.reason, 0]);
				}
			}
		}
		expect(matched).toBeGreaterThan(files / 10);
	});
});
