/**
 * docs/reference/organizations.md#good-to-know: no token and no document crosses between forty companies under
 * faults.
 */
import { propertyMs } from '../../property';
import { AccountingOffice, type NodeRuns } from '../support/accountingOffice';
import { probeOnce } from '../support/clock';
import { ofItem } from '../support/companyItems';
import { contentOf } from '../support/exported';
import { bench, goOn, type Parameters } from '../support/withSandbox';

beforeEach(probeOnce);

describe('1,000 items of 40 organizations, under revoked tokens and lost responses', () => {
	it(
		'are created, listed, exported and updated, each in its own organization',
		async () => {
			const made = await bench({ documents: 0 }, ofItem);
			const before = { ...made.credentials.stored };
			const node: NodeRuns = {
				async run(parameters, items, goesOn = false) {
					const changes = { items, ...(goesOn && { node: goOn }) };
					const result = await made.run(parameters as Parameters, changes);
					if (result.error) throw result.error;
					return result.items;
				},
				async exported(parameters, items) {
					const { error, items: files } = await made.run(parameters as Parameters, { items });
					if (error) throw error;
					return await Promise.all(
						files.map(async ({ binary = {} }) => (await contentOf(binary.data)).toString()),
					);
				},
			};
			const office = new AccountingOffice(made.sandbox.admin, node, 1000);
			const { exchanges, revocations, unknownButCreated } = await office.day();
			expect(unknownButCreated).toBeGreaterThan(0);
			expect(revocations).toBeGreaterThan(10);
			expect(exchanges).toBeGreaterThan(100);
			expect(made.credentials.stored).toEqual(before);
		},
		propertyMs,
	);
});
