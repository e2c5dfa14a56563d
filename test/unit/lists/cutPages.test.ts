import { LivingList } from './support/livingList';
import { observe, play } from './support/readings';

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

it.each([
	[20, 21],
	[20, 22],
	[50, 51],
	[50, 52],
])(
	'also if the last record moves at every request: pages of %d, %d records',
	async (size, count) => {
		const changes = Array.from({ length: 100 }, (_one, at) => ({
			...{ atRequest: at + 1, kind: 'editToHead' as const, where: 999 },
		}));
		const service = { counts: 'pages', cap: { from: 0, size } } as const;
		const { error, missing, doubled } = await play({
			...{ count, pageSize: 100, parallelPages: 4, changes, service },
		});
		expect([error?.message, missing, doubled]).toEqual([undefined, [], []]);
	},
);
