/** docs/reference/trigger.md#what-is-watched-and-what-it-costs: requests per poll, with pages of any kind. */
import { newestDocuments as newestDocumentsField } from '../../../nodes/AccountingServiceTrigger/formFields';
import { ids, published, raw, paid } from '../support/trigger';
import { Refusal, TriggerService, type Behaviour } from '../support/triggerService';

const watching = (event: string[], newestDocuments = 100) => ({
	...raw,
	event,
	watch: 'newest',
	newestDocuments,
});

const sizes: Array<[string, Behaviour]> = [
	['20 documents whatever is asked', { ownPageSize: 20 }],
	['100 documents whatever is asked, without a count', { ownPageSize: 100, counts: false }],
	['250 documents whatever is asked', { ownPageSize: 250 }],
	['all documents at once', { ownPageSize: 100_000, counts: false }],
	['at most 50 documents, without a count', { largestPage: 50, counts: false }],
];

const ends: Array<[string, Behaviour]> = [
	['nothing past the end, and pages of 50', { beyond: 'nothing', counts: false, ownPageSize: 50 }],
	['its last page past the end', { beyond: 'last page', counts: false, largestPage: 30 }],
	['a refusal past the end', { beyond: 'refusal', counts: false }],
	['404 past the end', { beyond: 'not found', counts: false, largestPage: 30 }],
];

describe.each([...sizes, ...ends])('A service that returns %s', (_what, behaviour) => {
	it('is watched up to a number of documents, and every new document is returned', async () => {
		const service = await TriggerService.start(260, behaviour);
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

	it('returns every document that is created during the poll, or fails', async () => {
		const service = await TriggerService.start(40, behaviour);
		const options = { maxItemsPerPoll: 200 };
		const workflow = await published(service, { ...watching(['created']), options });
		const created = service.create(700).map(({ id }) => id);
		let asked = 0;
		service.instead = () => {
			if (asked++ % 2 === 0) created.push(service.create(1)[0].id);
			return undefined;
		};
		// Pages whose size is ignored cannot overlap (docs/internals/completeness.md).
		const isRead = behaviour.ownPageSize === undefined || behaviour.ownPageSize > 700;
		for (let polls = 0; polls < 8; polls++) {
			if (polls === 4) service.instead = undefined;
			await workflow.poll().catch((failure: Error) => {
				expect([isRead, failure.message]).toEqual([false, expect.stringMatching(/do not match/)]);
			});
		}
		const all = ids(workflow.items);
		expect(all).toEqual(isRead ? created : created.slice(0, all.length));
	});

	it.each([3, 250])('returns all of %i existing documents', async (documents) => {
		const service = await TriggerService.start(documents, behaviour);
		const workflow = await published(service, { ...raw, start: 'existing' });
		for (let polls = 0; polls < 3; polls++) await workflow.poll();
		expect(ids(workflow.items)).toEqual([...service.documents].reverse().map(({ id }) => id));
	});

	it('costs no more than the watched pages if nothing changes, and three requests for smaller pages', async () => {
		const service = await TriggerService.start(60, behaviour);
		const workflow = await published(service, watching(['paid'], 50));
		await workflow.poll();
		const before = service.asked;
		await workflow.poll();
		const { ownPageSize = 100, largestPage = 100 } = behaviour;
		const size = Math.min(ownPageSize, largestPage);
		const forSize = size < 50 ? 3 : 0;
		expect(service.asked - before).toBeLessThanOrEqual(Math.ceil(50 / size) + forSize);
	});
});

/** "1 request for 100, 3 for 200, and 6 for 500" */
const costs = [
	...String(newestDocumentsField.description).matchAll(/(\d+)(?: requests?)? for (\d+)/g),
].map(([, requests, documents]) => [Number(documents), Number(requests)]);

it('the form of the trigger says what polls cost', () => expect(costs).toHaveLength(3));

it.each(costs)(
	'%i watched documents cost %i requests per poll',
	async (newestDocuments, requests) => {
		const service = await TriggerService.start(600, {});
		const workflow = await published(service, watching(['stateChanged'], newestDocuments));
		await workflow.poll();
		const before = service.asked;
		await workflow.poll();
		expect(service.asked - before).toBe(requests);
	},
);

it('A service with smaller pages costs no more if the credential names their size', async () => {
	const service = await TriggerService.start(300, { largestPage: 20, counts: false });
	Object.assign(service.credentials.stored, { customizeParameterNames: true, largestPageSize: 20 });
	const workflow = await published(service, watching(['paid'], 50));
	const before = service.asked;
	await workflow.poll();
	// Pages of one size would not overlap: the third one joins the second.
	expect(service.asked - before).toBe(3);
});

describe('A wrong response', () => {
	const mistakes: Array<[string, (isCounted: boolean) => unknown]> = [
		['a 400', () => new Refusal(400, { code: 'ValidationError', message: 'page' })],
		['a 404', () => new Refusal(404, { message: 'Not Found' })],
		['a refusal inside 200', () => new Refusal(200, { code: 'ValidationError', message: 'page' })],
		['an empty list', (isCounted) => (isCounted ? { accountingDocuments: [], pagesCount: 0 } : [])],
	];
	const services: Behaviour[] = [{ largestPage: 50, counts: false }, { largestPage: 20 }];

	it.each(mistakes)(
		'skips no document that waits: %s',
		async (_what, mistake) => {
			for (const behaviour of services) {
				for (let mistaken = 1; mistaken <= 9; mistaken++) {
					const service = await TriggerService.start(130, behaviour);
					const parameters = { ...raw, newestDocuments: 20, options: { maxItemsPerPoll: 60 } };
					const workflow = await published(service, parameters, 'durable');
					const created = service.create(143);
					const before = service.asked;
					service.instead = ({ count }) =>
						count === before + mistaken ? mistake(behaviour.counts !== false) : undefined;
					for (let polls = 0; polls < 5; polls++) await workflow.poll().catch(() => undefined);
					expect(ids(workflow.items)).toEqual(created.map(({ id }) => id));
				}
			}
		},
		60_000,
	);
});

describe('A service that does not know the page number by its name', () => {
	it.each<Behaviour>([{}, { counts: false }, { ownPageSize: 20 }])(
		'is said in one error: %j',
		async (behaviour) => {
			const service = await TriggerService.start(300, { ignoresPage: true, ...behaviour });
			await expect(published(service)).rejects.toMatchObject({
				message: expect.stringMatching(
					/^The responses do not match the pagination settings of the credential/,
				) as string,
				description: expect.stringContaining('Run Connection Check') as string,
			});
		},
	);
});

describe('A service that counts its pages from 0', () => {
	it('is reported if First Page is 1, because the newest documents would be missed', async () => {
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

describe('A service that returns no documents for a moment', () => {
	it('is not mistaken for an empty one when the trigger starts', async () => {
		const service = await TriggerService.start(60);
		service.instead = () => (service.asked <= 6 ? { accountingDocuments: [] } : undefined);
		const workflow = await published(service);
		expect(ids(await workflow.poll())).toEqual([]);
		const created = service.create(2);
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
	});
});
