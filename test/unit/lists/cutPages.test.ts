import { LivingList } from './support/livingList';
import { observe } from './support/readings';

it.each([50, 25, 20, 10])(
	'a service with pages of %i that reports only its page count gives lists of any length',
	async (size) => {
		for (let count = 1; count <= 210; count++) {
			const list = new LivingList(count, { counts: 'pages', cap: { from: 1, size } });
			const { error, missing } = await observe(list, { pageSize: 100, parallelPages: 2 });
			expect({ count, error, missing }).toEqual({ count, error: undefined, missing: [] });
		}
	},
);
