import { ids, published, raw } from './support/trigger';
import { TriggerService, type Behaviour } from './support/triggerService';

const paid = { payments: { paid: true }, amountPaid: 100 };
const unpaid = { payments: { paid: false }, amountPaid: 0 };

const watching = (olderPages = 3, lookBack = 20) => ({
	...raw,
	event: ['paid'],
	watch: 'unpaid',
	lookBack,
	options: { olderPages },
});

/** A trigger that has seen all documents once. */
async function watched(documents: number, behaviour: Behaviour = {}) {
	const service = await TriggerService.start(documents, behaviour);
	for (let place = 0; place < documents; place += 3) service.change(place, paid);
	const workflow = await published(service, watching(), 'durable');
	const poll = async (polls: number) => {
		for (let count = 0; count < polls; count++) await workflow.poll();
	};
	await poll(8);
	expect(workflow.items).toEqual([]);
	return { service, workflow, poll };
}

describe('All unpaid documents', () => {
	it('are reported when they are paid, however old they are, each payment once', async () => {
		const { service, workflow, poll } = await watched(900);
		const places = [898, 502, 301, 121, 4];
		for (const place of places) service.change(place, paid);
		await poll(9);
		expect(new Set(ids(workflow.items))).toEqual(new Set(places.map((at) => service.at(at).id)));
		expect(workflow.items.every(({ event }) => event === 'paid')).toBe(true);
		await poll(9);
		expect(workflow.items).toHaveLength(places.length);
	});

	it.each([
		['with at most 50 on a page', { largestPage: 50, counts: false, beyond: 'last page' }],
		['without a count', { counts: false, beyond: 'refusal' }],
	] as Array<[string, Behaviour]>)('are found in a list %s', async (_what, behaviour) => {
		const { service, workflow, poll } = await watched(500, behaviour);
		for (const place of [499, 250]) service.change(place, paid);
		await poll(14);
		expect(new Set(ids(workflow.items))).toEqual(
			new Set([499, 250].map((at) => service.at(at).id)),
		);
	});

	it('cannot be gone through where the page size is ignored, which is said', async () => {
		const service = await TriggerService.start(300, { ownPageSize: 50 });
		const workflow = await published(service, watching());
		await expect(workflow.poll()).rejects.toThrow(
			/^The responses do not match the pagination settings/,
		);
	});

	it('cost a bounded number of requests per poll', async () => {
		const { service, poll } = await watched(3000);
		for (let polls = 0; polls < 12; polls++) {
			const before = service.asked;
			await poll(1);
			expect(service.asked - before).toBeLessThanOrEqual(1 + 3 + 4);
		}
	});

	it('that were received are watched where Direction says so, others never', async () => {
		const service = await TriggerService.start(200);
		for (const place of [150, 160]) service.change(place, { direction: 0 });
		const parameters = { ...watching(), filters: { direction: 0 } };
		const [received, issued] = [
			await published(service, parameters),
			await published(service, watching()),
		];
		for (const workflow of [received, issued]) {
			for (let polls = 0; polls < 3; polls++) await workflow.poll();
		}
		for (const place of [150, 155]) service.change(place, paid);
		for (const workflow of [received, issued]) {
			for (let polls = 0; polls < 3; polls++) await workflow.poll();
		}
		expect(ids(received.items)).toEqual([service.at(150).id]);
		expect(ids(issued.items)).toEqual([service.at(155).id]);
	});

	it('are refused where any order is allowed', async () => {
		const service = await TriggerService.start(3);
		const options = { allowAnyOrder: true };
		await expect(published(service, { ...watching(), options })).rejects.toMatchObject({
			message: 'Watch cannot be All Unpaid Documents while Allow Any Order is on',
		});
	});

	it('are watched from their creation, even if too many are created to watch them all', async () => {
		const { service, workflow, poll } = await watched(900);
		service.create(700);
		await poll(1);
		service.change(650, paid);
		await poll(9);
		expect(ids(workflow.items)).toEqual([service.at(650).id]);
	});

	it('are reported once if a larger Look Back watches them again', async () => {
		const { service, workflow, poll } = await watched(300);
		// The payment takes all the room of a poll, so it does not look at older documents.
		workflow.parameters = { ...watching(3, 300), options: { olderPages: 3, maxItemsPerPoll: 1 } };
		service.change(1, paid);
		await poll(1);
		service.change(200, paid);
		await poll(9);
		expect(ids(workflow.items)).toEqual([1, 200].map((at) => service.at(at).id));
	});

	it('stay watched when newer ones push them out, and when they move up again', async () => {
		const { service, workflow, poll } = await watched(300);
		const [{ id }] = service.create(1);
		await poll(1);
		service.create(400);
		// The round through the older documents has not reached it yet.
		await poll(1);
		service.change(400, paid);
		await poll(6);
		expect(ids(workflow.items)).toEqual([id]);
		const older = service.at(401 + 40).id;
		service.change(401 + 40, unpaid);
		await poll(6);
		service.remove(0, 430);
		service.change(11, paid);
		expect(service.at(11).id).toBe(older);
		await poll(3);
		expect(ids(workflow.items)).toEqual([id, older]);
	});
});
