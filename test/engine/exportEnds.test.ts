import { exportToFile } from './support/exported';
import { runNode } from './support/engine';
import { smallService } from './support/smallService';

const idsBelow = (id: number, count: number) =>
	Array.from({ length: count }, (_, index) => id - 1 - index);

describe('a service that counts its pages from 0', () => {
	it.each([
		{ operation: 'splitForExport', shares: 4 },
		exportToFile({ options: { afterId: '1100' } }),
		exportToFile({ options: { untilId: '1100' } }),
	])('is told by %j', async (parameters) => {
		const { credential } = await smallService({
			answer: ({ query }) => {
				const [size, page] = [Number(query.get('pageSize')), Number(query.get('page'))];
				const list = idsBelow(1601, 600).map((id) => ({ id }));
				return { records: list.slice(page * size, (page + 1) * size), pagesCount: 600 / size };
			},
		});
		const { error } = await runNode({
			parameters: { resource: 'accountingDocument', ...parameters },
			credentials: credential(),
		});
		expect(error?.message).toMatch(/^The service has documents on page 0/);
	});
});
