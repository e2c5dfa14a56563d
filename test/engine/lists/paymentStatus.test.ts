/** docs/reference/codes.md#is-it-paid: one rule of payment in filters, output and Summarize. */
import { setGlobalState, type IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox';
import { exportToFile, onlyFile, recordsIn } from '../support/exported';
import { bench, getAll, search, type Bench } from '../support/withSandbox';

const defaultTimezone = 'America/New_York';
const day = (offset: number, timeZone = defaultTimezone) =>
	new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() + offset * 86_400_000);

/** Every document is unpaid and due tomorrow except these, oldest first. */
const special: Record<string, DocumentFields> = {
	marked: { payments: { paid: true }, amountPaid: 0 },
	inFull: { amountPaid: 100 },
	creditNoteInFull: { type: 3, total: -100, amountPaid: -100 },
	part: { amountPaid: 99.99 },
	late: { dueDate: day(-1) },
	lateInFull: { dueDate: day(-1), amountPaid: 100 },
	lateCreditNote: { type: 3, total: -100, amountPaid: -50, dueDate: day(-40) },
	dueToday: { dueDate: day(0) },
	zero: { total: 0, amountPaid: 0 },
};

let at: Bench;

beforeEach(async () => {
	const names = Object.keys(special);
	at = await bench({ documents: names.length });
	for (const [place, name] of names.entries()) {
		const id = at.sandbox.admin.documentAt(place).id ?? 0;
		const usual = { payments: { paid: false }, amountPaid: 0, total: 100, dueDate: day(1) };
		at.sandbox.admin.changeDocument(id, { ...usual, orderNo: name, ...special[name] });
	}
});

afterEach(() => setGlobalState({ defaultTimezone }));

const paid = ['marked', 'inFull', 'creditNoteInFull', 'lateInFull'];
const overdue = ['late', 'lateCreditNote'];
const unpaid = ['part', ...overdue, 'dueToday', 'zero'];
const cases = [
	['paid', paid],
	['unpaid', unpaid],
	['overdue', overdue],
	['any', [...paid, ...unpaid]],
	['={{ $json.status }}', overdue],
] as Array<[string, string[]]>;
const items: IDataObject[] = [{ status: 'Overdue' }];

it.each(cases)(
	'Payment Status %s finds the same in Get Many, Search, Export to File and Summarize',
	async (paymentStatus, expected) => {
		const filters = { paymentStatus };
		const found = [...expected].sort();
		const numbers = (records: IDataObject[]) => records.map(({ orderNo }) => orderNo).sort();
		for (const parameters of [getAll, search]) {
			const form = parameters({ returnAll: true, options: { output: 'raw' }, filters });
			const { json, error } = await at.run(form, { items });
			expect([error, numbers(json)]).toEqual([undefined, found]);
		}
		const exported = exportToFile({ format: 'ndjson', filters });
		const { content } = await onlyFile(await at.run(exported, { items }));
		expect(numbers(recordsIn<IDataObject>(content))).toEqual(found);
		const summarize = { ...exportToFile({ filters }), operation: 'summarize', report: 'custom' };
		const { json } = await at.run(
			{ ...summarize, groupBy: ['state'], splitByType: false },
			{ items },
		);
		expect(json.reduce((sum, { documents }) => sum + Number(documents), 0)).toBe(found.length);
	},
);

it('the field paid in Simplified agrees with the filter', async () => {
	for (const paymentStatus of ['paid', 'unpaid']) {
		const { json } = await at.run(getAll({ returnAll: true, filters: { paymentStatus } }));
		expect(new Set(json.map((one) => one.paid))).toEqual(new Set([paymentStatus === 'paid']));
	}
});

it('Unpaid by Age counts the documents that match the filter Unpaid', async () => {
	const { json } = await at.run({
		...{ resource: 'accountingDocument', operation: 'summarize', report: 'unpaidByAge' },
		splitByType: false,
	});
	const counted = json.reduce((sum, { amountDueCount }) => sum + Number(amountDueCount), 0);
	expect(counted).toBe(unpaid.length);
});

it('Overdue begins on the day after the due date, in the time zone of the workflow', async () => {
	const zones = ['Pacific/Niue', 'Pacific/Kiritimati'];
	const id = at.sandbox.admin.documentAt(3).id ?? 0;
	// These two zones never have the same day.
	at.sandbox.admin.changeDocument(id, { dueDate: day(0, zones[0]) });
	const found = async (zone: string) => {
		setGlobalState({ defaultTimezone: zone });
		const filters = { paymentStatus: 'overdue' };
		const options = { output: 'raw' };
		const { json } = await at.run(getAll({ returnAll: true, options, filters }));
		return json.map(({ orderNo }) => orderNo).includes('part');
	};
	expect([await found(zones[0]), await found(zones[1])]).toEqual([false, true]);
});
