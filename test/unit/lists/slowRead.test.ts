import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { Seen } from '../../../nodes/shared/lists/seen';
import { readPageByPage } from '../../../nodes/shared/lists/slowRead';
import { changesOf, LivingList } from './support/livingList';

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
