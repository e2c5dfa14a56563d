/** docs/reference/lists.md: a list in one response. */
import { smallService } from '../support/smallService';

const lines = Array.from({ length: 20 }, (_, index) => ({
	id: String(index),
	description: 'Goods',
}));

const parameters = {
	resource: 'accountingDocument',
	operation: 'getLineItems',
	accountingDocumentId: '7',
	returnAll: true,
	output: 'raw',
};

describe('a list that is published as one response', () => {
	it.each([
		[{ pagesCount: 3, currentPage: 1 }, 'one of 3 pages'],
		[{ total: 45 }, '20 of 45 records'],
		[{ totalCount: '45', pagesCount: 1 }, '20 of 45 records'],
	])('is not taken for whole where the service says that there is more: %j', async (more, says) => {
		const { run } = await smallService({
			answer: () => ({ lineItems: lines, ...more }),
		});
		const { error, json } = await run(parameters);
		expect(error?.message).toContain(`The service returned ${says} while listing the line items`);
		expect(json).toEqual([]);
	});
});
