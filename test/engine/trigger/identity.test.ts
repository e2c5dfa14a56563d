/**
 * docs/reference/trigger.md#what-you-can-rely-on: whose state it is after renaming, adding again or another
 * credential.
 */
import { ids, published, PublishedWorkflow, raw } from '../support/trigger';
import { TriggerService } from '../support/triggerService';

describe('A trigger that was deleted and added again under the same name', () => {
	it('starts again: it returns only later documents', async () => {
		const service = await TriggerService.start(150);
		const workflow = await published(service);
		service.create(3);
		await workflow.poll();
		workflow.take();
		service.create(5);
		workflow.nodeId = 'node-2';
		await workflow.moveTo(workflow.database.staticData);
		expect(workflow.items).toEqual([]);
		const created = service.create(2);
		await workflow.poll();
		expect(ids(workflow.items)).toEqual(created.map(({ id }) => id));
	});

	it('starts with existing documents if Start With says so', async () => {
		const service = await TriggerService.start(3);
		const workflow = await published(service);
		workflow.nodeId = 'node-2';
		workflow.parameters = { ...raw, start: 'existing' };
		await workflow.moveTo(workflow.database.staticData);
		expect(workflow.items).toHaveLength(3);
	});
});

describe('Two triggers that swap their names', () => {
	it('continue where each of them was', async () => {
		const service = await TriggerService.start(20);
		const first = await published(service);
		const second = new PublishedWorkflow(service.credentials, raw);
		[second.nodeId, second.name] = ['node-2', 'Other'];
		await second.activate();
		service.create(2);
		await first.poll();
		first.take();
		const later = service.create(1);

		const both = [first, second].map(({ database }) => JSON.parse(database.staticData) as object);
		const [global, ...others] = ['global', 'node:Trigger', 'node:Other'].map((key) =>
			Object.assign({}, ...both.map((data) => (data as Record<string, object>)[key])),
		);
		const staticData = { global, 'node:Trigger': others[0], 'node:Other': others[1] };
		[first.name, second.name] = [second.name, first.name];
		for (const workflow of [first, second]) await workflow.moveTo(JSON.stringify(staticData));
		await Promise.all([first.poll(), second.poll()]);
		expect(ids(first.items)).toEqual(later.map(({ id }) => id));
		expect(second.items).toHaveLength(3);
	});
});

describe('A credential that changed', () => {
	const known = async () => {
		const service = await TriggerService.start(150);
		const workflow = await published(service, { ...raw, event: ['created', 'paid'] }, 'scheduled');
		return { service, workflow };
	};

	it.each([0, 3])(
		'to another application of the same organization changes nothing, also after %i empty answers',
		async (silent) => {
			const { service, workflow } = await known();
			service.credentials.stored.appId = 'another application';
			const created = service.create(2);
			let empty = silent;
			service.instead = () =>
				empty-- > 0 ? { accountingDocuments: [], pagesCount: 0 } : undefined;
			for (let polls = 0; polls <= silent; polls++) await workflow.poll();
			expect(ids(workflow.items)).toEqual(created.map(({ id }) => id));
			expect(workflow.warnings).toEqual([]);
		},
	);

	it.each([0, 1])('to another organization is noticed after %i empty answers', async (silent) => {
		const { service, workflow } = await known();
		// Half of its IDs are those of the first one.
		const other = await TriggerService.start(150, { idOf: (index) => 1000 + 10 * (index + 75) });
		for (let place = 0; place < 150; place++) {
			other.change(place, { total: 7 + place, payments: { paid: true } });
		}
		service.credentials.stored = { ...other.credentials.stored };
		const { organization } = workflow.state ?? {};
		let empty = silent;
		other.instead = () => (empty-- > 0 ? { accountingDocuments: [], pagesCount: 0 } : undefined);
		for (let polls = 0; polls <= silent; polls++) await workflow.poll();
		expect(workflow.items).toEqual([]);
		expect(workflow.warnings).toEqual([
			expect.stringContaining('is now for another service or organization'),
		]);
		expect(workflow.state?.organization).not.toBe(organization);
		const created = other.create(2);
		expect(ids(await workflow.poll())).toEqual(created.map(({ id }) => id));
		expect(workflow.warnings).toHaveLength(1);
	});
});
