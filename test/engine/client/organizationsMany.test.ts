import type { IDataObject } from 'n8n-workflow';

import { companies, type Companies } from '../support/companies';
import { create } from '../support/create';
import { exportToFile } from '../support/exported';
import { search, type Parameters, byId } from '../support/withSandbox';

const count = 1000;
const names = Array.from({ length: 40 }, (_, index) => `C${index}`);

const itemsOf = (made: Companies, more: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index) =>
		made.of(names[(index * 7 + Math.floor(index / 40)) % names.length], more(index)),
	);

/** Tokens are revoked again and again, and responses to reads and writes are lost. */
function trouble({ sandbox: { admin } }: Companies): void {
	for (let call = 400; call < 6000; call += 400) {
		admin.addFault({ kind: 'expireToken', match: { call } });
	}
	admin.addFault({ kind: 'resetAfter', match: { method: 'POST', rate: 0.02, seed: 2 }, times: 0 });
	admin.addFault({ kind: 'resetAfter', match: { method: 'PUT', rate: 0.02, seed: 3 }, times: 0 });
	const busy = { kind: 'status', status: 503, times: 0 } as const;
	admin.addFault({ ...busy, match: { method: 'GET', rate: 0.02, seed: 4 } });
}

describe('1,000 items of 40 organizations, under revoked tokens and lost responses', () => {
	it('are created, listed, updated and exported, each in its own organization', async () => {
		const made = await companies(names, { documents: 0 });
		const before = { ...made.credentials.stored };
		const { admin } = made.sandbox;
		trouble(made);
		const orders = itemsOf(made, (index) => ({ order: `order ${index}` }));
		const created = await made.run(
			create({ additionalFields: { orderNo: '={{ $json.appId }} {{ $json.order }}' } }),
			{ items: orders },
		);
		expect(created.error).toBeUndefined();
		const orderNumbers = admin.createdDocuments().map(({ orderNo }) => String(orderNo));
		expect(orderNumbers.sort()).toEqual(
			orders.map(({ appId, order }) => `${appId} ${String(order)}`).sort(),
		);
		expect(created.json.map(({ orderNo }) => orderNo)).toEqual(
			orders.map(({ appId, order }) => `${appId} ${String(order)}`),
		);

		const ids = created.json.map(({ id }) => id as number);
		const withIds = itemsOf(made, (index) => ({ id: ids[index] }));
		const updated = await made.run(
			{
				...{ resource: 'accountingDocument', operation: 'update' },
				accountingDocumentId: byId('={{ $json.id }}'),
				updateFields: { description: 'of {{ $json.appId }}'.replace(/^/, '=') },
			},
			{ items: withIds },
		);
		expect(updated.error).toBeUndefined();
		for (const { appId, id } of withIds) {
			expect(admin.document(id as number).description).toBe(`of ${appId}`);
		}

		const lists = itemsOf(made).slice(0, 120);
		const listed = await made.run(
			search({ searchText: '={{ $json.appId }}', limit: 5, output: 'raw' }),
			{
				items: lists,
			},
		);
		expect(listed.error).toBeUndefined();
		expect(listed.items.length).toBeGreaterThan(names.length);
		for (const { json, pairedItem } of listed.items) {
			const { appId } = lists[(pairedItem as { item: number }).item];
			expect(json.description).toBe(`of ${appId}`);
		}
		const files = names.map((name) => made.of(name));
		const exported = await made.run(
			exportToFile({ documents: 'search', searchText: '={{ $json.appId }}' } as Parameters),
			{ items: files },
		);
		expect(exported.error).toBeUndefined();
		expect(exported.json.map(({ documents }) => documents)).toEqual(files.map(() => 25));

		expect(made.named().length).toBeGreaterThan(2 * count);
		expect(made.crossed()).toEqual([]);
		expect(made.exchanges().length).toBeGreaterThan(names.length);
		expect(made.credentials.stored).toEqual(before);
	}, 300_000);
});
