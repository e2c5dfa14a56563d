/** docs/reference/operations.md#items: hints are few, and name their items. */
import { bench, byId, getAll } from '../support/withSandbox';

const update = (id: unknown) => ({
	...{ resource: 'accountingDocument', operation: 'update', accountingDocumentId: byId(id) },
	updateFields: { orderNo: '={{ $json.orderNo }}' },
});

describe('hints', () => {
	const three = { items: [{ name: 'first' }, { name: 'second' }, { name: 'third' }] };

	it('say that documents were read once for equal items; one that is alone belongs to no group', async () => {
		const { run, asked } = await bench({ documents: 5 });
		const { hints, items, task } = await run(
			getAll({ operation: 'summarize', report: 'unpaidByAge' }),
			three,
		);
		expect(items[0].pairedItem).toEqual({ item: 0 });
		expect(hints).toEqual(['All 3 input items have the same values, so the node ran once.']);
		expect(task.hints?.[0]).not.toHaveProperty('group');
		expect(asked()).toHaveLength(1);
	});

	it('do not contradict the editor, which says below such operations that the node runs for each item', async () => {
		const { run, asked } = await bench({ documents: 5 });
		const { hints, items } = await run(getAll({ limit: 2 }), three);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect([hints, asked().length]).toEqual([[], 1]);
	});

	it('belong together if several items have the same one, so that n8n can show them as one line', async () => {
		const { run, sandbox } = await bench({ documents: 20 });
		const items = [0, 1, 2].map((index) => ({
			id: sandbox.admin.documentAt(index).id,
			...(index === 1 && { orderNo: 'A-1' }),
		}));
		const { task, error } = await run(update('={{ $json.id }}'), { items });
		expect(error).toBeUndefined();
		const summary = '{count} items have no fields to update.';
		expect(task.hints).toEqual(
			[0, 2].map((item) => ({
				message: `Row ${item + 1} has no fields to update, so the node sent nothing for it.`,
				...{ type: 'warning', location: 'outputPane' },
				group: { key: 'nothingToUpdate', summary },
			})),
		);
	});

	it('about a document that was paid already are no warning', async () => {
		const { run, sandbox } = await bench({ documents: 5 });
		const { id } = sandbox.admin.documentAt(0);
		sandbox.admin.payDocument(id ?? '');
		const { task } = await run({
			...{ resource: 'accountingDocument', operation: 'markPaid', paid: true },
			accountingDocumentId: byId(id),
		});
		expect(task.hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('was marked as paid already') as string,
				type: 'info',
			}),
		]);
	});

	it('of one kind count as one, and their summary has the right number', async () => {
		const { run, sandbox } = await bench({ documents: 5 });
		const { id } = sandbox.admin.documentAt(0);
		const hintsOf = async (count: number) => {
			const { task } = await run(update(id), { items: Array<object>(count).fill({}) as [] });
			const hints = (task.hints ?? []) as Array<{ message: string; group?: { summary: string } }>;
			const grouped = hints.flatMap(({ group }) => group?.summary ?? []);
			const others = hints.flatMap(({ message, group }) => (group ? [] : [message]));
			return [grouped.length, [...new Set(grouped)], others];
		};
		const empty = expect.stringMatching(
			/are empty for every item: Order Number\. To clear/,
		) as string;
		const summary = '{count} items have no fields to update.';
		expect(await hintsOf(60)).toEqual([60, [summary], [empty]]);
		const many = ['250 items have no fields to update.'];
		expect(await hintsOf(250)).toEqual([200, many, ['More hints were omitted.', empty]]);
	});
});
