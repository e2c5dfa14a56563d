import { create } from './support/create';
import { runNode } from './support/engine';
import { smallService } from './support/smallService';
import type { Parameters } from './support/withSandbox';

/** An option that is needed only after a lost answer would be refused in place of the open outcome. */

const update: Parameters = {
	resource: 'accountingDocument',
	operation: 'update',
	accountingDocumentId: { __rl: true, mode: 'id', value: '12' },
	lineItemsFrom: 'keep',
	updateFields: { orderNo: 'A-18' },
};
const unique = {
	createOptions: { uniqueBy: 'orderNo' },
	additionalFields: { orderNo: 'A-18' },
};
const deletion: Parameters = {
	resource: 'accountingDocument',
	operation: 'delete',
	accountingDocumentId: { __rl: true, mode: 'id', value: '12' },
};

const cases: Array<[name: string, parameters: Parameters, option: string, label: RegExp]> = [
	['create', create(), 'lookAgainSeconds', /^'?Look Again/],
	['create once', create(unique), 'lookAgainSeconds', /^'?Look Again/],
	['create once', create(unique), 'lookBack', /^'?Look Back/],
	['update', update, 'lookAgainSeconds', /^'?Look Again/],
	['delete', deletion, 'batchSize', /^'?Batch Size/],
];

describe.each(cases)('a bad option of %s', (_name, parameters, option, label) => {
	it.each(['abc', -1, 1e9, [1]])('is refused before anything is sent: %j', async (value) => {
		const service = await smallService({
			answer: ({ method }, _response, socket) =>
				method === 'GET' ? { id: 12 } : void socket.destroy(),
		});
		const { error } = await runNode({
			parameters: { ...parameters, options: { maxTries: 1, [option]: value } },
			credentials: service.credential(),
		});
		expect(error?.message).toMatch(label);
		expect(service.arrived).toEqual([]);
	});
});
