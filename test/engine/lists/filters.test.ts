/** docs/reference/lists.md#filters: which filters the service and the node apply. */
import type { GivenFilters } from '../../../dev/sandbox';
import { bench, getAll, listPath, search, searchPath, type Bench } from '../support/withSandbox';

const documents = 400;
let shared: Bench;
/** Searches that were sent before the last one of {@link find}. */
let before = 0;
/** The body of the last search. */
const sentBy = ({ asked }: Bench) => asked(searchPath)[before]?.body as Record<string, unknown>;
const count = (filters: GivenFilters) => shared.sandbox.admin.totals(filters).count;

/** Raw records of a search for everything that matches the filters. */
async function find(changes: Record<string, unknown>) {
	before = shared.asked(searchPath).length;
	const options = { output: 'raw', ...(changes.options as object) };
	const { json, error } = await shared.run(
		search({ returnAll: true, ...changes, options } as never),
	);
	expect(error).toBeUndefined();
	return json;
}

beforeEach(async () => {
	shared = await bench({ documents });
});

describe('Search Text', () => {
	it.each([
		['a number that no text contains', { searchText: 'FV2026-999999' }, true],
		['words that no text contains', { searchText: 'no such words' }, false],
		['a number as a filter', { filters: { documentNo: 'FV2026-999999' } }, false],
	])('advises a filter for %s: %s %s', async (_name, changes, isAdvised) => {
		const { json, hints } = await shared.run(search(changes));
		expect(json).toEqual([]);
		expect(hints.some((hint) => hint.includes('Clear it and add a filter'))).toBe(isAdvised);
	});
});

describe('filters that the service applies', () => {
	it('value, and valueFrom with valueTo, under their stated names', async () => {
		const total = String(shared.sandbox.admin.documentAt(50).total);
		const exact = await find({ filters: { value: total } });
		expect(exact.length).toBeGreaterThan(0);
		expect(exact.every((record) => String(record.total) === total)).toBe(true);
		// Amounts are sent as numbers.
		expect(sentBy(shared)).toMatchObject({ value: Number(total) });

		const range = await find({ filters: { valueFrom: '100', valueTo: 500 } });
		expect(sentBy(shared)).toMatchObject({ valueFrom: 100, valueTo: 500 });
		expect(range).toHaveLength(count({ valueFrom: '100', valueTo: '500' }));
		expect(range.length).toBeGreaterThan(0);
		expect(range.length).toBeLessThan(documents);

		const open = await find({ filters: { valueFrom: '1000' } });
		expect(open).toHaveLength(count({ valueFrom: '1000' }));
		expect(sentBy(shared)).not.toHaveProperty('valueTo');
	});

	it('search text', async () => {
		const text = String(shared.sandbox.admin.documentAt(9).lineItems?.[0].description).slice(0, 12);
		const found = await find({ searchText: `  ${text} ` });
		expect(found).toHaveLength(count({ searchText: text.trim() }));
		expect(found.length).toBeGreaterThan(0);
		expect(found.length).toBeLessThan(documents);
		expect(sentBy(shared).searchText).toBe(text.trim());
	});

	it('other filters by the name that the user enters, a number as text', async () => {
		const filter = [
			{ name: 'currency', value: 'EUR' },
			{ name: ' processingState ', value: 1 },
		];
		const found = await find({ filters: { otherFilters: { filter } } });
		expect(sentBy(shared)).toMatchObject({ currency: 'EUR', processingState: '1' });
		expect(found).toHaveLength(count({ currency: 'EUR', processingState: '1' }));
		expect(found.length).toBeGreaterThan(0);
	});

	it('sorts in the given direction', async () => {
		const oldest = getAll({ limit: 1, options: { sortDirection: 'ASC' } });
		const [first] = (await shared.run(oldest)).json;
		const ascending = await find({ options: { sortDirection: 'ASC' } });
		const descending = await find({ options: { sortDirection: 'DESC' } });
		const ids = ascending.map(({ id }) => Number(id));
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
		expect(first.id).toBe(ids[0]);
		expect(descending.map(({ id }) => Number(id))).toEqual([...ids].reverse());
		await find({});
		expect(sentBy(shared).sortDirection).toBe('DESC');
	});
});

describe('filters that the node applies itself', () => {
	it('type, direction, contact, currency, dates, state and numbers', async () => {
		const all = Array.from({ length: documents }, (_, at) => shared.sandbox.admin.documentAt(at));
		const [some] = all.filter(({ currency, dueDate }) => currency !== 'CZK' && dueDate);
		const ofSymbol = all.filter(({ variableSymbol }) => variableSymbol === some.variableSymbol);
		const references = { orderNo: 'PO-1042', externalNo: 'F-2026-17' };
		const ordered = shared.sandbox.admin.changeDocument(all[7].id ?? 0, references);
		shared.sandbox.admin.changeDocument(all[8].id ?? 0, {
			orderNo: 'po-1042',
			externalNo: 'F-2026-170',
		});
		const contactId = String(some.contact?.contactId);
		const ofContact = all.filter(({ contact }) => String(contact?.contactId) === contactId);
		const { currency, dueDate, taxDate, issueDate, state, accountingDocumentNo } = some;
		const dayOf = (value: unknown) => String(value).slice(0, 10);
		const expected: Array<[object, typeof all]> = [
			[{ type: [0] }, all.filter(({ type }) => type === 0)],
			[{ type: [7, 12] }, all.filter(({ type }) => type === 7 || type === 12)],
			[{ direction: 0 }, all.filter((one) => one.direction === 0)],
			[{ issueDateFrom: issueDate }, all.filter((one) => dayOf(one.issueDate) >= dayOf(issueDate))],
			[
				{ issueDateTo: `${dayOf(issueDate)}T00:00:00` },
				all.filter((one) => dayOf(one.issueDate) <= dayOf(issueDate)),
			],
			[
				{ currency: String(currency).toLowerCase() },
				all.filter((one) => one.currency === currency),
			],
			[
				{ dueDateFrom: dueDate, dueDateTo: dueDate },
				all.filter((one) => dayOf(one.dueDate) === dueDate),
			],
			[
				{ taxDateFrom: taxDate, taxDateTo: taxDate },
				all.filter((one) => dayOf(one.taxDate) === taxDate),
			],
			[{ state }, all.filter((one) => one.state === state)],
			[{ documentNo: accountingDocumentNo }, [some]],
			[{ variableSymbol: ` 00${some.variableSymbol} ` }, ofSymbol],
			[{ variableSymbol: Number(some.variableSymbol) }, ofSymbol],
			[{ orderNo: ' PO-1042 ' }, [ordered]],
			[{ externalNo: 'F-2026-17' }, [ordered]],
			[{ contactId: { __rl: true, mode: 'list', value: contactId } }, ofContact],
			[{ contactId: Number(contactId) }, ofContact],
			[{ contactId: { __rl: true, mode: 'list', value: '' } }, all],
		];
		for (const [filters, wanted] of expected) {
			expect(wanted.length).toBeGreaterThan(0);
			const found = await find({ filters });
			const ids = (records: Array<{ id?: unknown }>) => records.map(({ id }) => String(id)).sort();
			expect([filters, ids(found)]).toEqual([filters, ids(wanted)]);
			expect(Object.keys(sentBy(shared)).sort()).toEqual(['page', 'pageSize', 'sortDirection']);
		}
	});

	it('refuse a variable symbol with other characters than digits', async () => {
		for (const variableSymbol of ['FV2026-1', '20 26', '12.5', '={{ [17] }}']) {
			const { error } = await shared.run(search({ filters: { variableSymbol } }));
			expect(error?.message).toMatch(/^Variable Symbol must /);
		}
		expect(shared.asked()).toEqual([]);
	});

	it('count only matching documents for the limit', async () => {
		const all = await find({ filters: { type: [3] } });
		expect(all.length).toBeGreaterThan(4);
		const options = { output: 'raw' };
		const { json } = await shared.run(search({ limit: 4, options, filters: { type: [3] } }));
		expect(json).toEqual(all.slice(0, 4));
	});
});

describe('the scope', () => {
	it.each([
		[{ scope: ['CA'] }, 'CA'],
		[{ scope: ['CA', 'CA'] }, 'CA'],
		[{ scope: [] }, undefined],
	])('goes out as a comma-separated list: %j', async (options, expected) => {
		const { asked, run } = shared;
		await run(getAll({ limit: 1, options }));
		await run(search({ limit: 1, options }));
		const [[listed], [searched]] = [asked(listPath), asked(searchPath)];
		expect((listed.query as { scope?: string }).scope).toBe(expected);
		expect((searched.body as { scope?: string }).scope).toBe(expected);
	});
});
