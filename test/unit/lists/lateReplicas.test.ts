import { LivingList, type Change, type Service } from './support/livingList';
import { observe } from './support/readings';

/** The oldest record moves to the head at every request. */
const job = Array.from({ length: 400 }, (_, at): Change => ({
	...{ atRequest: at + 1, kind: 'lastToHead', where: 0 },
}));

it.each<[seconds: number, turns: string, number, pageSize: number, width: number, Service]>([
	[
		48,
		'000001101100010100101101000100',
		985,
		100,
		6,
		{ past: 'refused', cap: { from: 1, size: 20 } },
	],
	[55, '0111110010110100111000101000000000010100101110001', 1_043, 11, 8, { past: 'empty' }],
	[
		59,
		'101011001100100011000001001111110011010010000100',
		930,
		11,
		1,
		{ cap: { from: 1, size: 50 } },
	],
	[4, '01', 11, 37, 4, { cap: { from: 1, size: 10 } }],
])(
	'known records on a page of a replica that is %d s late do not end the list (turns %s, %d records)',
	async (seconds, turns, count, pageSize, parallelPages, service) => {
		const late = [...turns].map((turn) => Number(turn) * seconds);
		const list = new LivingList(count, { ...service, late }, job);
		const { error, missing, doubled } = await observe(list, { pageSize, parallelPages });
		expect([error, missing, doubled]).toEqual([undefined, [], []]);
	},
);

/** Services without counts, with pages that are too small to overlap. */
const smallPages: Service = { cap: { from: 1, size: 10 } };

describe('two replicas that answer in turn, without counts', () => {
	it('a new record hides none, whatever the length of the list', async () => {
		const lengths = Array.from({ length: 40 }, (_, more) => 21 + more);
		for (const count of lengths) {
			for (const atRequest of [1, 2, 5]) {
				const change: Change = { atRequest, kind: 'create', where: 0 };
				const list = new LivingList(count, { ...smallPages, late: [0, 25] }, [change]);
				const { error, missing } = await observe(list, { pageSize: 10, parallelPages: 1 });
				expect([count, atRequest, error, missing]).toEqual([count, atRequest, undefined, []]);
			}
		}
	});

	it.each([6, 7, 8])('a record that moves before request %d hides none', async (atRequest) => {
		const change: Change = { atRequest, kind: 'editToHead', where: 900 };
		const list = new LivingList(41, { ...smallPages, late: [25, 0] }, [change]);
		const { error, missing } = await observe(list, { pageSize: 10, parallelPages: 1 });
		expect([error, missing]).toEqual([undefined, []]);
	});
});

it.each([
	[101, 613],
	[113, 97],
	[116, 389],
])(
	'a list of %d records that repeats its last page is read although one is deleted at every request',
	async (count, step) => {
		const changes = Array.from({ length: 300 }, (_, at): Change => ({
			...{ atRequest: at + 1, kind: 'delete', where: (at * step) % 1_000 },
		}));
		const list = new LivingList(count, { ...smallPages, past: 'last' }, changes);
		const { error, missing } = await observe(list, { pageSize: 20, parallelPages: 1 });
		expect([error, missing]).toEqual([undefined, []]);
	},
);
