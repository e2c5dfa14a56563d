/** docs/reference/trigger.md#after-a-crash-of-n8n: events that are reported again have the same ID. */
import type { EventName } from '../../../nodes/AccountingServiceTrigger/eventKinds';
import { ids, published, raw, engines, paid, unpaid, repeated } from '../support/trigger';
import { passTime } from '../support/clock';
import { TriggerService } from '../support/triggerService';

type Fields = Record<string, unknown>;

/** Then, no server of the service shows an earlier value (lateServer.property.test.ts). */
const waitAMinute = () => passTime(60_000);

/** For each event that can happen to a document again: what makes it happen, and what undoes that. */
const undone: Record<Exclude<EventName, 'created'>, [happens: Fields, undoes: Fields]> = {
	stateChanged: [{ state: 'Sent' }, { state: 'New' }],
	processingFinished: [{ processingState: 3 }, { processingState: 2 }],
	paid: [paid, unpaid],
	changed: [{ total: 200 }, { total: 100 }],
};

const watching = (event: string[], newestDocuments = 100) => ({ ...raw, event, newestDocuments });

describe.each(engines)('With the %s engine', (engine) => {
	it('processing that fails twice is two events', async () => {
		const service = await TriggerService.start(50);
		const workflow = await published(service, watching(['processingFinished']), engine);
		for (const processingState of [3, 2, 3]) {
			service.change(20, { processingState });
			waitAMinute();
			await workflow.poll();
		}
		expect(workflow.items).toHaveLength(2);
		expect(repeated(workflow.eventIds)).toEqual([]);
	});

	it.each(Object.entries(undone))(
		'%s that was undone is reported if it happens again while n8n is restarted',
		async (event, [happens, undoes]) => {
			const service = await TriggerService.start(50);
			const workflow = await published(service, watching([event]), engine);
			for (const fields of [happens, undoes]) {
				service.change(20, fields);
				waitAMinute();
				await workflow.poll();
			}
			waitAMinute();
			const before = workflow.eventIds;
			workflow.take();
			service.change(20, happens);
			await workflow.restart();
			await workflow.poll();
			expect(workflow.items).toMatchObject([{ event, document: { id: service.at(20).id } }]);
			expect(repeated([...before, ...workflow.eventIds])).toEqual([]);
		},
	);

	it('a document that leaves the watched ones and returns continues as before', async () => {
		const service = await TriggerService.start(50);
		const events = ['paid', 'stateChanged'];
		const workflow = await published(service, watching(events, 10), engine);
		service.change(9, { state: 'Sent', ...paid });
		await workflow.poll();
		for (const state of ['New', 'Sent']) {
			const newer = service.create(300);
			await workflow.poll();
			await workflow.poll();
			service.remove(0, newer.length);
			await workflow.poll();
			for (const fields of [{ state, ...unpaid }, paid]) {
				service.change(9, fields);
				waitAMinute();
				await workflow.poll();
			}
		}
		const own = workflow.items.filter(({ document }) => document.id === service.at(9).id);
		expect(own.filter(({ event }) => event === 'paid')).toHaveLength(3);
		expect(repeated(workflow.eventIds)).toEqual([]);
	});

	it('a change of a document that has just returned is not missed', async () => {
		const service = await TriggerService.start(500);
		const workflow = await published(service, watching(['paid'], 10), engine);
		service.remove(0, 400);
		await workflow.poll();
		service.change(5, paid);
		await workflow.poll();
		expect(ids(workflow.items)).toEqual([service.at(5).id]);
	});
});
