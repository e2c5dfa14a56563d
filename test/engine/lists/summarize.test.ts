/** docs/reference/summarize.md: exact sums of each report. */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { setGlobalState, type IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox';
import fc from '../../property';
import { callTool } from '../support/agent';
import type { RunResult } from '../support/engine';
import { documentsOf } from '../support/exported';
import { otherService, pageOf, serviceOf } from '../support/otherService';
import { exactSum } from '../../unit/support/exactSum';
import { bench, type Parameters } from '../support/withSandbox';

const summarize = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'summarize',
	...changes,
});

const custom = (...groupBy: string[]) => summarize({ report: 'custom', groupBy });

/** A service with only these records. */
const serviceWith = async (records: Array<string | object>) => {
	const texts = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
	return await serviceOf(texts);
};

/** Sums by the values of fields, independent of the package's own code. */
function sumsBy(documents: IDataObject[], keyOf: (one: IDataObject) => string, field: string) {
	const amounts = new Map<string, string[]>();
	for (const document of documents) {
		const key = keyOf(document);
		amounts.set(key, [...(amounts.get(key) ?? []), String(document[field])]);
	}
	return [...amounts].map(([key, texts]) => [key, exactSum(texts), texts.length]).sort();
}

const types: Record<string, string> = { 0: 'Invoice', 1: 'Advance', 3: 'Credit Note' };

describe('Summarize: exact sums', () => {
	const amount = fc
		.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.constantFrom(0, 1, 2, 4, 19))
		.map(([isNegative, units, places]) => {
			const digits = String(units).padStart(places + 1, '0');
			const at = digits.length - places;
			const plain = places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
			return `${isNegative && units > 0n ? '-' : ''}${plain}`;
		});
	const document = fc.record({
		type: fc.constantFrom(0, 1, 3),
		direction: fc.constantFrom(0, 1),
		currency: fc.constantFrom('CZK', 'EUR'),
		total: amount,
	});
	const sets = fc.array(fc.array(document, { minLength: 1, maxLength: 5 }), {
		...{ minLength: 100, maxLength: 100 },
	});

	it('of 2,000 random sets of documents, to the last digit', async () => {
		let count = 0;
		await fc.assert(
			fc.asyncProperty(sets, async (all) => {
				count += all.length;
				const documents = all.flatMap((set, contactId) =>
					set.map((one) => ({ ...one, contactId })),
				);
				const { run } = await serviceWith(
					documents.map(
						({ contactId, total, ...one }, id) =>
							`${JSON.stringify({ id: id + 1, contact: { contactId }, ...one }).slice(0, -1)},"total":${total}}`,
					),
				);
				const { json, error } = await run(custom('contact'));
				expect(error).toBeUndefined();
				const reported = json.map((one) => [
					[one.contactId, one.direction, one.type, one.currency].join(),
					...[one.total, one.totalCount],
				]);
				const expected = sumsBy(
					documents,
					({ contactId, direction, type, currency }) =>
						[contactId, direction ? 'Issued' : 'Received', types[String(type)], currency].join(),
					'total',
				);
				expect(reported.sort()).toEqual(expected);
			}),
			{ numRuns: 20, endOnFailure: true },
		);
		expect(count).toBe(2_000);
	});

	it('by month, and of VAT by rate, of all documents that match the filters', async () => {
		const { run, sandbox } = await bench({ documents: 400 });
		const issued = documentsOf(sandbox).filter(
			({ direction, currency }) => direction === 1 && currency === 'CZK',
		) as IDataObject[];
		const filters = { direction: 1, currency: 'CZK' };
		const apart = { splitByType: false, filters };

		const months = await run(summarize({ report: 'totalsByMonth', ...apart }));
		expect(months.json.map((one) => [one.issueMonth, one.total, one.documents])).toEqual(
			sumsBy(issued, ({ issueDate }) => String(issueDate).slice(0, 7), 'total'),
		);
		expect(months.json[0]).toMatchObject({ direction: 'Issued', currency: 'CZK' });
		expect(months.json[0]).not.toHaveProperty('type');

		const rates = await run(summarize({ report: 'vatByMonth', ...apart }));
		const rows = issued.flatMap(({ taxDate, vatRecap }) =>
			(vatRecap as IDataObject[]).map((row) => ({ ...row, taxDate }) as IDataObject),
		);
		for (const field of ['base', 'vatAmount', 'total']) {
			const reported = rates.json.map((one) => [
				...[[one.taxMonth, one.vatRate].join(), one[field], one[`${field}Count`]],
			]);
			const expected = sumsBy(
				rows,
				(row) => [String(row.taxDate).slice(0, 7), row.vatRate].join(),
				field,
			);
			expect(reported.sort()).toEqual(expected);
		}
	});

	it('by own groups, sorted, with labels and empty values last', async () => {
		const { run } = await serviceWith([
			{ id: 1, dueDate: '2026-12-31', payments: { paid: true }, total: 1, state: 'B' },
			{ id: 2, dueDate: '2026-10-01', total: 2, state: 'A', type: 99 },
			{ id: 3, total: 4, state: 'A' },
		]);
		const { json } = await run(custom('dueQuarter', 'paid', 'state'));
		expect(json.map((one) => Object.values(one).slice(0, 6))).toEqual([
			[null, 99, null, '2026-Q4', false, 'A'],
			[null, null, null, '2026-Q4', true, 'B'],
			[null, null, null, null, false, 'A'],
		]);
	});

	it('by contact and state: an empty text is a missing one, and names no contact', async () => {
		const of = (id: number, companyName: string, state: string | null, taxId: string | null) => ({
			...{ id, state, total: 1 },
			contact: { companyName, contactId: id === 1 ? null : '', taxId },
		});
		const { run } = await serviceWith([
			...[of(1, 'A', '', null), of(2, 'A', null, ''), of(3, 'B', null, null)],
		]);
		const { json } = await run(custom('contact', 'state'));
		expect(json.map((one) => [one.contactName, one.state, one.documents])).toEqual([
			['A', null, 2],
			['B', null, 1],
		]);
	});

	it('by several dimensions: the largest contact first, its months in order, empty values last', async () => {
		const of = (companyName: string | null, issueMonth: string, total: number) => ({
			...{ issueDate: `${issueMonth}-15`, total },
			...(companyName !== null && { contact: { companyName } }),
		});
		const records = [
			...[of(null, '2026-02', 900), of('A', '2026-02', 500), of('B', '2026-01', 300)],
			...[of('B', '2026-02', 20), of('A', '2026-01', 10)],
		];
		const { run } = await serviceWith(records.map((one, id) => ({ ...one, id: id + 1 })));
		const contacts = await run(custom('contact', 'issueMonth'));
		expect(contacts.json.map((one) => [one.contactName, one.issueMonth, one.total])).toEqual([
			['A', '2026-01', '10'],
			['A', '2026-02', '500'],
			['B', '2026-01', '300'],
			['B', '2026-02', '20'],
			[null, '2026-02', '900'],
		]);
		const months = await run(custom('issueMonth', 'contact'));
		expect(months.json.map((one) => [one.issueMonth, one.contactName])).toEqual([
			['2026-01', 'B'],
			['2026-01', 'A'],
			['2026-02', 'A'],
			['2026-02', 'B'],
			['2026-02', null],
		]);
	});

	it('report a missing amount, and do not count it as 0', async () => {
		const { run } = await serviceWith([
			{ id: 1, issueDate: '2026-01-01', total: 10 },
			{ id: 2, issueDate: '2026-01-31', total: null },
			{ id: 3, issueDate: '2026-02-01', total: 'much' },
		]);
		const { json, hints } = await run(summarize({ report: 'totalsByMonth' }));
		expect(json).toMatchObject([
			{ issueMonth: '2026-01', documents: 2, total: '10', totalCount: 1 },
			{ issueMonth: '2026-02', documents: 1, total: null, totalCount: 0 },
		]);
		expect(hints[2]).toMatch(/^In 2 documents, Total is missing /);
		const vat = await run(summarize({ report: 'vatByMonth' }));
		expect(vat.json).toMatchObject([{ vatRate: null, documents: 3, total: '10', totalCount: 1 }]);
		expect(vat.hints.join()).toMatch(/^In 3 documents, the VAT recap is missing/);
	});

	it.each(['vatByMonth', 'totalsByMonth', 'unpaidByAge'])(
		'name credit notes with a positive total: %s',
		async (report) => {
			const { run } = await serviceWith([
				{
					id: 1,
					type: 3,
					issueDate: '2026-01-01',
					total: -10,
					amountPaid: 0,
					vatRecap: [{ total: -10 }],
				},
				{
					id: 2,
					type: 3,
					issueDate: '2026-01-01',
					total: 10,
					amountPaid: 0,
					vatRecap: [{ total: 10 }],
				},
				{
					id: 3,
					type: 0,
					issueDate: '2026-01-01',
					total: 10,
					amountPaid: 0,
					vatRecap: [{ total: 10 }],
				},
			]);
			const { hints } = await run(summarize({ report }));
			expect(hints.join()).toMatch(/In 1 document, the total of the credit note is positive/);
		},
	);
});

/** What keeps its time if the clock is set. */
const allTimers = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
	...(['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout', 'clearImmediate'] as const),
];

afterEach(() => {
	jest.useRealTimers();
	setGlobalState({ defaultTimezone: 'America/New_York' });
});

describe('Summarize: Unpaid by Age', () => {
	const contact = { contactId: 5001, companyName: 'Example Ltd' };
	const unpaid: DocumentFields = {
		...{ type: 0, direction: 1, currency: 'CZK', contact, total: 100, amountPaid: 0 },
		payments: { paid: false },
	};
	const documents: DocumentFields[] = [
		{ ...unpaid, dueDate: '2026-11-21', total: 0.3, amountPaid: 0.1 },
		{ ...unpaid, dueDate: '2026-11-21', total: 0.1, amountPaid: 0.3 },
		{ ...unpaid, dueDate: '2026-11-22' },
		{ ...unpaid, dueDate: '2026-10-23', amountPaid: 60.05 },
		{ ...unpaid, dueDate: '2026-10-22' },
		{ ...unpaid, dueDate: '2026-08-24' },
		{ ...unpaid, dueDate: '2026-08-23' },
		{ ...unpaid, dueDate: undefined },
		{ ...unpaid, dueDate: '2026-01-01', amountPaid: 100 },
		{ ...unpaid, dueDate: '2026-01-01', payments: { paid: true } },
		{ ...unpaid, dueDate: '2026-01-01', type: 3, total: -50 },
	];

	it.each([
		['Europe/Prague', { notDue: '100', notDueCount: 1, days1To30: '40.15', days1To30Count: 2 }],
		['UTC', { notDue: '100.2', notDueCount: 2, days1To30: '139.95', days1To30Count: 2 }],
	])('counts the days in the time zone of the workflow: %s', async (defaultTimezone, sums) => {
		setGlobalState({ defaultTimezone });
		const { run, sandbox } = await bench({ documents: 0 });
		for (const fields of documents) sandbox.admin.createDocuments({ fields });
		jest.useFakeTimers({ now: new Date('2026-11-21T23:30:00Z'), doNotFake: allTimers });
		const { json, error } = await run(summarize());
		expect(error).toBeUndefined();
		const isPrague = defaultTimezone !== 'UTC';
		expect(json).toMatchObject([
			{
				...{ type: 'Invoice', direction: 'Issued', currency: 'CZK', contactId: 5001, documents: 7 },
				...sums,
				days31To60: isPrague ? '100' : '0',
				days61To90: isPrague ? '100' : '200',
				over90Days: isPrague ? '100' : '0',
				...{ noDueDate: '100', noDueDateCount: 1, amountDue: '540.15', amountDueCount: 7 },
			},
			{ type: 'Credit Note', contactName: 'Example Ltd', over90Days: '-50', amountDue: '-50' },
		]);
	});

	it('separates contacts with the same name and different identifiers', async () => {
		const of = (companyRegNo?: string) => ({ companyName: 'Example Ltd', companyRegNo });
		const contacts = [of('111'), of('222'), of('111'), of()];
		const { run } = await serviceWith(
			contacts.map((contact, id) => ({ id: id + 1, total: 1, amountPaid: 0, contact })),
		);
		const { json } = await run(summarize());
		expect(json.map(({ documents }) => documents)).toEqual([2, 1, 1]);
	});

	it('does not show missing amounts as 0, and says how many are missing', async () => {
		const { run } = await serviceWith([
			{ id: 1, dueDate: '2020-01-01', amountPaid: 0, contact: { contactId: 1 } },
			{ id: 2, amountPaid: 0, contact: { contactId: 1 } },
			{ id: 3, amountPaid: 0, total: 7, contact: { contactId: 1 } },
			{ id: 4, dueDate: '2020-01-01', amountPaid: 0, contact: { contactId: 2 } },
			{ id: 5, total: 5, contact: { contactId: 3 } },
		]);
		const { json, hints } = await run(summarize());
		const none = { notDue: '0', notDueCount: 0, days1To30: '0', days1To30Count: 0 };
		const old = { over90Days: null, over90DaysCount: 0 };
		expect(json).toMatchObject([
			{
				...{ contactId: 1, documents: 3, amountDue: '7', amountDueCount: 1, ...none, ...old },
				...{ noDueDate: '7', noDueDateCount: 1 },
			},
			{ contactId: 3, amountDue: '5', over90Days: '0', noDueDate: '5', noDueDateCount: 1 },
			{
				...{ contactId: 2, documents: 1, amountDue: null, amountDueCount: 0, ...none, ...old },
				...{ noDueDate: '0', noDueDateCount: 0 },
			},
		]);
		expect(hints).toEqual([
			'In 3 documents, Amount Due is missing or not a number, so the sums are without it.',
			'In 1 document, Amount Paid is missing and counts as 0.',
		]);
	});
});

describe('Summarize: limits', () => {
	it('refuses more than 10,000 groups and names the grouping that has more', async () => {
		const records = Array.from({ length: 10_001 }, (_, id) => ({
			...{ id: id + 1, total: 1, contact: { contactId: id + 1, companyName: `Company ${id}` } },
		}));
		const few = await serviceWith(records.slice(1));
		expect((await few.run(custom('contact'))).json).toHaveLength(10_000);
		const many = await serviceWith(records);
		const { error, items } = await many.run(custom('state', 'contact'));
		expect(error?.message).toMatch(/more than 10000 groups. Contact alone has 10000 values/);
		expect(items).toEqual([]);
	});

	it.each(['invoking', 'requesting'] as const)('returns little to an agent (%s)', async (kind) => {
		const { sandbox, credentials } = await bench({ documents: 900 });
		const { text } = await callTool(kind, credentials, custom('contact'));
		expect(text.length).toBeLessThan(25_000);
		const [answer] = JSON.parse(text);
		expect(answer.groups.length).toBeGreaterThan(10);
		expect(answer.hasMore).toBe(true);
		expect(answer.note).toMatch(
			new RegExp(`^Only the first ${answer.groups.length} groups are displayed\\. [^\\n]*$`),
		);
		expect(answer.aboutTexts).toMatch(/third parties/);
		expect(sandbox.admin.journal().entries.length).toBeGreaterThan(9);
	});
});

describe('Summarize: Report as HTML Page', () => {
	async function pageIn({ items }: RunResult): Promise<string> {
		const data = items[0].binary?.data;
		expect(data).toMatchObject({ mimeType: 'text/html' });
		expect(items.slice(1).filter(({ binary }) => binary)).toEqual([]);
		return String(await Container.get(BinaryDataService).getAsBuffer(data!));
	}

	it('shows every group, and text of the service only as text', async () => {
		const hostile = '<img src=x onerror=alert(1)>"\'&</td>\u202e';
		const { run } = await serviceWith([
			{
				id: 1,
				total: 1234567.5,
				amountPaid: 0,
				currency: 'CZK',
				contact: { companyName: hostile },
			},
			{ id: 2, total: -3, amountPaid: 0, currency: hostile, contact: { companyName: 'B' } },
		]);
		const result = await run(summarize({ reportFile: true }));
		expect(result.items).toHaveLength(2);
		const page = await pageIn(result);
		expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;&lt;/td&gt;<');
		expect(page).not.toMatch(/<img|<script|\u202e|https?:|url\(|@import|<link/);
		expect(page).toContain(
			`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';`,
		);
		expect(page).not.toMatch(/<[^>]*\son\w+=/);
		expect(page).toContain('1\u2009234\u2009567.50');
		expect(page).toContain('-3.00');
		// A chart of one bar would say nothing.
		expect(page).not.toContain('bgcolor');
		expect(result.items[0].binary?.data.fileName).toMatch(/^unpaid-by-age-\d{4}-\d\d-\d\d\.html$/);
	});

	it('exists without documents too', async () => {
		const { run } = await bench({ documents: 0 });
		const empty = await run(summarize({ reportFile: true }));
		expect(empty.json).toEqual([{ documents: 0 }]);
		expect(await pageIn(empty)).toContain('There are no such documents.');
		expect((await run(summarize())).items).toEqual([]);
	});

	it('shows the largest of many groups, the sum of the others, and the total of each section', async () => {
		const records = Array.from({ length: 600 }, (_, id) => ({
			...{ id: id + 1, total: id < 590 ? 1 : 7, currency: id < 590 ? 'CZK' : 'EUR' },
			contact: { contactId: id + 1 },
		}));
		const { run } = await serviceWith(records);
		const page = await pageIn(await run({ ...custom('contact'), reportFile: true }));
		expect(page).toContain('A table shows its 200 largest groups, and the sum of the others.');
		expect(page).toContain('390 more');
		expect(page).toContain('The chart shows the first 24 of 590 groups.');
		expect(page).toContain('590.00');
		expect(page).toContain('70.00');
		expect(page.match(/<h2/g)).toHaveLength(2);
		expect(page.match(/<tr align="right"/g)).toHaveLength(203 + 12);
		expect(page).not.toContain('in parentheses');
	});

	it('explains a number in parentheses, and keeps a long word within its column', async () => {
		const name = 'A'.repeat(150);
		const records = ['2020-01-01', '2999-01-01'].map((dueDate, id) => ({
			...{ id: id + 1, total: 1, amountPaid: 0, currency: 'EUR', dueDate },
			contact: { companyName: name },
		}));
		const page = await pageIn(
			await (await serviceWith(records)).run(summarize({ reportFile: true })),
		);
		expect(page).toContain('1.00\u00a0(1)');
		expect(page).toContain('A number in parentheses says how many documents an amount includes.');
		expect(page).toMatch(new RegExp(`<td [^>]*overflow-wrap:anywhere[^>]*>${name}</td>`));
	});

	it('names the period that it read, even if the month ends meanwhile', async () => {
		setGlobalState({ defaultTimezone: 'UTC' });
		const [before, after] = [new Date('2026-11-30T23:59:59Z'), new Date('2026-12-01T00:00:01Z')];
		jest.useFakeTimers({ now: before, doNotFake: allTimers });
		const { run } = await otherService((asked) => {
			jest.setSystemTime(after);
			return pageOf(['{"id":1,"total":1,"issueDate":"2026-11-15"}'], asked);
		});
		const filters = { period: 'thisMonth' };
		const result = await run({ ...custom('contact'), filters, reportFile: true });
		const page = await pageIn(result);
		expect(page).toMatch(/Documents counted: 1, .*Period This Month \(1\s–\s30 November 2026\)/);
	});

	/** The cells of each table by its heading. */
	const tablesIn = (page: string): Record<string, string[][]> =>
		Object.fromEntries(
			page
				.split('<h2')
				.slice(1)
				.map((section) => [
					/>([^<]*)<\/h2>/.exec(section)?.[1] ?? '',
					(section.match(/<tr.*<\/tr>/g) ?? []).map((row) =>
						[...row.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, cell]) => cell),
					),
				]),
		);

	it('shows the largest debtors of each section, invoices first, and its rows add up', async () => {
		// In alphabetical order, advances and cash come first.
		const groups = [...Array<number>(400).fill(1), ...Array<number>(248).fill(12)].map((type) => ({
			...{ type, total: 1 },
		}));
		const invoices = Array.from({ length: 263 }, (_, index) => ({ type: 0, total: index + 0.25 }));
		const records = [...groups, { type: 3, total: -7.5 }, ...invoices].map((one, id) => ({
			...{ id: id + 1, direction: 1, currency: 'CZK', amountPaid: 0, dueDate: '2020-01-01' },
			...{ ...one, contact: { contactId: id + 1, companyName: `A ${String(one.total)}` } },
		}));
		const { run } = await serviceWith(records);
		const tables = tablesIn(await pageIn(await run(summarize({ reportFile: true }))));
		expect(Object.keys(tables)).toEqual(
			['invoices', 'credit notes', 'advances', 'uncategorized cash movements'].map(
				(types) => `Issued ${types} in CZK: Amount Due`,
			),
		);
		for (const [name, [heads, ...rows]] of Object.entries(tables)) {
			expect([name, heads]).toEqual([name, ['Contact', 'Amount Due', 'Over 90 Days', 'Documents']]);
			const numbers = rows.map((row) => row.slice(1).map((cell) => cell.replaceAll('\u2009', '')));
			const total = numbers.pop();
			const sums = [0, 1, 2].map((column) => exactSum(numbers.map((row) => row[column])));
			expect([name, ...sums.map(Number)]).toEqual([name, ...(total ?? []).map(Number)]);
		}
		const [, first, second] = tables['Issued invoices in CZK: Amount Due'];
		expect([first[0], second[0]]).toEqual(['A 262.25', 'A 261.25']);
		expect(tables['Issued invoices in CZK: Amount Due'].at(-2)?.[0]).toBe('63 more');
		expect(tables['Issued advances in CZK: Amount Due'].at(-2)?.[0]).toBe('200 more');
	});

	it('has the decimals of each currency, and never fewer than an amount', async () => {
		const amounts = { JPY: [1234567, 3], KWD: [1, 2.5], HUF: [10, 2], CLP: [1.25, 2] };
		const pairs = Object.entries(amounts).flatMap(([currency, totals]) =>
			totals.map((total) => ({ currency, total })),
		);
		const { run } = await serviceWith(
			pairs.map((one, id) => ({ ...one, id: id + 1, contact: { contactId: id + 1 } })),
		);
		const page = await pageIn(await run({ ...custom('contact'), reportFile: true }));
		const expected = ['1\u2009234\u2009567', '1\u2009234\u2009570', '1.000', '3.500'];
		for (const amount of [...expected, '10.00', '12.00', '1.25', '3.25'])
			expect(page).toContain(`>${amount}<`);
	});

	it('says which documents it counts, the date and the months, and leaves out empty ages', async () => {
		const records = ['2020-02', '2020-01'].map((month, id) => ({
			...{ id: id + 1, total: id + 1, amountPaid: 0, currency: 'EUR', type: 0, direction: 1 },
			...{ issueDate: `${month}-01`, dueDate: '2999-01-01', contact: { contactId: 1 } },
		}));
		const { run } = await serviceWith(records);
		const filters = { direction: 1, type: [0, 3], currency: 'eur' };
		const page = await pageIn(await run(summarize({ reportFile: true, filters })));
		const today = new Intl.DateTimeFormat('en-GB', {
			...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'America/New_York' },
		});
		expect(page).toContain(`<p>${today.format(new Date())}</p>`);
		expect(page).toContain(
			'Documents counted: 2, not paid. Filters: Currency eur; Direction Issued; Type Invoice or Credit Note.',
		);
		expect(page).toContain('Not Due');
		expect(page).not.toMatch(/Days|No Due Date/);
		const months = await run(summarize({ report: 'totalsByMonth', reportFile: true }));
		const monthly = await pageIn(months);
		expect(monthly).toContain('Documents counted: 2, paid or not. No filters.');
		expect(monthly.indexOf('2020-01')).toBeLessThan(monthly.indexOf('2020-02'));
	});

	it('has a chart that mail clients keep: of ages, of months, of groups', async () => {
		const recap = (vatRate: number, vatAmount: number) => ({ vatRate, vatAmount, total: 0 });
		const records = [
			{ taxDate: '2026-01-31', vatRecap: [recap(21, 30), recap(12, 10)], dueDate: '2020-01-01' },
			{ taxDate: '2026-02-01', vatRecap: [recap(21, -20)], dueDate: '2999-01-01' },
		].map((one, id) => ({
			...{ id: id + 1, type: 0, direction: 1, currency: 'CZK', total: 100 * (id + 1) },
			...{ amountPaid: 0, contact: { contactId: 1 }, ...one },
		}));
		const { run } = await serviceWith(records);
		const barsIn = async (parameters: Parameters) => {
			const page = await pageIn(await run({ ...parameters, reportFile: true }));
			expect(page).not.toMatch(/<svg|<style|var\(/);
			const rows = page.matchAll(
				/<tr><td>([^<]*)<\/td><td align="right" nowrap>([^<]*)<\/td><\/tr>\n.*?(?:width="(\d+)%"><tr><td bgcolor="(#\w+)"|><\/td>)/g,
			);
			return [...rows].map(([, ...cells]) => cells);
		};
		const [blue, orange] = ['#3f7fd0', '#c96f14'];
		expect(await barsIn(summarize())).toEqual([
			['Not Due', '200.00', '100', blue],
			['Over 90 Days', '100.00', '50', blue],
		]);
		expect(await barsIn(summarize({ report: 'vatByMonth' }))).toEqual([
			['2026-01', '40.00', '100', blue],
			['2026-02', '-20.00', '50', orange],
		]);
		expect(await barsIn(custom('contact', 'taxMonth'))).toEqual([
			['– · 2026-01', '100.00', '50', blue],
			['– · 2026-02', '200.00', '100', blue],
		]);
	});

	it('calls what the user chose by its name: groups, a picked contact and dates', async () => {
		const { run } = await serviceWith([]);
		const picked = { __rl: true, mode: 'list', value: '5001', cachedResultName: 'Example Ltd' };
		const dates = { dueDateFrom: '2026-01-05', dueDateTo: '={{ DateTime.fromISO("2026-02-28") }}' };
		const parameters = {
			...custom('contact', 'dueYear'),
			...{ reportFile: true, searchText: 'chairs', filters: { contactId: picked, ...dates } },
		};
		const result = await run(parameters);
		const page = await pageIn(result);
		expect(page).toContain('<h1 style="font-size:20px">Totals by Contact and Due Year</h1>');
		expect(page).toContain(
			'Filters: Search Text &quot;chairs&quot;; Contact Example Ltd; Due From 5 January 2026; Due To 28 February 2026.',
		);
		expect(result.items[0].binary?.data.fileName).toMatch(/^custom-/);
	});
});
