/** docs/reference/lists.md#fields: the filters and periods of Get Many. */
import { setGlobalState } from 'n8n-workflow';

import { bench, getAll, listPath, searchPath, type Bench } from '../support/withSandbox';

let at: Bench;

beforeEach(async () => {
	at = await bench({ documents: 300 });
});

describe('Get Many', () => {
	it('searches if it has a filter, and lists without one', async () => {
		const { json } = await at.run(getAll({ returnAll: true, filters: { direction: 1 } } as never));
		expect(json).toHaveLength(at.sandbox.admin.totals({ direction: '1' }).count);
		expect(json.every(({ direction }) => direction === 'Issued')).toBe(true);
		expect(at.asked(listPath)).toEqual([]);
		const all = await at.run(getAll({ returnAll: true, filters: { currency: '' } } as never));
		expect(all.json).toHaveLength(300);
		expect(at.asked(listPath).length).toBeGreaterThan(0);
	});

	it('shows the field of a filter in Simplified', async () => {
		at.sandbox.admin.changeDocument(at.sandbox.admin.documentAt(40).id ?? 0, { state: 'Paused' });
		const { json } = await at.run(getAll({ limit: 1, filters: { state: 'paused' } } as never));
		expect(json).toMatchObject([{ state: 'Paused' }]);
	});
});

describe('Period', () => {
	afterEach(() => setGlobalState({ defaultTimezone: 'America/New_York' }));

	// At any moment, these zones have different days.
	it.each(['Pacific/Niue', 'Pacific/Kiritimati'])(
		'begins and ends on the right days in the time zone of the workflow: %s',
		async (zone) => {
			setGlobalState({ defaultTimezone: zone });
			const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now());
			const day = (offset: number) =>
				new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
			for (let place = 0; place < 300; place++) {
				const issueDate = day([-7, -6, 0, 1][place] ?? -100);
				at.sandbox.admin.changeDocument(at.sandbox.admin.documentAt(place).id ?? 0, { issueDate });
			}
			const filters = { period: 'last7Days' };
			const { json } = await at.run(getAll({ returnAll: true, filters } as never));
			const found = json.map(({ issueDate }) => String(issueDate).slice(0, 10));
			expect(found.sort()).toEqual([day(-6), day(0)]);
		},
	);

	it.each([
		[{ period: 'thisMonth', issueDateTo: '2026-01-01' }, /^Period cannot be combined with Issued/],
		[{ period: 'nextMonth' }, /^Period has no choice "nextMonth"/],
	])('%j is refused before anything is sent', async (filters, says) => {
		const { error } = await at.run(getAll({ filters } as never));
		expect(error?.message).toMatch(says);
		expect(at.asked(searchPath)).toEqual([]);
	});
});
