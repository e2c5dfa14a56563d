/** docs/api/writes.md#never-twice: what a list shows late is not created again. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { passTime } from '../support/clock';
import { create } from '../support/create';
import { lateService, type LateService } from '../support/lateService';
import type { Arrived } from '../support/smallService';
import { byId, type Parameters } from '../support/withSandbox';
import { withRaw } from '../support/raw';

const order = (changes: Parameters = {}): Parameters => ({
	...{ resource: 'paymentOrder', operation: 'create', output: 'raw' },
	...{ bankAccountId: byId('303'), dueDate: '2026-12-01' },
	accountingDocuments: '={{ $json.ids }}',
	...changes,
});

const unpaid = { type: 0, direction: 0, total: 100, amountPaid: 0, currency: 'CZK' };

/** A company with received invoices that nobody has paid. */
async function company(
	lagMs = 20_000,
	loses?: (request: Arrived) => boolean,
	before?: () => Promise<void>,
): Promise<LateService> {
	const service = await lateService({ lagMs: () => lagMs, loses, before });
	service.documents.push(
		...[1, 2, 3].map((id) => ({ ...unpaid, id, accountingDocumentNo: `R-${id}`, shownAt: 0 })),
	);
	return service;
}

/** How often the next execution looks before the service makes the change of a stopped one. */
const looks = 4;

/** Runs a change that is stopped on its way, then another one. */
async function afterStop(first: Parameters, second: Parameters, item: IDataObject, lagMs = 0) {
	let isSent = false;
	const service = await company(lagMs, undefined, async () => {
		if (isSent) return;
		isSent = true;
		const before = service.arrived.length;
		while (service.arrived.length < before + looks) await sleep(1);
	});
	const credentials = service.credential();
	const stopped = service.run(first, {
		...{ items: [item], credentials },
		onStart: ({ cancel, ended }) => {
			const watch = setInterval(() => {
				if (isSent) cancel();
			}, 1);
			const stop = () => clearInterval(watch);
			void ended.then(stop, stop);
		},
	});
	await stopped.catch(() => undefined);
	const since = performance.now();
	const result = await service.run(second, { items: [item], credentials });
	return { service, result, waitedMs: performance.now() - since };
}

const documentsIn = ({ orders }: LateService) =>
	orders.map((one) =>
		(one.accountingDocuments as unknown as Array<{ accountingDocumentId: unknown }>).map(
			({ accountingDocumentId: id }) => String(id),
		),
	);

const withKey = create({
	uniqueBy: 'orderNo',
	additionalFields: { orderNo: '={{ $json.orderNo }}' },
});

describe('payment orders that their list shows late are made once', () => {
	it('for two items with the same documents', async () => {
		const service = await company();
		const { json, error } = await service.run(order(), { items: [{ ids: '1,2' }, { ids: '1,2' }] });
		expect(error).toBeUndefined();
		expect(json.map(({ existed }) => existed)).toEqual([false, true]);
		expect(json[1].id).toBe(json[0].id);
		expect(documentsIn(service)).toEqual([['1', '2']]);
	});

	it('for two runs, one after the other, and later ones do not wait', async () => {
		const service = await company();
		const items = [{ ids: '1' }];
		await service.run(order(), { items });
		const { json, hints } = await service.run(order(), { items });
		expect(json).toEqual([expect.objectContaining({ existed: true })]);
		expect(hints).toEqual([expect.stringMatching(/1 payment order existed already/)]);
		expect(hints.join()).not.toContain('waiting for');
		expect(documentsIn(service)).toEqual([['1']]);
	});

	it.each([0, 1_000, 20_000, 59_999, 60_000])(
		'for ten executions at once, %i ms',
		async (lagMs) => {
			const service = await company(lagMs);
			const runs = Array.from({ length: 10 }, () =>
				service.run(order(), { items: [{ ids: '1' }] }),
			);
			const results = await Promise.all(runs);
			expect(results.map(({ error }) => error)).toEqual(runs.map(() => undefined));
			expect(documentsIn(service)).toEqual([['1']]);
		},
	);

	it('for ten executions at once, with several applications', async () => {
		const service = await company(60_000);
		const runs = Array.from({ length: 10 }, (_, run) =>
			service.run(order(), {
				items: [{ ids: '1' }],
				credentials: service.credential({ appId: `application-${run % 3}` }),
			}),
		);
		const results = await Promise.all(runs);
		expect(results.map(({ error }) => error)).toEqual(runs.map(() => undefined));
		expect(documentsIn(service)).toEqual([['1']]);
	});

	it('if the list is read just before it shows the order, and its response comes after the minute', async () => {
		let isSlow = false;
		const service = await lateService({
			lagMs: () => 60_000,
			beforeList: ({ path }) => {
				if (isSlow && path.endsWith('/paymentorders')) passTime(200);
			},
		});
		service.documents.push({ ...unpaid, id: 1, accountingDocumentNo: 'R-1', shownAt: 0 });
		// An empty list would be read again.
		service.orders.push({ id: 50, processingState: 1, accountingDocuments: [], shownAt: 0 });
		const items = [{ ids: '1' }];
		await service.run(order(), { items });
		passTime(59_900);
		isSlow = true;
		const credentials = service.credential({ appId: 'another' });
		const { json } = await service.run(order(), { items, credentials });
		expect(json).toEqual([expect.objectContaining({ existed: true })]);
		expect(documentsIn(service)).toEqual([[], ['1']]);
	});

	it('for another set with some of the documents, which is refused', async () => {
		const service = await company();
		await service.run(order(), { items: [{ ids: '1,2' }] });
		const { error } = await service.run(order(), { items: [{ ids: '2,3' }] });
		expect(error?.message).toMatch(
			/^Some of the documents already have a payment order: ID 2 \(Payment Order ID \d+\)$/,
		);
		expect(documentsIn(service)).toEqual([['1', '2']]);
	});

	it('for another credential, which waits until the list shows the order', async () => {
		const service = await company();
		await service.run(order(), { items: [{ ids: '1' }] });
		const credentials = service.credential({ appId: 'another' });
		const { json, hints } = await service.run(order(), { items: [{ ids: '1' }], credentials });
		expect(json).toEqual([expect.objectContaining({ existed: true })]);
		expect(hints.join()).toMatch(
			/The node spent (2\d|3\d) seconds waiting for the list to show what another row or execution has made/,
		);
		expect(documentsIn(service)).toEqual([['1']]);
	});

	it('after a lost response, which the node looks for as for a document', async () => {
		let losses = 0;
		const service = await company(20_000, ({ path }) => /orders$/.test(path) && losses++ === 0);
		const { json, hints } = await service.run(order(), { items: [{ ids: '1' }] });
		expect(json).toEqual([expect.objectContaining({ existed: false })]);
		expect(hints.join()).toMatch(/did not confirm .* then read the list and found it/);
		expect(documentsIn(service)).toEqual([['1']]);
	});

	it('after a creation that was not confirmed', async () => {
		let losses = 0;
		const service = await company(50_000, ({ path }) => /orders$/.test(path) && losses++ === 0);
		const items = [{ ids: '1' }];
		const first = await service.run(order(), { items });
		expect(first.error?.message).toMatch(/did not confirm creating a payment order/);
		const second = await service.run(order(), { items });
		expect(second.json).toEqual([expect.objectContaining({ existed: true })]);
		expect(second.hints.join()).toMatch(/waiting for the list/);
		expect(documentsIn(service)).toEqual([['1']]);
	});

	it('whatever the order of their documents', async () => {
		const service = await company(0);
		await service.run(order(), { items: [{ ids: '2,1' }] });
		const { json, hints } = await service.run(order(), { items: [{ ids: '1,2' }] });
		expect(json).toEqual([expect.objectContaining({ existed: true })]);
		expect(hints.join()).not.toMatch(/differs/);
	});

	it('and Mark as Paid does not wait for the list', async () => {
		const service = await company(50_000);
		await service.run(order(), { items: [{ ids: '1' }] });
		const { error, hints } = await service.run({
			...{ resource: 'accountingDocument', operation: 'markPaid', paid: true },
			accountingDocumentId: byId('1'),
		});
		expect(error).toBeUndefined();
		expect(hints.join()).not.toContain('waiting for');
	});

	it('but an order that failed meanwhile does not count', async () => {
		const service = await company(0);
		const items = [{ ids: '1' }];
		await service.run(order(), { items });
		service.orders[0].processingState = 2;
		await service.run(order(), { items });
		expect(documentsIn(service)).toEqual([['1'], ['1']]);
	});
});

describe('a payment order of an amount that its list shows late', () => {
	const transfer = order({ accountingDocuments: '', amount: '={{ $json.amount }}' });
	const saysSame =
		/already has a payment order of the same amount on the same day \(Payment Order ID \d+\)/;

	it.each<[string, IDataObject[], IDataObject[]]>([
		['the next run', [{ amount: '100' }], [{ amount: '100.00' }]],
		['the next item', [], [{ amount: '100' }, { amount: 100 }]],
	])('is named in a hint of %s', async (_name, first, second) => {
		const service = await company();
		if (first.length > 0) await service.run(transfer, { items: first });
		const { hints } = await service.run(transfer, { items: second });
		expect(service.orders).toHaveLength(2);
		expect(hints).toEqual([expect.stringMatching(saysSame)]);
	});

	it('is named once if the list shows it, and not for another amount or day', async () => {
		const service = await company(0);
		await service.run(transfer, { items: [{ amount: '100' }] });
		const { hints } = await service.run(transfer, { items: [{ amount: '100' }] });
		expect(hints).toEqual([expect.stringMatching(saysSame)]);
		const other = await service.run(transfer, { items: [{ amount: '101' }] });
		const later = { ...transfer, dueDate: '2026-12-02' };
		const onOtherDay = await service.run(later, { items: [{ amount: '100' }] });
		expect([...other.hints, ...onOtherDay.hints]).toEqual([]);
	});

	it('is named in a hint although its response was lost', async () => {
		let losses = 0;
		const service = await company(20_000, ({ path }) => /orders$/.test(path) && losses++ === 0);
		const first = await service.run(transfer, { items: [{ amount: '100' }] });
		expect(first.error?.message).toMatch(/did not confirm creating a payment order/);
		const { hints } = await service.run(transfer, { items: [{ amount: '100' }] });
		expect(service.orders).toHaveLength(2);
		expect(hints.join()).toMatch(
			/may have a payment order of the same amount on the same day \(the service did not confirm it\)/,
		);
	});

	it('counts for two runs at once', async () => {
		const service = await company();
		const runs = await Promise.all(
			[1, 2].map(() => service.run(transfer, { items: [{ amount: '100' }] })),
		);
		expect(service.orders).toHaveLength(2);
		expect(runs.flatMap(({ hints }) => hints)).toEqual([expect.stringMatching(saysSame)]);
	});
});

it('a reminder that its list shows late is made once', async () => {
	const service = await company();
	const reminder = {
		...{ resource: 'reminder', operation: 'create', output: 'raw' },
		...{ accountingDocumentId: byId('1'), exceededDays: 7, emailTemplateId: '31' },
	};
	const results = [await service.run(reminder, { items: [{}, {}] }), await service.run(reminder)];
	expect(results.flatMap(({ json }) => json.map(({ existed }) => existed))).toEqual([
		false,
		true,
		true,
	]);
	expect(service.reminders).toHaveLength(1);
});

it('a reminder whose response was lost is found although its list is late', async () => {
	const service = await lateService({ lagMs: () => 20_000, loses: () => true });
	service.documents.push({ ...unpaid, id: 1, accountingDocumentNo: 'R-1', shownAt: 0 });
	const { error, json } = await service.run({
		...{ resource: 'reminder', operation: 'create', output: 'raw' },
		...{ accountingDocumentId: byId('1'), exceededDays: 7, emailTemplateId: '31' },
	});
	expect(error).toBeUndefined();
	expect(json).toEqual([expect.objectContaining({ existed: false })]);
	expect(service.reminders).toHaveLength(1);
});

describe('a document that its list shows late', () => {
	it('is found by its ID in the next run, which does not wait', async () => {
		const service = await company(50_000);
		const items = [{ orderNo: 'A-1' }];
		const first = await service.run(withKey, { items });
		const second = await service.run(withKey, { items });
		expect([first, second].map(({ json }) => json[0].existed)).toEqual([false, true]);
		expect(second.json[0].id).toBe(first.json[0].id);
		expect(second.hints.join()).not.toContain('waiting for');
	});

	it('is returned as it is by now', async () => {
		const service = await company(50_000);
		const items = [{ orderNo: 'A-1' }];
		await service.run(withKey, { items });
		service.documents[3].description = 'Changed by hand';
		const { json } = await service.run(withKey, { items });
		expect(json[0]).toMatchObject({ existed: true, description: 'Changed by hand' });
	});

	it('is awaited for a minute, also if each response takes long', async () => {
		const service = await lateService({
			lagMs: () => 60_000,
			beforeList: () => {
				if (service.documents.length > 1) passTime(16_000);
			},
		});
		service.documents.push({ ...unpaid, id: 1, accountingDocumentNo: 'R-1', shownAt: 0 });
		const { error, json } = await service.run(withKey, {
			items: [{ orderNo: 'A-1' }, { orderNo: 'A-2' }],
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
	});

	it('of two suppliers with one number: neither is made again', async () => {
		const service = await company(50_000);
		const parameters = create({
			direction: 0,
			contact: { companyRegNo: '={{ $json.supplier }}' },
			uniqueBy: 'externalNo',
			additionalFields: { externalNo: '17' },
		});
		const items = [{ supplier: '111' }, { supplier: '222' }];
		await service.run(parameters, { items: items.slice(0, 1) });
		await service.run(parameters, { items: items.slice(1) });
		const { json } = await service.run(parameters, { items });
		expect(json.map(({ existed }) => existed)).toEqual([true, true]);
		expect(service.documents).toHaveLength(5);
	});
});

const invoice = {
	...{
		...unpaid,
		direction: 1,
		total: 121,
		issueDate: '2026-11-01',
		vatCountryType: 1,
		shownAt: 0,
	},
	lineItems: [{ description: 'Chair', qt: 1, unitPrice: 121, total: 121 }],
};

const copy = (changes: Parameters = {}): Parameters => ({
	...{ resource: 'accountingDocument', operation: 'createFromDocument', newType: 'original' },
	...{ accountingDocumentId: byId('9'), issueDate: '={{ $json.date ?? "2026-12-01" }}' },
	...changes,
});

describe('a document is found by each key that it was given, although its list is late', () => {
	const additionalFields = { orderNo: 'A-1', externalNo: 'E-1', variableSymbol: '17' };
	const made = (options: Parameters) => create({ options, additionalFields });

	it.each<[string, Parameters]>([
		['Create without Unique By', made({})],
		['another Unique By', made({ uniqueBy: 'externalNo' })],
		['Create Another', made({ uniqueBy: 'orderNo', ifExists: 'create' })],
		['a copy', copy({ additionalFields })],
		[
			'Create or Update by another key',
			{ ...made({ uniqueBy: 'variableSymbol' }), operation: 'upsert' },
		],
	])('%s', async (_name, first) => {
		const service = await company(20_000);
		service.documents.push({ ...invoice, id: 9 });
		await service.run(first);
		const { json } = await service.run(made({ uniqueBy: 'orderNo' }));
		expect(json).toEqual([expect.objectContaining({ existed: true })]);
		expect(service.documents).toHaveLength(5);
	});

	it('two executions at once with different keys of one document make it once', async () => {
		const service = await company(20_000);
		await Promise.all(
			['externalNo', 'orderNo'].map(async (uniqueBy) => await service.run(made({ uniqueBy }))),
		);
		expect(service.documents).toHaveLength(4);
	});
});

describe('a copy whose response was lost, after others of the same original', () => {
	/** The second copy is lost. */
	async function lostSecond(changes: Parameters, items: IDataObject[], lagMs: number) {
		let copies = 0;
		const isCopy = ({ path }: Arrived) => path.endsWith('/accountingdocuments') && ++copies === 2;
		const service = await company(lagMs, isCopy);
		service.documents.push({ ...invoice, id: 9 });
		const node = { onError: 'continueRegularOutput' as const };
		await service.run(copy(changes), { items, node });
		return service;
	}

	it('is awaited by the next execution', async () => {
		const items = ['2026-11-30', '2026-12-31'].map((date) => ({ date }));
		const service = await lostSecond({}, items, 50_000);
		expect(service.documents).toHaveLength(6);
		const { json, hints } = await service.run(copy(), { items: [...items].reverse() });
		expect(json.map(({ existed }) => existed)).toEqual([true, true]);
		expect(hints.join()).toMatch(/waiting for the list/);
		expect(service.documents).toHaveLength(6);
	});

	const credit = {
		...{ newType: 'creditNote', creditNoteDescription: 'Broken', reverseAmounts: true },
		...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: '1', qt: '0.4' }] } },
		...{ additionalFields: { externalNo: '={{ $json.key }}' } },
		options: { copyUniqueBy: 'externalNo' },
	};
	const parts = ['D-1', 'D-2', 'D-3'].map((key) => ({ key }));

	it.each([20_000, 50_000])(
		'counts for the credit notes after it, with a list %i ms late',
		async (lagMs) => {
			const service = await lostSecond(credit, parts, lagMs);
			const { error } = await service.run(copy(credit), { items: [{ key: 'D-4' }] });
			expect(error?.message).toMatch(/already credited/);
			const credited = service.documents.filter(({ type }) => type === 3);
			expect(credited.map(({ externalNo }) => externalNo)).toEqual(['D-1', 'D-2']);
		},
	);
});

describe('after Stop, the next execution waits until the change shows, and no longer', () => {
	const document = (operation: string, changes: Parameters): Parameters =>
		withRaw({
			...{ resource: 'accountingDocument', operation },
			accountingDocumentId: byId('1'),
			...changes,
		});
	const update = (orderNo: string) => document('update', { updateFields: { orderNo } });

	it.each<[string, Parameters, Partial<IDataObject>]>([
		['Update', update('A-1'), { orderNo: 'A-1' }],
		['Change State', document('changeState', { state: 'Approved' }), { state: 'Approved' }],
		['Mark as Paid', document('markPaid', { paid: true }), { payments: { paid: true } }],
	])('%s', async (_name, first, shown) => {
		const next = document('update', { updateFields: { description: 'Chairs' } });
		const { service, result, waitedMs } = await afterStop(first, next, {});
		expect(result.error).toBeUndefined();
		expect(service.documents[0]).toMatchObject({ ...shown, description: 'Chairs' });
		expect(waitedMs).toBeLessThan(20_000);
		expect(result.hints.join()).toMatch(
			/^The node spent \d+ seconds waiting for another execution that changes the record\.$/,
		);
	});

	it('Create', async () => {
		const { service, result, waitedMs } = await afterStop(withKey, withKey, { orderNo: 'A-1' });
		expect(result.json).toEqual([expect.objectContaining({ existed: true })]);
		expect(service.documents).toHaveLength(4);
		expect(waitedMs).toBeLessThan(20_000);
	});

	it('Create with a short Timeout, although the list is late', async () => {
		const options = { uniqueBy: 'orderNo', timeoutSeconds: 5 };
		const parameters = create({ options, additionalFields: { orderNo: '={{ $json.orderNo }}' } });
		const { service, result } = await afterStop(parameters, parameters, { orderNo: 'A-1' }, 40_000);
		expect(result.json).toEqual([expect.objectContaining({ existed: true })]);
		expect(service.documents).toHaveLength(4);
	});

	it.each([
		['Create', withKey, { orderNo: 'A-1' }],
		['Create Payment Order', order(), { ids: '1' }],
	])('%s, although the service makes it late, and its list is late too', async (_, made, item) => {
		const { service, result } = await afterStop(made, made, item, 59_000);
		expect(result.json).toEqual([expect.objectContaining({ existed: true })]);
		expect(service.documents.length + service.orders.length).toBe(4);
	});

	it('Create Payment Order', async () => {
		const { service, result, waitedMs } = await afterStop(order(), order(), { ids: '1' });
		expect(result.json).toEqual([expect.objectContaining({ existed: true })]);
		expect(documentsIn(service)).toEqual([['1']]);
		expect(waitedMs).toBeLessThan(20_000);
	});
});

describe('what Unique By looks for after a creation', () => {
	const items = [{ orderNo: 'A-1' }, { orderNo: 'A-2' }];

	/** Stops the run at a look at the list after its first creation. */
	async function stoppedAt(look: number, rows: number) {
		let cancel = () => {};
		let looks = 0;
		const service = await lateService({
			lagMs: () => 10_000,
			beforeList: ({ path }) => {
				if (service.documents.length > 1 && path.includes('/search/') && ++looks === look) cancel();
			},
		});
		service.documents.push({ ...unpaid, id: 1, accountingDocumentNo: 'R-1', shownAt: 0 });
		const result = await service.run(withKey, {
			items: items.slice(0, rows),
			onStart: (started) => ({ cancel } = started),
		});
		return { service, result };
	}

	it('is no failure of a row if the run is stopped after the last one', async () => {
		const { result, service } = await stoppedAt(1, 1);
		expect(service.documents).toHaveLength(2);
		expect(result.error?.message).toBe('The execution was cancelled manually');
		expect(result.json).toEqual([expect.objectContaining({ existed: false })]);
		expect(result.hints.join()).toMatch(
			/^Document ID \d+ was created, but the node could not check that Unique By finds it: The execution was canceled while/,
		);
	});

	it('says what was not sent if the run is stopped before the next row', async () => {
		const { result, service } = await stoppedAt(2, 2);
		expect(service.documents).toHaveLength(2);
		expect(result.error?.message).toMatch(
			/^Row 2: The execution was canceled while checking that Unique By finds the created document/,
		);
		expect(result.error?.description).not.toContain('already been sent');
		expect(result.error?.description).toMatch(
			/Already done: row 1 \(ID \d+\)\. Leave it out of the next run\./,
		);
	});

	it.each([0, 5_000])('counts no requests as waiting, with a list %i ms late', async (lagMs) => {
		const service = await lateService({
			lagMs: () => lagMs,
			beforeList: ({ path }) => {
				if (path.includes('/search/')) passTime(20_000);
			},
		});
		service.documents.push({ ...unpaid, id: 1, accountingDocumentNo: 'R-1', shownAt: 0 });
		const { hints } = await service.run(withKey, { items });
		expect(hints.join()).not.toMatch(/seconds/);
	});
});

it('requests for a list are not told as waiting for what it shows', async () => {
	const service = await lateService({
		lagMs: () => 10_000,
		beforeList: ({ path }) => {
			if (path.endsWith('/paymentorders')) passTime(20_000);
		},
	});
	service.documents.push({ ...unpaid, id: 1, accountingDocumentNo: 'R-1', shownAt: 0 });
	const items = [{ ids: '1' }];
	await service.run(order(), { items });
	const credentials = service.credential({ appId: 'another' });
	const { json, hints } = await service.run(order(), { items, credentials });
	expect(json).toEqual([expect.objectContaining({ existed: true })]);
	expect(hints.join()).not.toMatch(/seconds/);
});
