/** docs/reference/trigger.md#events: each event and its changes. */
import type { DocumentFields } from '../../../dev/sandbox';
import { eventNames, ids, published, raw } from '../support/trigger';
import { bench, type Bench } from '../support/withSandbox';

const draft = {
	...{ state: 'Draft', processingState: 0 as const, total: 1210, dueDate: '2026-12-31' },
	...{ amountPaid: 0, payments: { paid: false } },
};

/** A watched document that is neither processed nor paid. */
async function withDocument(event: string[]) {
	const at: Bench = await bench({ documents: 30 });
	const { admin } = at.sandbox;
	const id = admin.documentAt(20).id ?? 0;
	admin.changeDocument(id, draft);
	return { admin, id, workflow: await published(at, { ...raw, event }) };
}

describe('A change of a document', () => {
	it.each<[event: string, no: DocumentFields, yes: DocumentFields, changes: object[]]>([
		[
			'stateChanged',
			{ total: 1300 },
			{ state: 'Approved' },
			[{ field: 'state', from: 'Draft', to: 'Approved' }],
		],
		...([1, 3] as const).map((processingState): [string, object, object, object[]] => [
			'processingFinished',
			{ processingState: 2 },
			{ processingState },
			[{ field: 'processingState', from: 2, to: processingState }],
		]),
		[
			'paid',
			{ amountPaid: 1209.99 },
			{ amountPaid: 1210 },
			[{ field: 'amountPaid', from: 1209.99, to: 1210 }],
		],
		[
			'changed',
			{ description: 'Corrected', variableSymbol: '1' },
			{ total: 1300, dueDate: '2027-01-31', state: 'Approved' },
			[
				{ field: 'state', from: 'Draft', to: 'Approved' },
				{ field: 'total', from: 1210, to: 1300 },
				{ field: 'dueDate', from: '2026-12-31', to: '2027-01-31' },
			],
		],
	])(
		'is the event %s once, with its changes, after %j, which is none',
		async (event, no, yes, changes) => {
			const { admin, id, workflow } = await withDocument([event]);
			admin.changeDocument(id, no);
			expect(await workflow.poll()).toEqual([]);
			const document = admin.changeDocument(id, yes);
			const eventId = expect.stringContaining(`${id}:${event}:`) as string;
			expect(await workflow.poll()).toEqual([{ event, eventId, document, changes }]);
			if (event === 'paid') admin.payDocument(id);
			expect(await workflow.poll()).toEqual([]);
		},
	);

	it('is one item for each event, which stay together if there is room for one item only', async () => {
		const { admin, id, workflow } = await withDocument(['paid', 'stateChanged']);
		workflow.parameters = { ...workflow.parameters, options: { maxItemsPerPoll: 1 } };
		await workflow.activate();
		const other = admin.documentAt(25).id ?? 0;
		admin.changeDocument(id, { state: 'Closed', amountPaid: 1210 });
		admin.changeDocument(other, { state: 'Closed for good' });
		expect(await workflow.poll()).toMatchObject([
			{ event: 'stateChanged', document: { id }, changes: [{ field: 'state' }] },
			{ event: 'paid', document: { id }, changes: [{ field: 'amountPaid' }] },
		]);
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

	it('reports for Processing Finished or Failed that no document is processed', async () => {
		const at = await bench({ documents: 0 });
		const workflow = await published(at, { ...raw, event: ['processingFinished'] });
		const create = (fields: object) => at.sandbox.admin.createDocuments({ fields })[0];
		create(draft);
		await expect(workflow.fetchTestEvent()).rejects.toThrow(
			'No recent document with the Direction and Type of this form is processed',
		);
		const processed = create({ ...draft, processingState: 3 });
		create(draft);
		expect(ids(await workflow.fetchTestEvent())).toEqual([processed.id]);
	});

	it('shows a paid document of the Direction for Document Paid, and reports if there is none', async () => {
		const at = await bench({ documents: 0 });
		const { admin } = at.sandbox;
		const workflow = await published(at, { ...raw, event: ['paid'], direction: 1 });
		const create = (fields: object) => admin.createDocuments({ fields })[0];
		const refusal = async () => await workflow.fetchTestEvent().catch(String);
		create({ ...draft, direction: 0, payments: { paid: true } });
		expect(await refusal()).toMatch(
			/None of the newest 1 documents has the Direction and Type of this form/,
		);
		create({ ...draft, direction: 1 });
		expect(await refusal()).toMatch(/No recent document with the .* of this form is paid/);
		const paid = create({ ...draft, direction: 1, payments: { paid: true } });
		create({ ...draft, direction: 1 });
		create({ ...draft, direction: 0, payments: { paid: true } });
		const [item] = await workflow.fetchTestEvent();
		expect(item.document.id).toBe(paid.id);
		expect(item.changes).toContainEqual({ field: 'payments.paid', from: null, to: true });
	});

	it('shows the first event that a document can have had', async () => {
		const at = await bench({ documents: 0 });
		const [unpaid] = at.sandbox.admin.createDocuments({ fields: draft });
		const both = await published(at, { ...raw, event: ['paid', 'processingFinished'] });
		await expect(both.fetchTestEvent()).rejects.toThrow('is paid or processed');
		const workflow = await published(at, { ...raw, event: ['paid', 'created'] });
		const [item] = await workflow.fetchTestEvent();
		expect(item).toMatchObject({ event: 'created', document: { id: unpaid.id } });
	});
});
