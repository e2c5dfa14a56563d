/** docs/reference/trigger.md#what-you-can-rely-on: no event lost or repeated, whatever happens. */
import fc, { propertyMs } from '../../property';

import type { EventName } from '../../../nodes/AccountingServiceTrigger/eventKinds';
import {
	trackedFields,
	valueOf,
	valuesOf,
	type Scalar,
	type TrackedField,
} from '../../../nodes/AccountingServiceTrigger/state';
import { finalProcessingStates } from '../../../nodes/shared/documents/choices';
import { eventNames, published, raw, type Engine, repeated } from '../support/trigger';
import { happening, Model } from '../support/triggerModel';
import { bench } from '../support/withSandbox';

const engine = fc.constantFrom<Engine>('inMemory', 'durable', 'scheduled');
const envelope = fc.constantFrom('object' as const, 'object' as const, 'array' as const);
const idBase = fc.constantFrom('10000001', '9007199254740993');

/**
 * `npm run trials` plays more histories, of weeks with about ten events a day. It reports a failure at once with its seed
 * and path, because shortening such a history takes more than an hour.
 */
const runs = process.env.TRIALS ? { numRuns: 40, endOnFailure: true } : { numRuns: 8 };
const length = process.env.TRIALS
	? { minLength: 200, maxLength: 400 }
	: { minLength: 5, maxLength: 30 };

/** The most watched documents: with 200, a history of 391 events ended with 225 documents, and 25 of them were not watched. */
const allDocuments = 500;

/** How a document ended, beside its start, and what the trigger reported about it. */
function endOf(model: Model, document: ReturnType<Model['existing']>[number], atStart?: Scalar[]) {
	const id = String(document.id);
	const now = valuesOf(document);
	const before = atStart ?? trackedFields.map(() => null);
	// The unsaved ones come again.
	const saved = model.deliveredInCrash.filter(({ eventId }) => !model.unsavedInCrash.has(eventId));
	const own = [...model.delivered, ...saved].filter((item) => String(item.document.id) === id);
	return {
		isNew: atStart === undefined,
		value: (field: TrackedField) => valueOf(now, field),
		differs: (field: TrackedField) => valueOf(now, field) !== valueOf(before, field),
		lastReported: (field: TrackedField) => model.lastReported(id, field),
		times: (name: EventName) =>
			new Set(own.filter(({ event }) => event === name).map(({ eventId }) => eventId)).size,
	};
}

type End = ReturnType<typeof endOf>;

function expectReported({ differs, lastReported, value }: End, field: TrackedField): void {
	if (differs(field)) expect(lastReported(field)).toBe(value(field));
}

/** What each event promises, if it is chosen. */
const checks: Record<EventName, (end: End) => void> = {
	created: ({ isNew, times }) => expect(times('created')).toBe(isNew ? 1 : 0),
	stateChanged: (end) => expectReported(end, 'state'),
	processingFinished: ({ differs, value, times }) => {
		if (!differs('processingState')) return;
		const finished = finalProcessingStates.includes(Number(value('processingState')));
		expect(times('processingFinished')).toBe(finished ? 1 : 0);
	},
	paid: ({ isNew, differs, value, times }) => {
		const turned = differs('payments.paid') && value('payments.paid') === true;
		const wasPaid = !isNew && !differs('amountPaid');
		expect(times('paid')).toBe(turned && !wasPaid ? 1 : 0);
	},
	changed: (end) => trackedFields.forEach((field) => expectReported(end, field)),
};

describe('A trigger, whatever happens', () => {
	it(
		'reports every new document once, in bursts and with low limits',
		async () => {
			const settings = fc.record({
				engine,
				start: fc.constantFrom('now', 'existing'),
				newestDocuments: fc.integer({ min: 10, max: 160 }),
				maxItemsPerPoll: fc.integer({ min: 5, max: 200 }),
				documents: fc.integer({ min: 0, max: 260 }),
				envelope,
				idBase,
			});
			await fc.assert(
				fc.asyncProperty(
					settings,
					fc.array(happening(240), length),
					async ({ engine, start, newestDocuments, maxItemsPerPoll, ...service }, happenings) => {
						const at = await bench(service);
						const options = { maxItemsPerPoll };
						const workflow = await published(
							at,
							{ ...raw, start, newestDocuments, options },
							engine,
						);
						const model = new Model(at, workflow, newestDocuments, engine !== 'durable');
						model.delivered.push(...workflow.take());
						for (const what of happenings) await model.happen(what);
						await model.settle();

						const ids = [...model.delivered, ...model.deliveredInCrash].map(
							({ eventId }) => eventId,
						);
						const reported = new Set(ids);
						const wanted = (id: string) => start === 'existing' || !model.past.get(id)?.atStart;
						const lost = model
							.existing()
							.map(({ id }) => String(id))
							.filter((id) => wanted(id) && model.past.get(id)?.isPromised)
							.filter((id) => !reported.has(`${id}:created`));
						expect(lost).toEqual([]);
						expect(repeated(model.delivered.map(({ eventId }) => eventId))).toEqual([]);
						expect(ids.filter((eventId) => !wanted(eventId.split(':')[0]))).toEqual([]);
						await at.sandbox.close();
					},
				),
				runs,
			);
		},
		propertyMs,
	);

	it(
		'reports the latest state of every watched document, each event once',
		async () => {
			const settings = fc.record({
				engine,
				event: fc.subarray<EventName>([...eventNames], { minLength: 1 }),
				maxItemsPerPoll: fc.integer({ min: 1, max: 40 }),
				documents: fc.integer({ min: 21, max: 60 }),
				envelope,
				idBase,
			});
			await fc.assert(
				fc.asyncProperty(
					settings,
					fc.array(happening(3), length),
					async ({ engine, event, maxItemsPerPoll, ...service }, happenings) => {
						const at = await bench(service);
						const options = { maxItemsPerPoll };
						const parameters = { ...raw, event, newestDocuments: allDocuments, options };
						const workflow = await published(at, parameters, engine);
						const model = new Model(at, workflow, allDocuments, engine !== 'durable');
						for (const what of happenings) await model.happen(what);
						await model.settle();

						expect(repeated(model.delivered.map(({ eventId }) => eventId))).toEqual([]);
						for (const document of model.existing()) {
							const past = model.past.get(String(document.id));
							if (!past?.isPromised) continue;
							const end = endOf(model, document, past.atStart);
							for (const name of event) checks[name](end);
						}
						await at.sandbox.close();
					},
				),
				runs,
			);
		},
		propertyMs,
	);
});
