import { ids, published, PublishedWorkflow, raw } from './support/trigger';
import { TriggerService, type Habits } from './support/triggerService';

const watching = (event: string[], lookBack = 100) => ({ ...raw, event, options: { lookBack } });

const paid = { payments: { paid: true }, amountPaid: 100 };

const sizes: Array<[string, Habits]> = [
	['20 documents whatever is asked', { ownPageSize: 20 }],
	['50 documents whatever is asked, without a count', { ownPageSize: 50, counts: false }],
	['7 documents whatever is asked', { ownPageSize: 7 }],
	['100 documents whatever is asked, without a count', { ownPageSize: 100, counts: false }],
	['250 documents whatever is asked', { ownPageSize: 250 }],
	['all documents at once', { ownPageSize: 100_000, counts: false }],
	['at most 30 documents', { largestPage: 30 }],
	['at most 50 documents, without a count', { largestPage: 50, counts: false }],
];

const ends: Array<[string, Habits]> = (
	['nothing', 'last page', 'first page', 'refusal'] as const
).flatMap((beyond): Array<[string, Habits]> => [
	[`${beyond} beyond the end`, { beyond, counts: false }],
	[`${beyond} beyond the end, and pages of 50`, { beyond, counts: false, ownPageSize: 50 }],
	[
		`${beyond} beyond the end, and at most 30 on a page`,
		{ beyond, counts: false, largestPage: 30 },
	],
]);

describe.each([...sizes, ...ends])('A service that gives %s', (_what, habits) => {
	it('is watched as far back as it says, and all of what is new comes', async () => {
		const service = await TriggerService.start(260, habits);
		const workflow = await published(service, watching(['created', 'paid']));
		expect(workflow.items).toEqual([]);
		service.change(95, paid);
		service.change(30, paid);
		const watched = [service.at(95).id, service.at(30).id];
		const created = service.create(2).map(({ id }) => id);
		expect(ids(await workflow.poll())).toEqual([...watched, ...created]);
		expect(await workflow.poll()).toEqual([]);
		const burst = service.create(433).map(({ id }) => id);
		await workflow.poll();
		await workflow.poll();
		expect(ids(workflow.items).slice(4)).toEqual(burst);
	});

	it.each([0, 3, 100, 250])('hands on all of %i existing documents', async (documents) => {
		const service = await TriggerService.start(documents, habits);
		const workflow = await published(service, { ...raw, start: 'existing' });
		for (let polls = 0; polls < 3; polls++) await workflow.poll();
		expect(ids(workflow.items)).toEqual([...service.documents].reverse().map(({ id }) => id));
	});

	it('costs no more than its watched pages when nothing happens', async () => {
		const service = await TriggerService.start(60, habits);
		const workflow = await published(service, watching(['paid'], 50));
		await workflow.poll();
		const before = service.asked;
		await workflow.poll();
		const { ownPageSize = 100, largestPage = 100 } = habits;
		const pages = Math.ceil(50 / Math.min(ownPageSize, largestPage));
		expect(service.asked - before).toBeLessThanOrEqual(pages);
	});
});

const ownSizes = [7, 20, 50].flatMap((ownPageSize): Array<[string, Habits]> => {
	const beyond = ['nothing', 'last page', 'first page', 'refusal', 'not found'] as const;
	const miscounts = ['too few', 'too many', 'in the size asked for'] as const;
	return [
		...beyond.map((it): Habits => ({ beyond: it, counts: false })),
		...beyond.map((it): Habits => ({ beyond: it })),
		...miscounts.map((it): Habits => ({ miscounts: it })),
	].map((habits): [string, Habits] => [JSON.stringify(habits), { ownPageSize, ...habits }]);
});

describe.each(ownSizes)('A service with pages of its own size: %s %j', (_what, habits) => {
	it.each([139, 200])(
		'is caught up with, each document once and in order: %i',
		async (existing) => {
			const service = await TriggerService.start(existing, habits);
			const workflow = await published(service, { ...raw, start: 'existing' });
			await workflow.poll();
			service.create(133);
			for (let polls = 0; polls < 3; polls++) await workflow.poll();
			expect(ids(workflow.items)).toEqual([...service.documents].reverse().map(({ id }) => id));
		},
	);
});

describe('An answer that is empty by mistake', () => {
	const nothing = { accountingDocuments: [], pagesCount: 0 };

	it.each([
		['with a count', {}],
		['without one', { counts: false }],
		['on smaller pages than asked for', { counts: false, largestPage: 50 }],
	] as Array<[string, Habits]>)(
		'loses nothing of what exists: %s',
		async (_what, habits) => {
			for (let mistaken = 1; mistaken <= 9; mistaken++) {
				const service = await TriggerService.start(250, habits);
				service.instead = ({ count }) =>
					count === mistaken ? (habits.counts === false ? [] : nothing) : undefined;
				const workflow = await published(service, { ...raw, start: 'existing' });
				for (let polls = 0; polls < 4; polls++) await workflow.poll();
				expect(ids(workflow.items)).toEqual([...service.documents].reverse().map(({ id }) => id));
			}
		},
		30_000,
	);

	it('loses nothing where all further ones are empty as well, until the next poll', async () => {
		for (let from = 2; from <= 12; from++) {
			const service = await TriggerService.start(250, { counts: false });
			const workflow = new PublishedWorkflow(service.credentials, { ...raw, start: 'existing' });
			service.instead = ({ count }) => (count >= from ? [] : undefined);
			await workflow.activate().catch(() => undefined);
			service.instead = undefined;
			for (let polls = 0; polls < 4; polls++) await workflow.poll();
			expect(ids(workflow.items)).toEqual([...service.documents].reverse().map(({ id }) => id));
		}
	}, 30_000);

	it('loses nothing of a burst that is caught up with', async () => {
		for (let mistaken = 1; mistaken <= 6; mistaken++) {
			const service = await TriggerService.start(150);
			const workflow = await published(service);
			const created = service.create(450);
			const before = service.asked;
			service.instead = ({ count }) => (count === before + mistaken ? nothing : undefined);
			for (let polls = 0; polls < 4; polls++) await workflow.poll();
			expect(ids(workflow.items)).toEqual(created.map(({ id }) => id));
		}
	}, 30_000);
});

describe('A service that does not know the page number by its name', () => {
	it.each<Habits>([
		{},
		{ counts: false },
		// Nor does it know the page size by its name.
		{ ownPageSize: 20 },
		{ ownPageSize: 50, counts: false },
	])('is told, with the parameter to set: %j', async (habits) => {
		const service = await TriggerService.start(300, { ignoresPage: true, ...habits });
		await expect(published(service)).rejects.toMatchObject({
			message: expect.stringMatching(/^The service gives the first page whichever page/) as string,
			description: expect.stringContaining('Page Parameter') as string,
		});
	});
});

describe('A service that counts its pages from 0', () => {
	it('is told when First Page is left at 1, where the newest documents would be missed', async () => {
		const service = await TriggerService.start(300, { firstPage: 0 });
		await expect(published(service)).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The service has documents on page 0, before the first/,
			) as string,
			description: expect.stringContaining('First Page') as string,
		});
		service.credentials.stored.customizeParameterNames = true;
		service.credentials.stored.firstPage = 0;
		const workflow = await published(service);
		const created = service.create(2);
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
	});
});
