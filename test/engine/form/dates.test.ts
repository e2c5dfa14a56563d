import { setGlobalState, type IDataObject } from 'n8n-workflow';

import { create, posted } from '../support/create';
import { bench, search, type Bench } from '../support/withSandbox';

const defaultTimezone = 'America/New_York';
let at: Bench;

beforeEach(async () => {
	at = await bench({ documents: 40 });
});

afterEach(() => setGlobalState({ defaultTimezone }));

/** Issue dates of the documents that a search between the two dates finds. */
async function foundBetween(issueDateFrom: unknown, issueDateTo: unknown, cell?: unknown) {
	const { json, error } = await at.run(
		search({ returnAll: true, filters: { issueDateFrom, issueDateTo } as never }),
		{ items: [{ cell } as IDataObject] },
	);
	expect(error).toBeUndefined();
	return json.map(({ issueDate }) => String(issueDate).slice(0, 10)).sort();
}

describe('one calendar date', () => {
	const days = ['2026-01-29', '2026-01-30', '2026-01-31', '2026-02-01'];

	beforeEach(() => {
		for (const [place, issueDate] of days.entries())
			at.sandbox.admin.changeDocument(at.sandbox.admin.documentAt(place).id ?? 0, { issueDate });
	});

	const cases: Array<[value: string, zone: string, day: string]> = [
		['2026-01-30T23:30:00Z', 'Europe/Prague', '2026-01-31'],
		['2026-01-30T23:30:00Z', 'America/New_York', '2026-01-30'],
		['2026-01-31T00:30:00+14:00', 'Europe/Prague', '2026-01-30'],
		['2026-01-31 23:30:00', 'Europe/Prague', '2026-01-31'],
		['2026-01-31T00:00:00', 'Pacific/Kiritimati', '2026-01-31'],
		['2026-01-31', 'Pacific/Niue', '2026-01-31'],
		['={{ DateTime.fromISO("2026-01-30T23:30:00Z") }}', 'Europe/Prague', '2026-01-31'],
		['={{ new Date("2026-01-30T23:30:00Z") }}', 'Europe/Prague', '2026-01-31'],
		['={{ $json.cell }}', 'Europe/Prague', '2026-01-31'],
	];

	it.each(cases)('%s in %s is %s in filters and in Create', async (value, zone, day) => {
		setGlobalState({ defaultTimezone: zone });
		const cell = '2026-01-30T23:30:00.000Z';
		expect(await foundBetween(value, value, cell)).toEqual([day]);
		at.sandbox.admin.changeDocument(at.sandbox.admin.documentAt(9).id ?? 0, { dueDate: day });
		const due = search({ filters: { dueDateFrom: value, dueDateTo: value }, returnAll: true });
		const { json } = await at.run(due, { items: [{ cell }] });
		expect(new Set(json.map((one) => String(one.dueDate).slice(0, 10)))).toEqual(new Set([day]));
		const fields = { additionalFields: { taxDate: value } };
		const { error } = await at.run(create(fields), { items: [{ cell }] });
		expect(error).toBeUndefined();
		expect(posted(at).map(({ taxDate }) => taxDate)).toEqual([day]);
	});

	it('is the same day in a zone that skipped it', async () => {
		setGlobalState({ defaultTimezone: 'Pacific/Apia' });
		const { error } = await at.run(create({ dueDate: '2011-12-30' }));
		expect(error).toBeUndefined();
		expect(posted(at).map(({ dueDate }) => dueDate)).toEqual(['2011-12-30']);
	});

	it.each([
		'={{ ["1.2.2026"] }}',
		'={{ ["2026-01-31"] }}',
		'={{ [2026] }}',
		'={{ 2026 }}',
		'={{ 20260131 }}',
		'={{ 1769900000000 }}',
		'={{ true }}',
		'={{ ({ date: "2026-01-31" }) }}',
		'2026',
		'1.2.2026',
		'31.12.2026',
		'yesterday',
		'26-01-01',
		'2026-13-01',
		'2026-02-30',
		'2026-02-30T10:00:00Z',
		'2026-01-31T00:00:00+99:00',
		'+012026-01-31',
		'-000001-01-31',
		'={{ new Date(8e15) }}',
	])('%s is no date anywhere, and nothing is sent', async (value) => {
		for (const parameters of [
			search({ filters: { issueDateFrom: value } }),
			search({ filters: { dueDateTo: value } }),
			create({ additionalFields: { taxDate: value } }),
		]) {
			const { error } = await at.run(parameters);
			expect(error?.message).toMatch(/^(Issued From|Due To|Tax Date) is not a date: /);
		}
		expect(at.asked()).toEqual([]);
	});
});
