/** docs/internals/security.md#what-is-stored: what the state contains, and its size. */
import { ids, published, raw, readOlderPages } from '../support/trigger';
import { TriggerService } from '../support/triggerService';

const watching = (event: string[], options = {}) => ({ ...raw, event, options });

const long = (letter: string) => letter.repeat(300);

/** Longer values than a document of a business has. */
const longest = () => ({
	accountingDocumentNo: long('Ř'),
	state: long('Ž'),
	dueDate: long('Č'),
	total: 123456789012.34,
	amountPaid: 123456789012.33,
});

describe('The saved state of the trigger', () => {
	it('stays below 256 kB with the most watched documents, the longest IDs and values, and forgets no document', async () => {
		const service = await TriggerService.start(0, {
			idOf: (index) => `${9_200_000_000_000_000_000n + BigInt(index) * 1_000_003n}`,
		});
		const texts = longest();
		service.create(800, texts);
		const parameters = { ...watching(['changed']), newestDocuments: 500 };
		const workflow = await published(service, parameters, 'scheduled');
		expect(workflow.state?.known).toHaveLength(600);
		service.change(499, { state: `${long('Ž')}!` });
		service.change(250, { dueDate: '2027-01-01' });
		const items = await workflow.poll();
		expect(ids(items)).toEqual([service.at(499).id, service.at(250).id]);
		expect(items[0].changes[0]).toEqual({
			field: 'state',
			from: expect.stringMatching(/^Ž*…[0-9a-f]{8}$/) as string,
			to: `${long('Ž')}!`,
		});
		for (let polls = 0; polls < 3; polls++) {
			service.create(400, texts);
			await workflow.poll();
		}
		expect(await workflow.poll()).toEqual([]);
		// Everything changes within a minute, again and again.
		for (const total of [1, 2, 3]) {
			for (let place = 0; place < 600; place++) service.change(place, { total });
			await workflow.poll();
		}
		expect(workflow.state?.replaced).toHaveLength(1_000);
		expect(Buffer.byteLength(workflow.database.staticData)).toBeLessThan(256_000);
	});

	it('stays below 256 kB with too many unpaid documents, and keeps the newest of them', async () => {
		const service = await TriggerService.start(0, {
			idOf: (index) => `${9_000_000_000_000_000_000n + BigInt(index) * 1_000_003n}`,
		});
		const texts = longest();
		service.create(4200, texts);
		const parameters = { ...raw, event: ['paid'], watch: 'unpaid', newestDocuments: 500 };
		readOlderPages(50);
		const workflow = await published(service, parameters);
		await workflow.poll();
		await workflow.poll();
		expect(Buffer.byteLength(JSON.stringify(workflow.state))).toBeLessThan(256_000);
		service.change(3400, { payments: { paid: true } });
		await workflow.poll();
		await workflow.poll();
		expect(ids(workflow.items)).toEqual([service.at(3400).id]);
	});

	it('keeps documents from being new again after many deletions', async () => {
		const service = await TriggerService.start(900);
		const workflow = await published(service, { ...watching(['created']), newestDocuments: 20 });
		const gone = service.remove(0, 500);
		for (let polls = 0; polls < 3; polls++) expect(await workflow.poll()).toEqual([]);
		service.documents = [...gone, ...service.documents];
		for (let polls = 0; polls < 3; polls++) expect(await workflow.poll()).toEqual([]);
	});
});

describe('IDs that are not numbers', () => {
	it('are refused at once, with an alternative', async () => {
		const idOf = (index: number) => `0000-4000-${index}`;
		const service = await TriggerService.start(20, { idOf });
		await expect(published(service)).rejects.toMatchObject({
			message: 'The ID "0000-4000-19" of a document is not a whole number',
			description: expect.stringContaining('Export Changes') as string,
		});
	});
});
