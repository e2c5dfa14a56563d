import fc, { propertyMs } from '../../property';

import { LivingList, type Change } from './support/livingList';
import {
	anyChanges,
	busyScripts,
	growingScripts,
	isWithinLimits,
	lengths,
	movingScripts,
	readAll,
	repeatingScripts,
	scripts,
	steadyChanges,
} from './support/readings';
import { changing, healthy } from './support/services';
import { ambiguous, few, losesNothing, playAll } from './support/trials';

const healthyReads = { readings: 0, errors: 0 };

describe.each(Object.entries(healthy))('a service that %s', (_name, service) => {
	const isOnePage = service.onePage === true && service.counts === undefined;
	it.each([
		['whatever changes meanwhile', lengths, anyChanges, 26],
		[
			'while something changes at every request',
			fc.integer({ min: 100, max: 700 }),
			steadyChanges,
			8,
		],
	])(
		'gives everything once, %s',
		async (_when, counts, changes, committed) => {
			let ambiguities = 0;
			const { readings, errors } = await playAll(
				scripts(fc.constant(service), changes, counts),
				committed,
				(outcome) => {
					losesNothing(outcome);
					if (isOnePage && ambiguous.test(outcome.error?.message ?? '')) ambiguities++;
				},
			);
			healthyReads.readings += readings;
			healthyReads.errors += errors - ambiguities;
		},
		3_000_000,
	);
});

it('healthy services end in an error in at most one of 1,000 reads', () => {
	expect(healthyReads.errors).toBeLessThanOrEqual(few(healthyReads.readings));
});

it.each(Object.entries(healthy))(
	'a service that %s gives the first records',
	async (_, service) => {
		const list = new LivingList(250, service);
		const { names } = await readAll(list, { pageSize: 100, parallelPages: 4, wanted: 35 });
		expect(names).toEqual(list.names().slice(0, 35));
	},
);

describe('records that move together', () => {
	const all = { readings: 0, errors: 0, losses: 0 };

	it.each(movingScripts)(
		'%s: nothing is lost but within the stated limits',
		async (_name, made) => {
			const played = await playAll(made, 40, (outcome) => {
				if (!isWithinLimits(outcome)) losesNothing(outcome);
			});
			all.readings += played.readings;
			all.errors += played.errors;
			all.losses += played.losses;
		},
		3_000_000,
	);

	it('are lost, or end in an error, in at most one of 1,000 reads', () => {
		expect(all.losses).toBeLessThanOrEqual(few(all.readings));
		expect(all.errors).toBeLessThanOrEqual(few(all.readings));
	});
});

describe('a list that changes at most requests', () => {
	const all = { readings: 0, errors: 0 };

	it.each(busyScripts)(
		'is complete while %s',
		async (_name, made) => {
			const { readings, errors } = await playAll(made, 60, losesNothing);
			all.readings += readings;
			all.errors += errors;
		},
		3_000_000,
	);

	it.each([10, 13, 19, 25, 100])(
		'is complete while records are created all the time, with pages of %i',
		async (size) => {
			const { readings, errors } = await playAll(growingScripts(size), 60, losesNothing);
			all.readings += readings;
			all.errors += errors;
		},
		3_000_000,
	);

	it('ends in an error in at most one of 1,000 reads', () => {
		expect(all.errors).toBeLessThanOrEqual(few(all.readings));
	});
});

it.each([
	['while nothing changes', fc.constant<Change[]>([])],
	['while records change', anyChanges],
])(
	'a service without counts that repeats an earlier page loses nothing, %s',
	async (_name, changes) => {
		await playAll(repeatingScripts(changes), 150, losesNothing);
	},
);

describe.each(Object.entries(changing))('a service that %s', (_name, service) => {
	it(
		'returns every record once, or an error',
		async () => {
			const made = scripts(fc.constant(service), anyChanges);
			const { errors, readings } = await playAll(made, 12, losesNothing);
			if (process.env.TRIALS) console.log(`${errors} errors in ${readings} readings`);
		},
		propertyMs,
	);
});
