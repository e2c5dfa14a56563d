import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { Seen } from '../../../nodes/shared/lists/seen';
import { readPageByPage } from '../../../nodes/shared/lists/slowRead';
import { changesOf, LivingList } from './support/livingList';
import { observe } from './support/readings';

it('the slow read returns a record that moves onto the only page while its end is confirmed', async () => {
	const list = new LivingList(21, { fixedSize: 20 }, changesOf('2 delete 0'));
	const [deleted, ...others] = list.names();
	const reader = new PageReader(list.source(), { pageSize: 100, parallelPages: 1 });
	const names: unknown[] = [];
	for await (const records of readPageByPage(reader, new Seen())) {
		for (const { id } of records) names.push(id);
	}
	expect(names).toEqual([deleted, ...others]);
});

it.each([
	['the last page is as long as requested, and pages are longer', 113, 20, 93],
	['the last page is full', 60, 10, 20],
])(
	'a list at rest ends although %s, the page size is ignored, and pages past the end are refused',
	async (_, count, pageSize, fixedSize) => {
		const list = new LivingList(count, { past: 'refused', fixedSize });
		const { error, missing, doubled } = await observe(list, { pageSize, parallelPages: 1 });
		expect([error, missing, doubled]).toEqual([undefined, [], []]);
	},
);
