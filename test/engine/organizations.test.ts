import { create } from './support/create';
import { bench } from './support/withSandbox';

const perItem = { appId: '={{ $json.appId }}', appSecret: '={{ $json.appSecret }}' };

describe('a credential whose expressions read the item', () => {
	it.each([2, 1])('is refused before anything is sent, also for %p item', async (count) => {
		const { sandbox, run } = await bench({ documents: 10 }, perItem);
		sandbox.admin.register('company-b', 'secret-of-b');
		const { appId, appSecret } = sandbox;
		const items = [
			{ appId, appSecret },
			{ appId: 'company-b', appSecret: 'secret-of-b' },
		];
		const { error } = await run(create(), { items: items.slice(0, count) });
		expect(error?.message).toBe('The credential has expressions that read the input item');
		expect(sandbox.admin.journal().entries).toEqual([]);
	});

	it('is not confused with one whose expressions give the same for every item', async () => {
		const made = await bench({ documents: 10 });
		made.credentials.stored.appId = `={{ '${made.sandbox.appId}' }}`;
		const { error } = await made.run(create(), { items: [{}, {}, {}] });
		expect(error).toBeUndefined();
		expect(made.credentials.reads).toBeLessThanOrEqual(4);
	});
});
