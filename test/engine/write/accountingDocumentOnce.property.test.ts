/** docs/reference/create.md#prevent-duplicates: one document for each key under any fault. */
import { probeOnce } from '../support/clock';
import { runModel } from '../support/onceModel';
import { fillByDate, runBackdated, runWithoutKey } from '../support/onceWithout';
import { bench } from '../support/withSandbox';

beforeEach(probeOnce);

/** The number of runs; MODEL_RUNS sets more, from the seed MODEL_FROM on. */
const runs = Number(process.env.MODEL_RUNS ?? 40);
const from = Number(process.env.MODEL_FROM ?? 1);

/** The number of seeds that share a service. */
const perService = 20;

describe('under any fault, and whatever others create in the meantime', () => {
	const services = Array.from({ length: Math.ceil(runs / perService) }, (_, index) => index);

	it.each(services)(
		'there is one document for each item, and every lost answer is told or settled (part %i)',
		async (part) => {
			const first = from + part * perService;
			const last = Math.min(first + perService, from + runs);
			const one = await bench({ documents: 15 });
			const byDate = await bench({ documents: 0, orderBy: 'issueDate' });
			fillByDate(byDate);
			for (let seed = first; seed < last; seed++) {
				if (seed % 5 === 0) await runWithoutKey(one, seed);
				else if (seed % 5 === 1) await runBackdated(byDate, seed);
				else await runModel(one, seed);
			}
		},
		300_000,
	);
});
