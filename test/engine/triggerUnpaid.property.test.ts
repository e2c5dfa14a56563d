import fc from '../property';

import { published, raw, type Engine } from './support/trigger';
import { TriggerService } from './support/triggerService';

const paid = { payments: { paid: true }, amountPaid: 100 };
const unpaid = { payments: { paid: false }, amountPaid: 0 };

const happening = fc.record({
	kind: fc.constantFrom('pay', 'pay', 'unpay', 'create', 'remove', 'restart'),
	pick: fc.nat({ max: 10_000 }),
	count: fc.integer({ min: 1, max: 60 }),
});

/** Polls after which a list as short as these was gone through twice. */
const rounds = 4;

describe('All unpaid documents, whatever happens', () => {
	it('are reported as often as they are paid, each time under an event id of its own', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom<Engine>('inMemory', 'durable', 'scheduled'),
				fc.integer({ min: 0, max: 150 }),
				fc.array(happening, { minLength: 3, maxLength: 12 }),
				async (engine, documents, happenings) => {
					const service = await TriggerService.start(documents);
					const options = { olderPages: 20 };
					const parameters = { ...raw, event: ['paid'], watch: 'unpaid', lookBack: 10, options };
					const workflow = await published(service, parameters, engine);
					const settle = async () => {
						for (let polls = 0; polls < rounds; polls++) await workflow.poll();
					};
					await settle();
					const payments = new Map<string, number>();
					for (const { kind, pick, count } of happenings) {
						const place = pick % Math.max(1, service.documents.length);
						const document = service.documents.at(place);
						if (kind === 'create') service.create(count);
						else if (kind === 'restart') await workflow.activate();
						else if (document === undefined) continue;
						else if (kind === 'remove') service.remove(place, Math.min(count, 20));
						else if (kind === 'unpay') service.change(place, unpaid);
						else {
							const id = String(document.id);
							if (document.amountPaid === 0) payments.set(id, (payments.get(id) ?? 0) + 1);
							service.change(place, paid);
						}
						await settle();
					}
					const reported = new Map<string, number>();
					for (const { document } of workflow.items) {
						const id = String(document.id);
						reported.set(id, (reported.get(id) ?? 0) + 1);
					}
					expect(reported).toEqual(payments);
					expect(new Set(workflow.eventIds).size).toBe(workflow.eventIds.length);
				},
			),
			{ numRuns: process.env.TRIALS ? 60 : 6 },
		);
	}, 120_000);
});
