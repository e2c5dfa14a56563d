/** docs/reference/trigger.md#what-is-not-reported: payments of older documents, whatever happens. */
import fc, { propertyMs } from '../../property';

import { usualPageSizes } from '../../../nodes/shared/lists/slowPass';
import { passTime } from '../support/clock';
import { published, raw, readOlderPages, type Engine, paid, unpaid } from '../support/trigger';
import { TriggerService, type Behaviour } from '../support/triggerService';

const happening = fc.record({
	kind: fc.constantFrom('pay', 'pay', 'unpay', 'create', 'remove', 'restart'),
	pick: fc.nat({ max: 10_000 }),
	count: fc.integer({ min: 1, max: 60 }),
});

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
	ownPageSize: fc.constantFrom(undefined, undefined, 20, 50, 250, 100_000),
	largestPage: fc.constantFrom(100, 100, 50, 20),
	counts: fc.boolean(),
	beyond: fc.constantFrom('nothing', 'last page', 'refusal', 'not found'),
});

const engines = fc.constantFrom<Engine>('inMemory', 'durable', 'scheduled');

/** Polls that read lists of this length at least twice to the end. */
const rounds = 4;

const numRuns = process.env.TRIALS ? 60 : 6;

/** Without counts, such a list looks like one whose service ignores the page number (completeness.md#limits). */
function avoidUsualLength(at: TriggerService): void {
	if (usualPageSizes.includes(at.documents.length)) at.create(1);
}

/** How often each document was reported as paid. */
function reportedIn(items: Array<{ document: { id: number | string } }>): Map<string, number> {
	const reported = new Map<string, number>();
	for (const { document } of items) {
		const id = String(document.id);
		reported.set(id, (reported.get(id) ?? 0) + 1);
	}
	return reported;
}

describe('All unpaid documents, whatever happens', () => {
	it(
		'are reported as often as they are paid, each time with a new event ID',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					engines,
					behaviour,
					fc.integer({ min: 0, max: 150 }),
					fc.array(happening, { minLength: 3, maxLength: 12 }),
					async (engine, service, documents, happenings) => {
						const at = await TriggerService.start(documents, service);
						avoidUsualLength(at);
						readOlderPages(50);
						const parameters = { ...raw, event: ['paid'], watch: 'unpaid', newestDocuments: 10 };
						const workflow = await published(at, parameters, engine);
						const settle = async () => {
							avoidUsualLength(at);
							// Within a minute, a payment that is taken back looks like a late server.
							passTime(61_000);
							for (let polls = 0; polls < rounds; polls++) await workflow.poll();
						};
						await settle();
						const payments = new Map<string, number>();
						for (const { kind, pick, count } of happenings) {
							const place = pick % Math.max(1, at.documents.length);
							const document = at.documents.at(place);
							if (kind === 'create') at.create(count);
							else if (kind === 'restart') await workflow.activate();
							else if (document === undefined) continue;
							else if (kind === 'remove') at.remove(place, Math.min(count, 20));
							else if (kind === 'unpay') at.change(place, unpaid);
							else {
								const id = String(document.id);
								if (document.amountPaid === 0) payments.set(id, (payments.get(id) ?? 0) + 1);
								at.change(place, paid);
							}
							await settle();
						}
						expect(reportedIn(workflow.items)).toEqual(payments);
						expect(new Set(workflow.eventIds).size).toBe(workflow.eventIds.length);
					},
				),
				{ numRuns },
			);
		},
		propertyMs,
	);

	it(
		'are never forgotten, even if the list changes at every request of several rounds',
		async () => {
			const change = fc.record({
				kind: fc.constantFrom('create', 'remove', 'remove', 'pay', 'nothing'),
				pick: fc.nat({ max: 10_000 }),
				count: fc.integer({ min: 1, max: 30 }),
			});
			await fc.assert(
				fc.asyncProperty(
					engines,
					behaviour,
					fc.integer({ min: 1, max: 4 }),
					fc.integer({ min: 100, max: 400 }),
					fc.array(change, { minLength: 5, maxLength: 60 }),
					async (engine, service, olderPages, documents, changes) => {
						const at = await TriggerService.start(documents, service);
						avoidUsualLength(at);
						readOlderPages(olderPages);
						const parameters = { ...raw, event: ['paid'], watch: 'unpaid', newestDocuments: 10 };
						const workflow = await published(at, parameters, engine);
						const poll = async (polls: number) => {
							for (let count = 0; count < polls; count++) await workflow.poll();
						};
						const twoRounds = () => 4 + 2 * Math.ceil((at.documents.length / 20 + 4) / olderPages);
						await poll(twoRounds());
						const payments = new Set<string>();
						const pay = (place: number) => {
							const document = at.documents.at(place);
							if (document?.amountPaid !== 0) return;
							payments.add(String(document.id));
							at.change(place, paid);
						};
						const left = [...changes];
						at.instead = () => {
							const { kind, pick, count } = left.shift() ?? { kind: 'nothing', pick: 0, count: 0 };
							const place = pick % Math.max(1, at.documents.length);
							// Except a paid document: the trigger can no longer see its payment.
							const isRemovable = at.documents
								.slice(place, place + count)
								.every(({ amountPaid }) => amountPaid === 0);
							if (kind === 'create') at.create(count);
							else if (kind === 'remove' && isRemovable && at.documents.length > 60) {
								at.remove(place, Math.min(count, at.documents.length - 60));
							} else if (kind === 'pay') pay(place);
							return undefined;
						};
						for (let polls = 0; left.length > 0 && polls < 100; polls++) {
							// A list that changes faster than the poll reads ends the poll; the next one continues.
							await workflow.poll().catch(() => undefined);
						}
						at.instead = undefined;
						avoidUsualLength(at);
						await poll(2);
						for (let place = 0; place < at.documents.length; place += 7) pay(place);
						await poll(2 * twoRounds());
						expect(reportedIn(workflow.items)).toEqual(new Map([...payments].map((id) => [id, 1])));
					},
				),
				{ numRuns },
			);
		},
		propertyMs,
	);
});
