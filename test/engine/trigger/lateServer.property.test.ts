/** docs/reference/trigger.md#what-you-can-rely-on: every new document, once, although one of two servers is late. */
import fc, { propertyMs } from '../../property';

import { passTime } from '../support/clock';
import {
	ids,
	paid,
	published,
	raw,
	repeated,
	unpaid,
	type PublishedWorkflow,
} from '../support/trigger';
import { TriggerService, type Behaviour, type Document } from '../support/triggerService';

const stepMs = 10_000;

/** A document changes again only when both servers have its last change. */
const restMs = 130_000;

const step = fc.record({
	kind: fc.constantFrom('state', 'pay', 'create', 'nothing'),
	pick: fc.nat({ max: 10_000 }),
	/** Which requests of the poll reach the late server. */
	late: fc.integer({ min: 0, max: 255 }),
});

/** A service of two servers. One shows the documents as they were some seconds ago. */
async function twoServers(documents: number, lagMs: number, behaviour: Behaviour = {}) {
	const service = await TriggerService.start(documents, behaviour);
	const past: Array<[at: number, documents: Document[]]> = [];
	/** Which requests reach the late server, one bit for each. */
	const current = { late: 0 };
	service.shown = ({ count }) => {
		if (((current.late >> (count % 8)) & 1) === 0) return undefined;
		return (past.findLast(([at]) => at <= Date.now() - lagMs) ?? past[0])[1];
	};
	const note = () => void past.push([Date.now(), [...service.documents]]);
	note();
	return { service, current, note };
}

it(
	'each change of a document is one event, although one of two servers is late',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1_000, max: 59_000 }),
				fc.constantFrom(30, 230),
				fc.array(step, { minLength: 20, maxLength: 60 }),
				async (lagMs, documents, steps) => {
					const { service, current, note } = await twoServers(documents, lagMs);
					const parameters = { ...raw, event: ['created', 'stateChanged', 'paid'] };
					const workflow = await published(service, parameters);
					// The first rounds find the unpaid documents that are not watched.
					for (let polls = 0; polls < 4; polls++) await workflow.poll();
					workflow.take();
					const changedAt = new Map<unknown, number>();
					const happened: string[] = [];
					const poll = async () => {
						passTime(stepMs);
						await workflow.poll();
					};
					for (const { kind, pick, late } of steps) {
						const place = pick % (kind === 'state' ? 25 : service.documents.length);
						const { id, payments } = service.at(place);
						const isReady = Date.now() - (changedAt.get(id) ?? 0) > restMs;
						const isPaid = (payments as { paid: boolean }).paid;
						if (kind === 'create') {
							for (const { id: created } of service.create(1)) {
								changedAt.set(created, Date.now());
								happened.push(`${created}:created`);
							}
						} else if (kind !== 'nothing' && isReady && !(kind === 'pay' && isPaid)) {
							changedAt.set(id, Date.now());
							service.change(place, kind === 'pay' ? paid : { state: `State ${happened.length}` });
							happened.push(`${id}:${kind === 'pay' ? 'paid' : 'stateChanged'}`);
						}
						note();
						current.late = late;
						await poll();
					}
					current.late = 0;
					for (let polls = 0; polls < 10; polls++) await poll();
					const reported = workflow.items.map(({ event, document }) => `${document.id}:${event}`);
					expect(reported.sort()).toEqual(happened.sort());
					expect(repeated(workflow.eventIds)).toEqual([]);
				},
			),
			{ numRuns: process.env.TRIALS ? 300 : 15 },
		);
	},
	propertyMs,
);

it('a change that is taken back is reported, a minute after the change', async () => {
	const service = await TriggerService.start(30);
	const workflow = await published(service, { ...raw, event: ['stateChanged'] });
	const stateAfter = async (ms: number) => {
		passTime(ms);
		await workflow.poll();
		return workflow.take().map(({ changes }) => changes[0].to);
	};
	service.change(3, { state: 'Sent' });
	expect(await stateAfter(0)).toEqual(['Sent']);
	service.change(3, { state: 'New' });
	expect(await stateAfter(30_000)).toEqual([]);
	expect(await stateAfter(29_000)).toEqual([]);
	expect(await stateAfter(1_000)).toEqual(['New']);
});

it('a payment that is taken back within a minute and made again is one event', async () => {
	const service = await TriggerService.start(30);
	const workflow = await published(service, { ...raw, event: ['paid'] });
	for (const fields of [paid, unpaid, paid]) {
		service.change(3, fields);
		await workflow.poll();
		passTime(stepMs);
	}
	expect(workflow.items).toHaveLength(1);
});

/** If a service ignores the page size, its pages cannot overlap (docs/reference/trigger.md#what-is-not-reported). */
const services: Behaviour[] = [
	{},
	{ counts: false },
	{ largestPage: 50 },
	{ largestPage: 25, beyond: 'last page' },
];

/** A workflow that has to report documents of an import. */
async function importing(
	behaviour: Behaviour,
	{ newestDocuments = 100, documents = 500, lagMs = 50_000 },
) {
	const { service, current, note } = await twoServers(documents, lagMs, behaviour);
	const workflow = await published(service, { ...raw, event: ['created'], newestDocuments });
	passTime(lagMs);
	const created: unknown[] = [];
	return {
		create(count: number) {
			created.push(...service.create(count).map(({ id }) => id));
			note();
		},
		/** @param late which requests reach the late server, from the lowest bit on */
		async poll(late: number) {
			const before = (service.asked + 1) % 8;
			current.late = ((late << before) | (late >> (8 - before))) & 255;
			// An error loses nothing.
			await workflow.poll().catch(() => undefined);
		},
		async expectAll() {
			current.late = 0;
			for (let polls = 0; polls < 4; polls++) {
				passTime(lagMs);
				await workflow.poll();
			}
			expect(ids(workflow.items)).toEqual(created);
		},
	};
}

describe.each(services)('An import while one of two servers is late: %j', (behaviour) => {
	it.each([
		['all but the first', 0b11111110],
		['every other', 0b10101010],
	])('is reported, if %s response of the poll is late', async (_which, late) => {
		for (const count of [26, 101, 300]) {
			const one = await importing(behaviour, { newestDocuments: 10 });
			one.create(count);
			await one.poll(late);
			await one.expectAll();
		}
	});
});

/** One poll. @param past what the late server shows @param isLate for the nth request of the poll, from 0 on */
async function pollLate(
	workflow: PublishedWorkflow,
	service: TriggerService,
	past: Document[],
	isLate: (request: number) => boolean,
) {
	const before = service.asked + 1;
	service.shown = ({ count }) => (isLate(count - before) ? past : undefined);
	await workflow.poll();
	service.shown = undefined;
}

it('a payment of an imported document that a late server lacked is one event', async () => {
	const service = await TriggerService.start(500);
	const workflow = await published(service, { ...raw, event: ['created', 'paid'] });
	for (let polls = 0; polls < 3; polls++) await workflow.poll();
	const past = [...service.documents];
	service.create(140);
	// The first response is current, and so are those after the search for the newest known document.
	await pollLate(workflow, service, past, (request) => request > 0 && request < 6);
	for (let place = 95; place < 145; place++) service.change(place, paid);
	for (let polls = 0; polls < 6; polls++) {
		passTime(61_000);
		await workflow.poll();
	}
	const reported = workflow.items.map(({ event, document }) => `${document.id}:${event}`);
	expect(reported).toHaveLength(140 + 50);
	expect(repeated(reported)).toEqual([]);
});

const importStep = fc.record({
	count: fc.constantFrom(0, 1, 3, 30, 60, 110, 140, 250),
	waitMs: fc.constantFrom(0, 10_000, 60_000),
	late: fc.integer({ min: 0, max: 255 }),
});

it(
	'each document of imports is one event, oldest first, although one of two servers is late',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...services),
				fc.record({
					newestDocuments: fc.constantFrom(10, 100, 300),
					documents: fc.constantFrom(0, 30, 99, 500),
					lagMs: fc.integer({ min: 10_000, max: 59_000 }),
				}),
				fc.array(importStep, { minLength: 1, maxLength: 8 }),
				async (behaviour, given, steps) => {
					const one = await importing(behaviour, given);
					for (const { count, waitMs, late } of steps) {
						one.create(count);
						passTime(waitMs);
						await one.poll(late);
					}
					await one.expectAll();
				},
			),
			{ numRuns: process.env.TRIALS ? 300 : 15 },
		);
	},
	propertyMs,
);
