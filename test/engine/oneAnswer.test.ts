import { runNode } from './support/engine';
import { smallService } from './support/smallService';

const lines = Array.from({ length: 20 }, (_, index) => ({
	id: String(index),
	description: 'Goods',
}));

const parameters = {
	resource: 'accountingDocument',
	operation: 'getLineItems',
	accountingDocumentId: '7',
	returnAll: true,
	simplify: false,
};

describe('a list that is published as one answer', () => {
	it.each([
		['bare', lines],
		['in an envelope', { lineItems: lines, pagesCount: 1, currentPage: 1 }],
	])('is read %s', async (_what, body) => {
		const { credential, arrived } = await smallService({ answer: () => body });
		const { error, json } = await runNode({ parameters, credentials: credential() });
		expect([error, json, arrived.length]).toEqual([undefined, lines, 1]);
	});

	it('is not taken for whole where the service says that there is more', async () => {
		const { credential } = await smallService({
			answer: () => ({ lineItems: lines, pagesCount: 3, currentPage: 1 }),
		});
		const { error, json } = await runNode({ parameters, credentials: credential() });
		expect(error?.message).toMatch(
			/^The service gave the first of 3 pages while listing the line items/,
		);
		expect(json).toEqual([]);
	});
});
