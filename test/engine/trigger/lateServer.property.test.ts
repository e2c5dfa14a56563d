/** docs/reference/trigger.md#when-events-can-come-twice: not because one of two servers is late. */
import fc, { propertyMs } from '../../property';

import { passTime } from '../support/clock';
import { paid, published, raw, repeated, unpaid } from '../support/trigger';
import { TriggerService, type Document } from '../support/triggerService';

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
async function twoServers(documents: number, lagMs: number) {
	const service = await TriggerService.start(documents);
	const past: Array<[at: number, documents: Document[]]> = [];
	const current = { late: 0 };
	service.instead = ({ page, size, count }) => {
		if (((current.late >> (count % 8)) & 1) === 0 || page < 0) return undefined;
		const [, shown] = past.findLast(([at]) => at <= Date.now() - lagMs) ?? past[0];
		const pagesCount = Math.ceil(shown.length / size);
		const accountingDocuments = shown.slice(page * size, (page + 1) * size);
		return { accountingDocuments, pagesCount, currentPage: page + 1, pageSize: size };
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
