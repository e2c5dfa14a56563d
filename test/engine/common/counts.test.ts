/** docs/reference/limits.md#requests-per-operation: the requests per operation. */
import type { DocumentFields } from '../../../dev/sandbox';
import { parallelPagesLimits } from '../../../nodes/shared/fields/options';
import { create } from '../support/create';
import { itemOf, listed, parametersOf, scan } from '../support/samples';
import { bench, byId, getAll, listPath, type Parameters } from '../support/withSandbox';

/** Costs of a read that do not depend on the machine, so they are exact. */
const all = (options: object = {}) =>
	getAll({ returnAll: true, options: { output: 'raw', ...options } });

describe('the number of requests', () => {
	it.each(Object.values(parallelPagesLimits))(
		'is the same with at most %i at once, which are never exceeded',
		async (parallelPages) => {
			const { run, asked, sandbox } = await bench({ documents: 1_234, latencyMs: 5 });
			await run(all({ parallelPages }));
			expect(asked(listPath)).toHaveLength(15);
			expect(sandbox.admin.journal().mostInFlight).toBeLessThanOrEqual(parallelPages);
		},
	);
});

describe('the number of times that the credential is read, and written with a new token', () => {
	it('is three and one for an entire list', async () => {
		const { run, credentials } = await bench({ documents: 1_000 });
		const { json } = await run(all({ parallelPages: 4 }));
		expect(json).toHaveLength(1_000);
		// One look-up shows whether the credential reads the item. One is before the exchange: another process may have stored a
		// token in the meantime.
		expect([credentials.reads, credentials.updates]).toEqual([3, 1]);
	});
});

/** Operations that do not send one request per item, by title. Lists: of one page. */
const others: Record<string, number> = {
	'Accounting Document: Create': 2,
	'Accounting Document: Create From Document': 4,
	'Accounting Document: Create From Scans': 2,
	'Accounting Document: Create or Update': 3,
	'Accounting Document: Download PDF': 2,
	'Accounting Document: Mark as Paid': 2,
	'Accounting Document: Update': 2,
	'Document Connection: Update': 2,
	// For an amount.
	'Payment Order: Create': 2,
	'Payment Reminder: Create': 3,
	'Payment Reminder: Update': 3,
	'Template: Set Scheduler': 2,
	'Template: Update': 2,
};

describe('the requests per operation', () => {
	it.each(listed.filter(({ title }) => title !== 'Connection Check: Run'))(
		'of $title are those of docs/reference/limits.md',
		async (one) => {
			const { run, asked, sandbox } = await bench({ documents: 42 });
			const takesFile =
				one.operation.changes &&
				one.operation.fields.some(({ name }) => name === 'binaryPropertyName');
			await run(parametersOf(one), {
				items: [itemOf(one, sandbox, 0)],
				...(takesFile && { binary: [scan(0)] }),
			});
			expect(asked()).toHaveLength(others[one.title] ?? 1);
		},
	);
});

const unpaid: DocumentFields = {
	...{ direction: 0, type: 0, total: 100, amountPaid: 0 },
	...{ payments: { paid: false }, processingState: 0 },
};

/** A run's requests by number of items. The sandbox has received invoices that nobody has paid. */
const byItems: Array<[operation: string, parameters: Parameters, one: number, many: number]> = [
	['Create', create(), 2, 251],
	[
		'Create with Unique By',
		create({ uniqueBy: 'orderNo', additionalFields: { orderNo: '={{ $json.id }}' } }),
		8,
		260,
	],
	[
		'Update',
		{
			...{ resource: 'accountingDocument', operation: 'update' },
			...{ accountingDocumentId: byId('={{ $json.id }}'), updateFields: { orderNo: 'A-1' } },
		},
		2,
		500,
	],
	[
		'Create From Document',
		{
			...{ resource: 'accountingDocument', operation: 'createFromDocument' },
			options: { output: 'raw' },
			...{ accountingDocumentId: byId('={{ $json.id }}'), issueDate: '2026-12-01' },
		},
		10,
		511,
	],
	[
		'Create a payment order for a document',
		{
			...{ resource: 'paymentOrder', operation: 'create', output: 'raw' },
			...{ bankAccountId: byId('303'), dueDate: '2026-12-01' },
			accountingDocuments: '={{ $json.id }}',
		},
		4,
		1102,
	],
];

describe('the requests of a run of one and of 250 items', () => {
	it.each(byItems)('%s', async (_, parameters, one, many) => {
		const counts: number[] = [];
		for (const length of [1, 250]) {
			const { run, asked, sandbox } = await bench({ documents: 600 });
			const { admin } = sandbox;
			const items = Array.from({ length }, (_item, place) => {
				const id = String(admin.documentAt(place).id);
				admin.changeDocument(id, unpaid);
				return { id };
			});
			const { error } = await run(parameters, { items });
			expect(error).toBeUndefined();
			counts.push(asked().length);
		}
		expect(counts).toEqual([one, many]);
	});
});
