/** docs/reference/create.md#two-executions-at-the-same-time: what this process has changed, and lists show late. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { passTime } from '../support/clock';
import { create } from '../support/create';
import { lateService, type LateService } from '../support/lateService';
import { byId, type Parameters } from '../support/withSandbox';
import { withRaw } from '../support/raw';

const minuteMs = 60_000;

const line = {
	...{ description: 'Chairs', qt: 1, vatRate: 21, vatRateType: 1 },
	...{ unitPrice: 121, unitPriceVatExcl: 100, total: 121, totalVatExcl: 100, totalVat: 21 },
};

/** A company with issued invoices that nobody has paid. */
async function company(
	lagMs: number | (() => number),
	before?: () => Promise<void>,
	refuses?: () => boolean,
): Promise<LateService> {
	const service = await lateService({
		lagMs: () => (typeof lagMs === 'number' ? lagMs : lagMs()),
		before,
		refuses,
	});
	const invoice = {
		...{ type: 0, direction: 1, total: 121, amountPaid: 0, currency: 'CZK', vatCountryType: 1 },
		...{ state: 'Approved', contact: { companyName: 'Example Ltd' }, lineItems: [line] },
	};
	service.documents.push(
		...[1, 2, 3].map((id) => ({
			...{ ...invoice, id, accountingDocumentNo: `FV-000${id}`, shownAt: 0 },
			...{ variableSymbol: `2026000${id}`, orderNo: `A-${id}` },
		})),
	);
	return service;
}

const document = (operation: string, changes: Parameters = {}): Parameters =>
	withRaw({
		...{ resource: 'accountingDocument', operation },
		accountingDocumentId: byId('={{ $json.id }}'),
		...changes,
	});
const withKey = create({
	uniqueBy: 'orderNo',
	additionalFields: { orderNo: '={{ $json.orderNo }}' },
});
const update = document('update', { updateFields: { orderNo: '={{ $json.orderNo }}' } });
const upsert = create({
	...{ uniqueBy: 'variableSymbol', ifExists: 'update' },
	additionalFields: { variableSymbol: '={{ $json.symbol }}', orderNo: '={{ $json.orderNo }}' },
});
const credit = document('createFromDocument', { issueDate: '2026-12-01' });
const remove = document('delete');
const markPaid = document('markPaid', { paid: true });

const reminder = (operation: string, changes: Parameters): Parameters =>
	withRaw({
		...{ resource: 'reminder', operation },
		accountingDocumentId: byId('1'),
		...changes,
	});
const remind = reminder('create', { exceededDays: '={{ $json.days }}', emailTemplateId: '31' });
const forget = reminder('delete', { reminderId: '={{ $json.id }}' });

/** Runs one item after another, each in its own execution of one credential. */
async function runAll(service: LateService, runs: Array<[Parameters, IDataObject]>) {
	const credentials = service.credential();
	const results = [];
	for (const [parameters, item] of runs) {
		const result = await service.run(parameters, { items: [item], credentials });
		expect(result.error).toBeUndefined();
		expect(result.hints.join()).not.toMatch(/seconds waiting/);
		results.push(result.json[0]);
	}
	return results;
}

const withOrderNo = ({ documents }: LateService, orderNo: string) =>
	documents.flatMap(({ id, orderNo: own }) => (own === orderNo ? [id] : []));

describe.each([0, 3_000, 59_000])('with a list that shows changes %i ms late', (lagMs) => {
	it('a document is found by the key that an update gave it, and not by its old one', async () => {
		const service = await company(lagMs);
		const [, byNew, byOld] = await runAll(service, [
			[update, { id: '1', orderNo: 'B-1' }],
			[withKey, { orderNo: 'B-1' }],
			[withKey, { orderNo: 'A-1' }],
		]);
		expect([byNew, byOld]).toEqual([
			expect.objectContaining({ id: 1, existed: true }),
			expect.objectContaining({ existed: false }),
		]);
		expect(withOrderNo(service, 'B-1')).toEqual([1]);
		expect(withOrderNo(service, 'A-1')).toEqual([byOld.id]);
	});

	it('a document is found by all keys that Update It gave it or a new one', async () => {
		const service = await company(lagMs);
		const [, made, byFirst, bySecond] = await runAll(service, [
			[upsert, { symbol: '20260001', orderNo: 'B-1' }],
			[upsert, { symbol: '17', orderNo: 'B-2' }],
			[withKey, { orderNo: 'B-1' }],
			[withKey, { orderNo: 'B-2' }],
		]);
		expect([byFirst, bySecond]).toEqual([
			expect.objectContaining({ id: 1, existed: true }),
			expect.objectContaining({ id: made.id, existed: true }),
		]);
	});

	it('the keys that two updates exchange are found', async () => {
		const service = await company(lagMs);
		const [, , one, other] = await runAll(service, [
			[update, { id: '1', orderNo: 'A-2' }],
			[update, { id: '2', orderNo: 'A-1' }],
			[withKey, { orderNo: 'A-1' }],
			[withKey, { orderNo: 'A-2' }],
		]);
		expect([one.id, other.id]).toEqual([2, 1]);
		expect(service.documents).toHaveLength(3);
	});

	it('an invoice is not credited twice after an update of the credit note', async () => {
		const service = await company(lagMs);
		const [note] = await runAll(service, [[credit, { id: '1' }]]);
		const related = { relatedAccountingDocumentId: byId('2') };
		const [, again, moved] = await runAll(service, [
			[document('update', { updateFields: related }), { id: String(note.id) }],
			[credit, { id: '1' }],
			[credit, { id: '2' }],
		]);
		expect([again.existed, moved.existed, moved.id]).toEqual([false, true, note.id]);
	});

	it('a deleted document does not exist, and is not awaited', async () => {
		const service = await company(lagMs);
		const [made] = await runAll(service, [[withKey, { orderNo: 'C-1' }]]);
		const [, again] = await runAll(service, [
			[remove, { id: String(made.id) }],
			[withKey, { orderNo: 'C-1' }],
		]);
		expect(again.existed).toBe(false);
		expect(withOrderNo(service, 'C-1')).toEqual([again.id]);
	});

	it('a deleted credit note does not exist', async () => {
		const service = await company(lagMs);
		const [note] = await runAll(service, [[credit, { id: '1' }]]);
		const [, again] = await runAll(service, [
			[remove, { id: String(note.id) }],
			[credit, { id: '1' }],
		]);
		expect(again.existed).toBe(false);
		expect(service.documents.map(({ id }) => id)).toEqual([1, 2, 3, again.id]);
	});

	it('a deleted reminder does not exist, and is not awaited', async () => {
		const service = await company(lagMs);
		const [made] = await runAll(service, [[remind, { days: 7 }]]);
		const [, again] = await runAll(service, [
			[forget, { id: String(made.id) }],
			[remind, { days: 7 }],
		]);
		expect(again.existed).toBe(false);
		expect(service.reminders.map(({ id }) => id)).toEqual([again.id]);
	});

	const match = {
		...{ resource: 'accountingDocument', operation: 'matchPayments', money: 'incoming' },
		...{ paymentAmount: '121', paymentCurrency: 'CZK', paymentSymbol: '20260001' },
		...{ paymentMessage: '', paymentId: '={{ $json.payment }}', documentTypes: [0] },
	};

	it('a payment of a document that was created is matched, unless it was deleted', async () => {
		const service = await company(lagMs);
		const total = { total: '121', state: 'Approved', variableSymbol: '777' };
		const matchNew = { ...match, paymentSymbol: '777' };
		const [made] = await runAll(service, [[create({ additionalFields: total }), {}]]);
		const [first, , second] = await runAll(service, [
			[matchNew, { payment: 'P-1' }],
			[remove, { id: String(made.id) }],
			[matchNew, { payment: 'P-2' }],
		]);
		expect([first.result, first.id]).toEqual(['matched', made.id]);
		expect(second.result).not.toBe('matched');
	});

	it('a document that was marked as paid is paid already', async () => {
		const service = await company(lagMs);
		const [first, , second] = await runAll(service, [
			[match, { payment: 'P-1' }],
			[markPaid, { id: '1' }],
			[match, { payment: 'P-2' }],
		]);
		expect([first.result, second.result]).toEqual(['matched', 'alreadyPaid']);
	});
});

it('a reminder that an update moved is found by its new day, and not by its old one', async () => {
	let lagMs = 0;
	const service = await company(() => lagMs);
	const [made] = await runAll(service, [[remind, { days: 7 }]]);
	passTime(minuteMs + 1);
	lagMs = 59_000;
	const [, moved, old] = await runAll(service, [
		[
			reminder('update', { reminderId: '={{ $json.id }}', updateFields: { exceededDays: 14 } }),
			{ id: String(made.id) },
		],
		[remind, { days: 14 }],
		[remind, { days: 7 }],
	]);
	expect([moved.existed, moved.id, old.existed]).toEqual([true, made.id, false]);
});

describe.each<[string, boolean]>([
	['runs', false],
	['was stopped', true],
])('while a change is on its way that %s', (_name, isStopped) => {
	/** How often the next execution looks before the service makes the change of a stopped one. */
	const looks = 4;
	const longestWaitMs = isStopped ? 3_000 : 300;

	/** Begins the change, then runs the next one. */
	async function during(change: [Parameters, IDataObject], next: [Parameters, IDataObject]) {
		let [isSent, cancel] = [false, () => {}];
		const service = await company(0, async () => {
			if (isSent) return;
			isSent = true;
			const before = service.arrived.length;
			const isNextHere = () => service.arrived.length >= before + (isStopped ? looks : 1);
			for (let waits = 0; !isNextHere() && waits < longestWaitMs; waits++) await sleep(1);
			await sleep(20);
		});
		const credentials = service.credential();
		const run = async ([parameters, item]: [Parameters, IDataObject], isFirst = false) =>
			await service.run(parameters, {
				...{ items: [item], credentials },
				...(isFirst && { onStart: (started) => ({ cancel } = started) }),
			});
		const changing = run(change, true);
		while (!isSent) await sleep(1);
		if (isStopped) {
			cancel();
			await changing.catch(() => undefined);
		}
		const result = await run(next);
		await changing.catch(() => undefined);
		expect(result.error).toBeUndefined();
		return { service, made: result.json[0], hints: result.hints };
	}

	it('Create finds the document that gets its key', async () => {
		const { service, made } = await during(
			[update, { id: '1', orderNo: 'B-1' }],
			[withKey, { orderNo: 'B-1' }],
		);
		expect(made).toMatchObject({ id: 1, existed: true });
		expect(withOrderNo(service, 'B-1')).toEqual([1]);
	});

	it('Create finds the document that gets its key by the Unique By of another one', async () => {
		const { service, made } = await during(
			[upsert, { symbol: '20260001', orderNo: 'B-1' }],
			[withKey, { orderNo: 'B-1' }],
		);
		expect(made).toMatchObject({ id: 1, existed: true });
		expect(withOrderNo(service, 'B-1')).toEqual([1]);
	});

	it('Create does not find the document that loses its key', async () => {
		const { service, made } = await during(
			[update, { id: '1', orderNo: 'B-1' }],
			[withKey, { orderNo: 'A-1' }],
		);
		expect(made.existed).toBe(false);
		expect(withOrderNo(service, 'A-1')).toEqual([made.id]);
	});

	it('Create does not find the document that is deleted', async () => {
		const { service, made } = await during([remove, { id: '1' }], [withKey, { orderNo: 'A-1' }]);
		expect(made.existed).toBe(false);
		expect(withOrderNo(service, 'A-1')).toEqual([made.id]);
	});

	it('Create From Document copies the document as it will be', async () => {
		const euros = document('update', { updateFields: { currency: 'EUR' } });
		const { service } = await during([euros, { id: '1' }], [credit, { id: '1' }]);
		expect(service.documents.at(-1)).toMatchObject({ type: 3, currency: 'EUR' });
	});

	it('a reminder of a document that is being marked as paid says so', async () => {
		const { service, hints } = await during([markPaid, { id: '1' }], [remind, { days: 7 }]);
		expect(hints.join()).toMatch(/is paid\. Check whether it needs a reminder/);
		expect(service.reminders).toHaveLength(1);
	});
});

it('a document is not read by its ID unless it was changed in this minute and matters', async () => {
	const service = await company(0);
	const reads = () =>
		service.arrived.filter(({ method, path }) => method === 'GET' && /\/\d+$/.test(path)).length;
	await runAll(service, [[update, { id: '1', orderNo: 'B-1' }]]);
	const before = reads();
	await runAll(service, [[withKey, { orderNo: 'A-2' }]]);
	expect(reads() - before).toBe(0);
	await runAll(service, [[withKey, { orderNo: 'B-1' }]]);
	expect(reads() - before).toBe(1);
	passTime(minuteMs + 1);
	await runAll(service, [[withKey, { orderNo: 'B-1' }]]);
	expect(reads() - before).toBe(1);
});

it('a listed document that cannot be read by its ID is not taken for a deleted one', async () => {
	const service = await company(0);
	const credentials = service.credential({
		customizeParameterNames: true,
		documentPath: '/v2/documents/{accountingDocumentId}/elsewhere',
	});
	const run = async (parameters: Parameters, item: IDataObject) =>
		await service.run(parameters, { items: [item], credentials });
	await run(document('changeState', { state: byId('Sent') }), { id: '1' });
	const { json, error } = await run(withKey, { orderNo: 'A-1' });
	expect(error).toBeUndefined();
	expect(json).toEqual([expect.objectContaining({ id: 1, existed: true })]);
	expect(service.documents).toHaveLength(3);
});

it('a document whose deletion was refused is not taken for a deleted one', async () => {
	const service = await company(0, undefined, () => true);
	const credentials = service.credential({
		customizeParameterNames: true,
		documentPath: '/v2/documents/{accountingDocumentId}/elsewhere',
	});
	const run = async (parameters: Parameters, item: IDataObject) =>
		await service.run(parameters, { items: [item], credentials });
	expect((await run(remove, { id: '1' })).error?.message).toMatch(/refused 1 while deleting/);
	const { json, error } = await run(withKey, { orderNo: 'A-1' });
	expect(error).toBeUndefined();
	expect(json).toEqual([expect.objectContaining({ id: 1, existed: true })]);
});

it('a document stays deleted, although a later change of it failed', async () => {
	const service = await company(59_000);
	const credentials = service.credential();
	const run = async (parameters: Parameters, item: IDataObject) =>
		await service.run(parameters, { items: [item], credentials });
	await run(remove, { id: '1' });
	expect((await run(markPaid, { id: '1' })).error).toBeDefined();
	await run({ ...document('changeState'), state: byId('Sent') }, { id: '1' });
	const { json } = await run(withKey, { orderNo: 'A-1' });
	expect(json).toEqual([expect.objectContaining({ existed: false })]);
});

it('a preview changes nothing that later runs see', async () => {
	const service = await company(3_000);
	const preview = { options: { preview: true } };
	const [, , found] = await runAll(service, [
		[
			{ ...update, ...preview },
			{ id: '1', orderNo: 'B-1' },
		],
		[{ ...remove, ...preview }, { id: '1' }],
		[withKey, { orderNo: 'A-1' }],
	]);
	expect(found).toMatchObject({ id: 1, existed: true });
	const reads = service.arrived.filter(({ method, path }) => method === 'GET' && /\/1$/.test(path));
	expect(reads).toHaveLength(2);
});

it('Match Payments reads 100 created documents that the list does not show, and says so', async () => {
	const service = await company(minuteMs);
	const credentials = service.credential();
	const items = Array.from({ length: 103 }, (_, row) => ({ symbol: String(1_000 + row) }));
	const symbol = '={{ $json.symbol }}';
	const total = { total: '121', state: 'Approved', variableSymbol: symbol };
	await service.run(create({ additionalFields: total }), { items, credentials });
	const { json, hints } = await service.run(
		{
			...{ resource: 'accountingDocument', operation: 'matchPayments', money: 'incoming' },
			...{ paymentAmount: '121', paymentCurrency: 'CZK', paymentSymbol: symbol },
			...{ paymentMessage: '', paymentId: symbol, documentTypes: [0] },
		},
		{ items, credentials },
	);
	expect(json.filter(({ result }) => result === 'matched')).toHaveLength(100);
	expect(hints.join()).toContain('The list does not show 103 documents');
});
