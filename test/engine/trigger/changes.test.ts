import { eventNames, ids, published, raw } from '../support/trigger';
import { bench, type Bench } from '../support/withSandbox';

/** A watched document that is neither processed nor paid. */
async function withDocument(event: string[], fields = {}) {
	const at: Bench = await bench({ documents: 30 });
	const { admin } = at.sandbox;
	const id = admin.documentAt(20).id ?? 0;
	admin.changeDocument(id, {
		state: 'Draft',
		processingState: 0,
		total: 1210,
		amountPaid: 0,
		payments: { paid: false },
		...fields,
	});
	return { admin, id, workflow: await published(at, { ...raw, event }) };
}

describe('A document that changes its state', () => {
	it('is one event with the state before and after', async () => {
		const { admin, id, workflow } = await withDocument(['stateChanged']);
		const document = admin.changeDocument(id, { state: 'Approved' });
		expect(await workflow.poll()).toEqual([
			{
				event: 'stateChanged',
				eventId: expect.stringContaining(`${id}:stateChanged:`) as string,
				document,
				changes: [{ field: 'state', from: 'Draft', to: 'Approved' }],
			},
		]);
		expect(await workflow.poll()).toEqual([]);
	});

	it('shortens long states only in its saved state', async () => {
		const { admin, id, workflow } = await withDocument(['stateChanged'], {
			state: 'A'.repeat(100),
		});
		admin.changeDocument(id, { state: 'B'.repeat(100) });
		const [{ changes }] = await workflow.poll();
		expect(changes[0].to).toBe('B'.repeat(100));
		expect(changes[0].from).toMatch(/^A{31}…[0-9a-f]{8}$/);
		expect(await workflow.poll()).toEqual([]);
	});
});

describe('Processing', () => {
	it.each([
		['finished', 1],
		['failed', 3],
	] as const)('that %s is an event, waiting for it is none', async (_outcome, processingState) => {
		const { admin, id, workflow } = await withDocument(['processingFinished']);
		admin.changeDocument(id, { processingState: 2 });
		expect(await workflow.poll()).toEqual([]);
		admin.changeDocument(id, { processingState });
		expect(await workflow.poll()).toMatchObject([
			{
				event: 'processingFinished',
				changes: [{ field: 'processingState', from: 2, to: processingState }],
			},
		]);
	});
});

describe('A payment', () => {
	it('is an event when the paid amount reaches the total, and only once', async () => {
		const { admin, id, workflow } = await withDocument(['paid']);
		admin.changeDocument(id, { amountPaid: 1209.99 });
		expect(await workflow.poll()).toEqual([]);
		admin.changeDocument(id, { amountPaid: 1210 });
		expect(await workflow.poll()).toMatchObject([
			{ event: 'paid', changes: [{ field: 'amountPaid', from: 1209.99, to: 1210 }] },
		]);
		admin.payDocument(id);
		expect(await workflow.poll()).toEqual([]);
	});
});

describe('Any tracked change', () => {
	it('lists every changed field, and watches no other fields', async () => {
		const { admin, id, workflow } = await withDocument(['changed']);
		admin.changeDocument(id, { description: 'Corrected', variableSymbol: '1' });
		expect(await workflow.poll()).toEqual([]);
		admin.changeDocument(id, { total: 1300, dueDate: '2027-01-31', state: 'Approved' });
		const [{ changes }] = await workflow.poll();
		expect(changes.map(({ field }) => field)).toEqual(['state', 'total', 'dueDate']);
	});
});

describe('Several events', () => {
	it('are one item each, with their changes', async () => {
		const { admin, id, workflow } = await withDocument(['paid', 'stateChanged']);
		admin.changeDocument(id, { state: 'Closed', amountPaid: 1210 });
		expect(await workflow.poll()).toMatchObject([
			{ event: 'stateChanged', changes: [{ field: 'state' }] },
			{ event: 'paid', changes: [{ field: 'amountPaid' }] },
		]);
	});

	it('of one document stay together if there is room for one item only', async () => {
		const { admin, id, workflow } = await withDocument(['paid', 'stateChanged']);
		workflow.parameters = { ...workflow.parameters, options: { maxItemsPerPoll: 1 } };
		await workflow.activate();
		const other = admin.documentAt(25).id ?? 0;
		admin.changeDocument(id, { state: 'Closed', amountPaid: 1210 });
		admin.changeDocument(other, { state: 'Closed for good' });
		expect(ids(await workflow.poll())).toEqual([id, id]);
		expect(ids(await workflow.poll())).toEqual([other]);
	});
});

describe('A document that is new', () => {
	it('is reported as paid if it was paid before its first poll', async () => {
		const { admin, workflow } = await withDocument(['created', 'paid', 'stateChanged']);
		const [{ id }] = admin.createDocuments({ fields: { total: 10, amountPaid: 10 } });
		const items = await workflow.poll();
		expect(items.map(({ event }) => event)).toEqual(['created', 'paid']);
		expect(new Set(ids(items))).toEqual(new Set([id]));
	});

	it('counts as a change from null if Document Created is not chosen', async () => {
		const { admin, workflow } = await withDocument(['stateChanged']);
		admin.createDocuments({ fields: { state: 'Draft' } });
		expect(await workflow.poll()).toMatchObject([
			{ event: 'stateChanged', changes: [{ field: 'state', from: null, to: 'Draft' }] },
		]);
	});
});

describe('Fetch Test Event', () => {
	it('shows the newest document of the Direction and Type, and keeps the state', async () => {
		const { admin, workflow } = await withDocument(['created']);
		workflow.parameters = { ...raw, direction: 0 };
		const [wanted] = admin.createDocuments({ fields: { direction: 0 } });
		admin.createDocuments({ fields: { direction: 1 } });
		const before = JSON.stringify(workflow.database);
		expect(await workflow.fetchTestEvent()).toEqual([
			{ event: 'created', eventId: `${wanted.id}:created`, document: wanted, changes: [] },
		]);
		expect(JSON.stringify(workflow.database)).toBe(before);
	});

	it.each(eventNames)('shows the fields of the event %s', async (event) => {
		const { workflow } = await withDocument([event]);
		const [item] = await workflow.fetchTestEvent();
		expect(item.event).toBe(event);
		expect(item.changes.length > 0).toBe(event !== 'created');
	});

	it('shows a paid document for Document Paid, and reports if there is none', async () => {
		const at = await bench({ documents: 0 });
		const { admin } = at.sandbox;
		const workflow = await published(at, { ...raw, event: ['paid'] });
		const unpaid = { payments: { paid: false }, amountPaid: 0, total: 10 };
		admin.createDocuments({ fields: unpaid });
		await expect(workflow.fetchTestEvent()).rejects.toMatchObject({
			message: expect.stringMatching(/^None of the newest \d+ documents is paid/) as unknown,
		});
		const [paid] = admin.createDocuments({ fields: { ...unpaid, payments: { paid: true } } });
		admin.createDocuments({ fields: unpaid });
		const [item] = await workflow.fetchTestEvent();
		expect(item.document.id).toBe(paid.id);
		expect(item.changes).toContainEqual({ field: 'payments.paid', from: null, to: true });
	});

	it('shows a payment of the chosen Direction', async () => {
		const at = await bench({ documents: 0 });
		const { admin } = at.sandbox;
		const workflow = await published(at, { ...raw, event: ['paid'], direction: 1 });
		const paid = { payments: { paid: true } };
		const [issued] = admin.createDocuments({ fields: { ...paid, direction: 1 } });
		admin.createDocuments({ fields: { ...paid, direction: 0 } });
		const [item] = await workflow.fetchTestEvent();
		expect(item.document.id).toBe(issued.id);
	});

	it('reports that no document has the Direction and Type', async () => {
		const at = await bench({ documents: 0 });
		const workflow = await published(at, { ...raw, direction: 1, type: [11] });
		at.sandbox.admin.createDocuments({ count: 3, fields: { direction: 1, type: 0 } });
		await expect(workflow.fetchTestEvent()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^None of the newest \d+ documents has the Direction and Type of this form/,
			) as unknown,
		});
	});
});
