/** docs/reference/lists.md#dates: which dates are accepted. */
import { setGlobalState, type IDataObject } from 'n8n-workflow';

import { callTool } from '../support/agent';
import { create, documentsPath, posted } from '../support/create';
import { bench, byId, search, type Bench } from '../support/withSandbox';

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

describe('the number of a date in a spreadsheet', () => {
	it('is a date in Create and Update, with a hint', async () => {
		const items = [{ cell: 46_205 }];
		const dates = { issueDate: '={{ $json.cell }}', dueDate: '={{ $json.cell }}' };
		const additionalFields = { taxDate: '={{ $json.cell }}' };
		const made = await at.run(create({ ...dates, additionalFields }), { items });
		expect(made.error).toBeUndefined();
		const day = '2026-07-02';
		expect(posted(at)).toMatchObject([{ issueDate: day, dueDate: day, taxDate: day }]);
		const hintOf = (label: string) => `${label} 46205 was read as an Excel date: ${day}.`;
		expect(made.hints.sort()).toEqual(['Due Date', 'Issue Date', 'Tax Date'].map(hintOf));
		const { id } = made.json[0];
		const update = {
			...{ resource: 'accountingDocument', operation: 'update', accountingDocumentId: byId(id) },
			updateFields: { bookingDate: '={{ $json.cell }}' },
		};
		const updated = await at.run(update, { items });
		expect(updated.error).toBeUndefined();
		expect(at.asked(`${documentsPath}/${id}`).at(-1)?.body).toMatchObject({ bookingDate: day });
		expect(updated.hints).toEqual([hintOf('Booking Date')]);
	});

	it.each([
		['={{ 36526 }}', '2000-01-01'],
		['={{ 73050 }}', '2099-12-31'],
	])('%s is %s', async (dueDate, day) => {
		const { error } = await at.run(create({ dueDate }));
		expect(error).toBeUndefined();
		expect(posted(at)).toMatchObject([{ dueDate: day }]);
	});

	it.each([
		['={{ 36525 }}'],
		['={{ 73051 }}'],
		['={{ 46205.5 }}'],
		['={{ "46205" }}'],
		['46205'],
		['={{ 20260131 }}'],
	])('%s is not', async (dueDate) => {
		const { error } = await at.run(create({ dueDate }));
		expect(error?.message).toMatch(/^Due Date is not a date: /);
		expect(at.asked()).toEqual([]);
	});

	it.each(['30.11.2026', '1. 12. 2026'])('%s is refused with an expression', async (text) => {
		const refused = await at.run(create({ dueDate: '={{ $json.Date }}' }), {
			items: [{ Date: text }],
		});
		expect(refused.error?.message).toBe(`Due Date is not a date: "${text}"`);
		const [expression = ''] = /\{\{.*\}\}/.exec(String(refused.error?.description)) ?? [];
		const { error } = await at.run(create({ dueDate: `=${expression}` }), {
			items: [{ Date: text }],
		});
		expect(error).toBeUndefined();
		const [day, month] = text.split('.');
		const expected = `2026-${Number(month)}-${day.padStart(2, '0')}`;
		expect(posted(at)).toMatchObject([{ dueDate: expected }]);
	});

	it('is refused in filters', async () => {
		const { error } = await at.run(search({ filters: { issueDateFrom: '={{ 46205 }}' } }));
		expect(error?.message).toBe('Issued From is not a date: 46205');
	});

	it('is refused from an agent', async () => {
		const dueDate = "={{ $fromAI('due', 'Due date', 'number') }}";
		const tool = create({ dueDate });
		const call = callTool('invoking', at.credentials, tool, { due: 46_205 });
		await expect(call).rejects.toMatchObject({
			message: expect.stringMatching(/^Due Date is not a date: 46205/),
		});
		expect(posted(at)).toEqual([]);
	});
});
