import { ids, published, raw } from './support/trigger';
import { TriggerService } from './support/triggerService';

const watching = (event: string[], options = {}) => ({ ...raw, event, options });

const long = (letter: string) => letter.repeat(300);

describe('What the trigger remembers', () => {
	it('stays below 256 kB with a thousand documents of the longest ids and texts, none forgotten', async () => {
		const service = await TriggerService.start(0, {
			idOf: (index) => `${9_200_000_000_000_000_000n + BigInt(index) * 1_000_003n}`,
		});
		const texts = {
			accountingDocumentNo: long('Ř'),
			state: long('Ž'),
			dueDate: long('Č'),
			total: 123456789012.34,
			amountPaid: 123456789012.33,
		};
		service.create(1300, texts);
		const workflow = await published(
			service,
			{ ...watching(['changed']), lookBack: 1000 },
			'scheduled',
		);
		expect(workflow.state?.known).toHaveLength(1100);
		service.change(999, { state: `${long('Ž')}!` });
		service.change(500, { dueDate: '2027-01-01' });
		const items = await workflow.poll();
		expect(ids(items)).toEqual([service.at(999).id, service.at(500).id]);
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
		expect(Buffer.byteLength(workflow.database.staticData)).toBeLessThan(256_000);
	}, 60_000);

	it('stays below 256 kB with as many older documents that are unpaid, and keeps to the newest of them', async () => {
		const service = await TriggerService.start(0, {
			idOf: (index) => `${9_000_000_000_000_000_000n + BigInt(index) * 1_000_003n}`,
		});
		const texts = { accountingDocumentNo: long('Ř'), state: long('Ž'), dueDate: long('Č') };
		service.create(4600, texts);
		const parameters = { ...raw, event: ['paid'], watch: 'unpaid', lookBack: 1000 };
		const workflow = await published(service, { ...parameters, options: { olderPages: 50 } });
		await workflow.poll();
		await workflow.poll();
		expect(Buffer.byteLength(JSON.stringify(workflow.state))).toBeLessThan(256_000);
		service.change(3800, { payments: { paid: true } });
		await workflow.poll();
		await workflow.poll();
		expect(ids(workflow.items)).toEqual([service.at(3800).id]);
	}, 60_000);

	it('of a burst of deletions lets none of them be new again', async () => {
		const service = await TriggerService.start(900);
		const workflow = await published(service, { ...watching(['created']), lookBack: 20 });
		const gone = service.remove(0, 500);
		for (let polls = 0; polls < 3; polls++) expect(await workflow.poll()).toEqual([]);
		service.documents = [...gone, ...service.documents];
		for (let polls = 0; polls < 3; polls++) expect(await workflow.poll()).toEqual([]);
	});
});

describe('Ids that are no numbers', () => {
	const guid = (index: number) =>
		`${((index * 2654435761) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

	it('are refused at once, with the way out', async () => {
		const service = await TriggerService.start(20, { idOf: guid });
		const failure = await published(service).catch((error: unknown) => error);
		expect(failure).toMatchObject({
			message: 'The IDs of the service are not whole numbers',
			description: expect.stringContaining('Allow Any Order') as string,
		});
	});

	it('go by the order of the list where that is allowed, and are remembered', async () => {
		const service = await TriggerService.start(300, { idOf: guid });
		const options = { allowAnyOrder: true, maxItemsPerPoll: 5 };
		const parameters = {
			...watching(['created', 'paid'], options),
			watch: 'newest',
			lookBack: 50,
		};
		const workflow = await published(service, parameters, 'durable');
		const created = service.create(8).map(({ id }) => id);
		expect(ids(await workflow.poll())).toEqual(created.slice(0, 5));
		expect(ids(await workflow.poll())).toEqual(created.slice(5));
		service.remove(2, 3);
		expect(await workflow.poll()).toEqual([]);
		service.change(1, { payments: { paid: true } });
		expect(ids(await workflow.poll())).toEqual([service.at(1).id]);
		await workflow.activate();
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.warnings).toEqual([]);
	});

	it('cause no flood when the search text is taken away', async () => {
		const service = await TriggerService.start(300, { idOf: guid });
		service.change(30, { description: 'Lighthouse' });
		const options = { allowAnyOrder: true };
		const filters = { searchText: 'Lighthouse' };
		const workflow = await published(service, { ...raw, filters, options });
		workflow.parameters = { ...raw, options };
		await workflow.activate();
		expect(await workflow.poll()).toEqual([]);
		const [{ id }] = service.create(1);
		expect(ids(await workflow.poll())).toEqual([id]);
	});
});

describe('A document that begins to match the search', () => {
	const searching = { ...raw, filters: { searchText: 'Lighthouse' }, lookBack: 20 };
	const lamp = { description: 'Lighthouse lamp' };

	it.each(['inMemory', 'durable', 'scheduled'] as const)(
		'is not created, however old it is (%s)',
		async (engine) => {
			const service = await TriggerService.start(300);
			service.change(7, lamp);
			const workflow = await published(service, searching, engine);
			service.create(5);
			await workflow.poll();
			for (const place of [250, 60, 2, 0]) {
				service.change(place, lamp);
				await workflow.poll();
			}
			expect(workflow.items).toEqual([]);
			const [{ id }] = service.create(1, lamp);
			expect(ids(await workflow.poll())).toEqual([id]);
		},
	);

	it('is created when the search was only late to find it', async () => {
		const service = await TriggerService.start(30);
		const workflow = await published(service, searching);
		const [{ id }] = service.create(1, lamp);
		service.instead = ({ searchText }) =>
			searchText === '' ? undefined : { accountingDocuments: [], pagesCount: 0 };
		await workflow.poll();
		await workflow.poll();
		service.instead = undefined;
		expect(ids(await workflow.poll())).toEqual([id]);
		expect(await workflow.poll()).toEqual([]);
	});

	it('is created when many others came with it', async () => {
		const service = await TriggerService.start(30);
		const workflow = await published(service, searching);
		const [{ id }] = service.create(1, lamp);
		service.create(350);
		expect(ids(await workflow.poll())).toEqual([id]);
		service.change(300, lamp);
		service.change(20, lamp);
		expect(await workflow.poll()).toEqual([]);
	});
});
