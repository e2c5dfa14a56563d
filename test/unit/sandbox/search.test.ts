import type { AccountingDocument } from '../../../sandbox';
import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { Caller, idsOf } from './client';

/** The documented text search, written once more in the plainest way. */
function hasText(document: AccountingDocument, text: string): boolean {
	const places = [
		document.description,
		document.creditNoteDescription,
		...(document.lineItems ?? []).map((line) => line.description),
		...Object.values(document.contact ?? {}),
	];
	return places.some(
		(place) => typeof place === 'string' && place.toLowerCase().includes(text.toLowerCase()),
	);
}

describe('search', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	let documents: AccountingDocument[];
	beforeAll(async () => {
		sandbox = await startSandbox({ documents: 600 });
		caller = await Caller.of(sandbox);
		sandbox.admin.createDocuments({
			count: 3,
			fields: { total: 1234.5678, currency: 'EUR', description: 'Zcela Zvláštní text' },
		});
		sandbox.admin.createDocuments({
			outOfOrder: true,
			fields: { contact: { companyName: 'Jedinečná firma' }, state: 'Draft' },
		});
		sandbox.admin.deleteDocument(sandbox.admin.documentAt(100).id ?? 0);
		documents = await caller.all();
	});
	afterAll(() => sandbox.close());

	const cases: Array<
		[string, () => Record<string, string | number>, (document: AccountingDocument) => boolean]
	> = [
		['value', () => ({ value: 1234.5678 }), (one) => one.total === 1234.5678],
		[
			'valueFrom and valueTo',
			() => ({ valueFrom: '-50.5', valueTo: 99.99 }),
			(one) => Number(one.total) >= -50.5 && Number(one.total) <= 99.99,
		],
		['type', () => ({ type: '3' }), (one) => one.type === 3],
		['direction', () => ({ direction: '0' }), (one) => one.direction === 0],
		['processingState', () => ({ processingState: '3' }), (one) => one.processingState === 3],
		['state', () => ({ state: 'Draft' }), (one) => one.state === 'Draft'],
		['currency', () => ({ currency: 'EUR' }), (one) => one.currency === 'EUR'],
		[
			'issue dates',
			() => ({ issueDateFrom: '2025-06-01', issueDateTo: '2025-12-31' }),
			(one) => String(one.issueDate) >= '2025-06-01' && String(one.issueDate) <= '2025-12-31',
		],
		[
			'two at once',
			() => ({ currency: 'EUR', direction: '1' }),
			(one) => one.currency === 'EUR' && one.direction === 1,
		],
		[
			'text of a changed document',
			() => ({ searchText: 'ZVLÁŠTNÍ' }),
			(one) => hasText(one, 'zvláštní'),
		],
		[
			'text of the contact',
			() => ({ searchText: 'jedinečná' }),
			(one) => hasText(one, 'jedinečná'),
		],
		['text that is nowhere', () => ({ searchText: 'nikde není' }), () => false],
	];

	it.each(cases)(
		'filters by %s as a plain filter over all documents does',
		async (_name, parameters, passes) => {
			const expected = documents.filter(passes).map((one) => one.id);
			const found: unknown[] = [];
			for (let page = 1, pages = 1; page <= pages; page++) {
				const reply = await caller.search({ ...parameters(), page, pageSize: 100 });
				expect(reply.status).toBe(200);
				expect(reply.json.pagesCount).toBe(Math.ceil(expected.length / 100));
				found.push(...idsOf(reply));
				pages = reply.json.pagesCount;
			}
			expect(found).toEqual(expected);
			if (_name !== 'text that is nowhere') expect(found.length).toBeGreaterThan(0);
			const ascending = await caller.search({
				...parameters(),
				pageSize: 100,
				sortDirection: 'ASC',
			});
			expect(idsOf(ascending)).toEqual([...expected].reverse().slice(0, 100));
			expect(sandbox.admin.totals(parameters() as never).count).toBe(expected.length);
		},
	);
});
