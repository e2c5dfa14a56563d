/** docs/reference/trigger.md#what-you-can-rely-on: many waiting documents come in steps, oldest first. */
import { sleep } from 'n8n-workflow';

import { ids, published, PublishedWorkflow, raw } from '../support/trigger';
import { TriggerService } from '../support/triggerService';

describe('Many waiting documents', () => {
	it('come in steps, oldest first, each once, for few requests', async () => {
		const service = await TriggerService.start(150);
		const workflow = await published(service, raw, 'scheduled');
		const created = service.create(5000).map(({ id }) => id);
		const before = service.asked;
		for (let polls = 0; polls < 5; polls++) expect(await workflow.poll()).toHaveLength(1000);
		// Each poll: the newest page, eleven full pages, and the search for the position. The first one reads ten pages more,
		// because it does not know yet how many documents wait.
		expect(service.asked - before).toBeLessThan(5 * 18 + 10);
		expect(ids(workflow.items)).toEqual(created);
		expect(await workflow.poll()).toEqual([]);
	});

	it('end each poll within its time, and continue from there', async () => {
		const service = await TriggerService.start(700);
		service.slowMs = 300;
		const parameters = { ...raw, start: 'existing' };
		const workflow = new PublishedWorkflow(service.credentials, parameters, 'durable');
		workflow.budgetMs = 2_400;
		await workflow.activate();
		let polls = 1;
		for (; workflow.items.length < 700 && polls < 40; polls++) await workflow.poll();
		expect(polls).toBeGreaterThan(1);
		expect(new Set(workflow.eventIds).size).toBe(700);
		expect(workflow.items).toHaveLength(700);
	});
});

it('A service that is too slow for one poll is reported, and nothing is sent afterwards', async () => {
	const service = await TriggerService.start(30);
	const workflow = await published(service);
	service.slowMs = 30_000;
	service.isSilent = true;
	workflow.budgetMs = 1_000;
	await expect(workflow.poll()).rejects.toThrow('The poll took more than 1 seconds');
	const { asked } = service;
	expect(asked).toBeGreaterThan(0);
	await sleep(900);
	expect(service.asked).toBe(asked);
});
