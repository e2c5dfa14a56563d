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

it('a new record hides none if two replicas answer in turn, without counts', async () => {
	const change: Change = { atRequest: 1, kind: 'create', where: 0 };
	const list = new LivingList(41, { cap: { from: 1, size: 10 }, late: [0, 25] }, [change]);
	const { missing } = await observe(list, { pageSize: 10, parallelPages: 1 });
	expect(missing).toEqual([]);
});
