/** docs/reference/trigger.md#what-is-watched-and-what-it-costs: rounds through older unpaid documents. */
import { ids, published, raw, paid, readOlderPages, unpaid } from '../support/trigger';
import { TriggerService, type Behaviour } from '../support/triggerService';

const watching = { ...raw, event: ['paid'], watch: 'unpaid', newestDocuments: 20 };

beforeEach(() => readOlderPages(3));

/** A trigger that has read all documents once. */
async function watched(documents: number, behaviour: Behaviour = {}) {
	const service = await TriggerService.start(documents, behaviour);
	for (let place = 0; place < documents; place += 3) service.change(place, paid);
	const workflow = await published(service, watching, 'durable');
	const poll = async (polls: number) => {
		for (let count = 0; count < polls; count++) await workflow.poll();
	};
	await poll(8);
	expect(workflow.items).toEqual([]);
	return { service, workflow, poll };
}

describe('All unpaid documents', () => {
	it('are kept if the response to any request is empty', async () => {
		for (let mistaken = 1; mistaken <= 6; mistaken++) {
			const { service, workflow, poll } = await watched(500, { counts: false });
			const start = service.asked + mistaken;
			service.instead = ({ count, page }) =>
				count >= start && count < start + 2 && page > 0 ? [] : undefined;
			await poll(4);
			service.instead = undefined;
			for (const place of [499, 250]) service.change(place, paid);
			await poll(6);
			expect(new Set(ids(workflow.items))).toEqual(
				new Set([499, 250].map((at) => service.at(at).id)),
			);
		}
	});

	it('that are deleted are dropped', async () => {
		const { service, workflow, poll } = await watched(500);
		service.remove(250, 100);
		service.remove(380, 20);
		await poll(6);
		const remembered = new Set(workflow.state?.older?.unpaid.flatMap(([, ids]) => ids.split(' ')));
		const unpaidOnes = service.documents.slice(120).filter(({ amountPaid }) => amountPaid === 0);
		expect(remembered).toEqual(new Set(unpaidOnes.map(({ id }) => String(id))));
	});

	it('are not skipped silently if the service returns the first page for every page', async () => {
		const { service, poll } = await watched(500);
		service.instead = ({ page, size }) =>
			page > 0
				? { accountingDocuments: service.documents.slice(0, size), pagesCount: 5 }
				: undefined;
		await expect(poll(3)).rejects.toThrow(
			/^The responses do not match the pagination settings of the credential/,
		);
	});

	it('cost a bounded number of requests per poll', async () => {
		const { service, poll } = await watched(3000);
		for (let polls = 0; polls < 12; polls++) {
			const before = service.asked;
			await poll(1);
			expect(service.asked - before).toBeLessThanOrEqual(1 + 3);
		}
	});

	it('are the newest 3,000 of them', async () => {
		const service = await TriggerService.start(3_300);
		readOlderPages(50);
		const workflow = await published(service, watching, 'durable');
		for (let polls = 0; polls < 2; polls++) await workflow.poll();
		const remembered = workflow.state?.older?.unpaid.flatMap(([, ids]) => ids.split(' ')) ?? [];
		expect(remembered).toHaveLength(3_000);
		// The values of the newest 120 documents are known: the 20 watched ones and 100 more.
		const [last, tooOld] = [120 + 2_999, 120 + 3_000];
		for (const place of [last, tooOld]) service.change(place, paid);
		for (let polls = 0; polls < 2; polls++) await workflow.poll();
		expect(ids(workflow.items)).toEqual([service.at(last).id]);
	});

	it.each([
		['any', [150, 155]],
		[0, [150]],
		[1, [155]],
	])('are those of the Direction %s', async (direction, places) => {
		const service = await TriggerService.start(200);
		for (const place of [150, 160]) service.change(place, { direction: 0 });
		const workflow = await published(service, { ...watching, direction });
		for (let polls = 0; polls < 3; polls++) await workflow.poll();
		for (const place of [150, 155]) service.change(place, paid);
		for (let polls = 0; polls < 3; polls++) await workflow.poll();
		expect(ids(workflow.items)).toEqual(places.map((place) => service.at(place).id));
	});

	it('are watched from their creation, even if too many are created to watch them all', async () => {
		const { service, workflow, poll } = await watched(900);
		service.create(700);
		await poll(1);
		service.change(650, paid);
		await poll(9);
		expect(ids(workflow.items)).toEqual([service.at(650).id]);
	});

	it('are reported once if more documents are watched', async () => {
		const { service, workflow, poll } = await watched(300);
		// The payment uses up the poll, so it does not read older documents.
		workflow.parameters = { ...watching, newestDocuments: 300, options: { maxItemsPerPoll: 1 } };
		service.change(1, paid);
		await poll(1);
		service.change(200, paid);
		await poll(9);
		expect(ids(workflow.items)).toEqual([1, 200].map((at) => service.at(at).id));
	});

	it('stay watched if newer ones push them out of the watched ones, and if they return', async () => {
		const { service, workflow, poll } = await watched(300);
		const [{ id }] = service.create(1);
		await poll(1);
		service.create(400);
		// The round of older documents has not reached it yet.
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
