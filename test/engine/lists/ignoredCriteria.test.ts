/** docs/reference/lists.md#why-a-list-ends-with-an-error: a parameter without effect is noticed. */
import type { Arrived } from '../support/smallService';
import { runNode } from '../support/engine';
import { searching } from '../support/samples';
import { json as answerJson, smallService } from '../support/smallService';

type Parameters = Record<string, unknown>;

const all = Array.from({ length: 25 }, (_, index) => ({
	id: 9_000 - index,
	description: index % 5 === 0 ? 'Consulting' : 'Goods',
	total: index,
	project: index < 12 ? 'North' : 'South',
}));

const parametersOf = ({ body, query }: Arrived): Parameters => ({
	...Object.fromEntries(query),
	...(JSON.parse(body === '' ? '{}' : body) as Parameters),
});

const isOdd = (text: string) => /[b-df-hj-np-tv-xz]{12}/.test(text);

/** Criteria that no document can match. */
const isUnlikely = ({ body }: Arrived) => isOdd(body);

type Meets = (document: (typeof all)[number], value: string) => boolean;

const text: Meets = ({ description }, value) => description.toLowerCase().includes(value);
const project: Meets = (document, value) => document.project === value;
const valueFrom: Meets = ({ total }, value) => total >= Number(value);
const value: Meets = ({ total }, given) => total === Number(given);

/** A service that ignores all parameters that it does not know. @param odd status if no document can match */
async function service(knows: Record<string, Meets>, odd = 200) {
	return await smallService({
		answer: (request, response) => {
			if (isUnlikely(request) && odd !== 200) return answerJson(response, odd, {});
			const given = parametersOf(request);
			const page = Number(given.page ?? 1);
			const size = Number(given.pageSize ?? 20);
			const found = all.filter((one) =>
				Object.entries(knows).every(
					([name, meets]) => given[name] === undefined || meets(one, String(given[name])),
				),
			);
			return {
				accountingDocuments: found.slice((page - 1) * size, page * size),
				currentPage: page,
				pageSize: size,
				pagesCount: Math.ceil(found.length / size),
			};
		},
	});
}

const search = (changes: Parameters) => ({
	resource: 'accountingDocument',
	operation: 'search',
	returnAll: true,
	...changes,
	options: { output: 'raw', ...(changes.options as object) },
});

const other = (name: string, value: string) => ({
	filters: { otherFilters: { filter: [{ name, value }] } },
});

describe('what the service ignores in a search', () => {
	it.each<[string, Parameters, RegExp, RegExp]>([
		['the text', { searchText: 'consulting' }, / Search Text /, /"Search Text Parameter"/],
		['a total', { filters: { value: 7 } }, / Total /, /"Single-Value Filter Parameter"/],
		['a lowest total', { filters: { valueFrom: 7 } }, / Total From /, /remove the filter/],
		['a highest total', { filters: { valueTo: 7 } }, / Total To /, /remove the filter/],
		['another filter', other('projekt', 'North'), /the filter "projekt"/, /Correct its name/],
	])('is refused where it is %s', async (_what, given, message, description) => {
		const { run } = await service({});
		const { error, json } = await run(search(given));
		expect(json).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/^The service ignores/);
		expect(error?.description).toMatch(description);
	});

	it.each(searching)('is called $label in $title', async ({ label, parameters }) => {
		const { run } = await service({});
		const { error } = await run({ ...parameters, searchText: 'consulting' });
		expect(error?.message).toMatch(new RegExp(`^The service ignores ${label} in the search`));
	});

	it.each<[string, Parameters, number]>([
		['a text', { searchText: 'consulting' }, 5],
		['a total', { filters: { value: 7 } }, 1],
		['a lowest total', { filters: { valueFrom: 20 } }, 5],
		['another filter', other('project', 'North'), 12],
	])('is asked about once for %s that it heeds', async (_what, given, count) => {
		const knows = { searchText: text, value, valueFrom, project };
		const { credential, arrived } = await service(knows);
		const credentials = credential();
		// Page 0 is also requested once per credential.
		await runNode({ parameters: search({}), credentials });
		const before = arrived.length;
		const first = await runNode({ parameters: search(given), credentials });
		expect([first.error, first.json.length]).toEqual([undefined, count]);
		const after = arrived.length;
		await runNode({ parameters: search(given), credentials });
		expect(arrived.length - after).toBe(after - before - 1);
	});

	it('is not tested if nothing is found', async () => {
		const { run, arrived } = await service({ searchText: text });
		const { json } = await run(search({ searchText: 'nowhere' }));
		expect([json, arrived.filter(isUnlikely)]).toEqual([[], []]);
	});

	it('is not reported for a service that returns the nearest matches', async () => {
		const nearest: Meets = (document, given) =>
			text(document, given) || (isOdd(given) && document.id % 4 === 0);
		const { run } = await service({ searchText: nearest });
		const { error, json } = await run(search({ searchText: 'consulting' }));
		expect([error, json.length]).toEqual([undefined, 5]);
	});

	it('names a text without effect next to a total with one, and the reverse', async () => {
		const given = { searchText: 'consulting', filters: { valueFrom: 5 } };
		for (const [knows, message] of [
			[{ valueFrom }, / Search Text /],
			[{ searchText: text }, / Total From /],
		] as const) {
			const { credential } = await service(knows);
			const credentials = credential();
			const { error, json } = await runNode({ parameters: search(given), credentials });
			expect(error?.message).toMatch(message);
			expect(json).toEqual([]);
		}
	});

	it.each([400, 500])(
		'continues if it has an effect and the other is refused with %d',
		async (status) => {
			const { run } = await service({ searchText: text }, status);
			const { error, json } = await run(search({ searchText: 'consulting' }));
			expect([error, json.length]).toEqual([undefined, 5]);
		},
	);

	it('returns nothing if a failure prevents the test', async () => {
		const { run } = await service({ searchText: text }, 503);
		const { error, json } = await run(
			search({ searchText: 'consulting', options: { maxTries: 1 } }),
		);
		expect(error?.message).toMatch(/HTTP 503/);
		expect(json).toEqual([]);
	});
});

describe('Sort Direction', () => {
	const oldest = search({ options: { sortDirection: 'ASC' }, searchText: 'consulting' });

	/** A service that sorts by date, newest first, then by ID. */
	const sorting = async (dated: Array<{ id: number; day: number }>, heeds: boolean) =>
		await smallService({
			answer: (request) => {
				if (isUnlikely(request)) return { accountingDocuments: [] };
				const { page, pageSize, sortDirection, searchText } = parametersOf(request);
				if (!heeds) dated.unshift({ id: dated[0].id + 1, day: 3 });
				const sign = heeds && sortDirection === 'ASC' ? 1 : -1;
				const sorted = dated.toSorted((a, b) => sign * (a.day - b.day) || b.id - a.id);
				const found = searchText === undefined ? sorted : sorted.filter(({ day }) => day === 3);
				const start = (Number(page) - 1) * Number(pageSize);
				return { accountingDocuments: found.slice(start, start + Number(pageSize)) };
			},
		});

	it('is no reason to refuse two documents of one day, or a page that is mostly of one day', async () => {
		const dated = Array.from({ length: 30 }, (_, id) => ({ id: id + 1, day: id >> 1 }));
		const two = await (await sorting(dated, true)).run(oldest);
		expect([two.error, two.json.map(({ id }) => id)]).toEqual([undefined, [8, 7]]);
		const days = [...Array(3).fill(1), ...Array(7).fill(3), ...Array(3).fill(5)] as number[];
		const mostly = days.map((day, id) => ({ id: id + 1, day }));
		const { run } = await sorting(mostly, true);
		const form = search({ options: { sortDirection: 'ASC' }, returnAll: false, limit: 10 });
		const { error, json } = await run(form);
		expect([error, json.length]).toEqual([undefined, 10]);
	});

	it('is noticed when it is ignored, also while documents are created', async () => {
		const dated = Array.from({ length: 300 }, (_, id) => ({ id: 300 - id, day: 3 }));
		const { run } = await sorting(dated, false);
		const { error, items } = await run(oldest);
		expect(error?.message).toMatch(/^The service ignores Sort Direction in the search/);
		expect(items).toEqual([]);
	});
});
