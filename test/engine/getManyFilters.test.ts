import { bench, getAll, listPath, searchPath, type Bench } from './support/withSandbox';

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
	/** The day in the time zone of the workflows of these tests. */
	const day = (offset: number) => new Date(Date.now() + offset * 86_400_000);
	const iso = (date: Date) => date.toISOString().slice(0, 10);

	it.each([
		['last7Days', -6, 0],
		['last30Days', -29, 0],
	])('%s begins and ends with its days', async (period, first, last) => {
		const id = (place: number) => at.sandbox.admin.documentAt(place).id ?? 0;
		const days = [first - 1, first, last, last + 1];
		for (const [place, offset] of days.entries()) {
			at.sandbox.admin.changeDocument(id(place), { issueDate: iso(day(offset)) });
		}
		const { json } = await at.run(getAll({ returnAll: true, filters: { period } } as never));
		const found = json.map((record) => String(record.issueDate).slice(0, 10));
		expect(found).toEqual(expect.arrayContaining([iso(day(first)), iso(day(last))]));
		expect(found.every((date) => date >= iso(day(first)) && date <= iso(day(last)))).toBe(true);
	});

	it.each([
		[{ period: 'thisMonth', issueDateTo: '2026-01-01' }, /^Period cannot be combined with Issued/],
		[{ period: 'nextMonth' }, /^'Period' expects one of the following values: /],
	])('%j is refused before anything is sent', async (filters, says) => {
		const { error } = await at.run(getAll({ filters } as never));
		expect(error?.message).toMatch(says);
		expect(at.asked(searchPath)).toEqual([]);
	});
});
