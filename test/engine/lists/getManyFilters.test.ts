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

	const periods = [
		['last7Days', -6, 0],
		['last30Days', -29, 0],
	] as const;
	// At any moment, at least two of these zones have different days.
	const zones = ['Pacific/Niue', 'UTC', 'Pacific/Kiritimati'];
	const cases = zones.flatMap((zone) => periods.map((period) => [zone, ...period] as const));

	it.each(cases)(
		'in %s: %s begins and ends on the right days',
		async (zone, period, first, last) => {
			setGlobalState({ defaultTimezone: zone });
			const inZone = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
			const today = inZone.format(Date.now());
			const day = (offset: number) =>
				new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
			for (const [place, offset] of [first - 1, first, last, last + 1].entries()) {
				const id = at.sandbox.admin.documentAt(place).id ?? 0;
				at.sandbox.admin.changeDocument(id, { issueDate: day(offset) });
			}
			const { json } = await at.run(getAll({ returnAll: true, filters: { period } } as never));
			const found = json.map((record) => String(record.issueDate).slice(0, 10));
			expect(found).toEqual(expect.arrayContaining([day(first), day(last)]));
			expect(found.every((date) => date >= day(first) && date <= day(last))).toBe(true);
		},
	);

	it.each([
		[{ period: 'thisMonth', issueDateTo: '2026-01-01' }, /^Period cannot be combined with Issued/],
		[{ period: 'nextMonth' }, /^'Period' expects one of the following values: /],
	])('%j is refused before anything is sent', async (filters, says) => {
		const { error } = await at.run(getAll({ filters } as never));
		expect(error?.message).toMatch(says);
		expect(at.asked(searchPath)).toEqual([]);
	});
});
