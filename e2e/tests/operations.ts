import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import { sameRecords, type Checks } from '../lib/checks';
import { items, nodeType, ourNode } from '../lib/flow';
import type { Entry } from '../lib/reference';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const documents = { resource: 'accountingDocument' };
const getAll = { ...documents, operation: 'getAll' };
const search = { ...documents, operation: 'search' };
const whole = { returnAll: true, output: 'raw' };

interface NodeDescription {
	name: string;
	properties: Array<{
		name: string;
		options?: Array<{ value: string }>;
		displayOptions?: { show?: { resource?: string[] } };
	}>;
}

/** Every operation, as "resource.operation", that n8n offers for the installed package. */
async function offered({ session }: Workbench): Promise<string[]> {
	const types = await session.nodeTypes<NodeDescription>();
	const description = types.find(({ name }) => name === nodeType);
	ok(description, `n8n does not know the node ${nodeType}`);
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				options
					// n8n adds this one itself: it points to the HTTP Request node.
					.filter(({ value }) => value !== '__CUSTOM_API_CALL__')
					.map(({ value }) => `${resource}.${value}`),
			),
		);
}

function isFlat(record: Entry): boolean {
	return Object.values(record).every((value) => value === null || typeof value !== 'object');
}

export function operationChecks(checks: Checks, bench: Workbench): void {
	const { reference, sandbox } = bench;

	checks.add('Get Many: all documents, each exactly as the service sent it', async () => {
		sameRecords(await bench.records({ ...getAll, ...whole }), await reference.documents());
	});

	checks.add('Get Many: stops at the limit and asks for no page beyond it', async () => {
		const expected = (await reference.documents()).slice(0, 130);
		sandbox.admin.clearJournal();
		sameRecords(await bench.records({ ...getAll, output: 'raw', limit: 130 }), expected);
		const pages = sandbox.admin
			.journal()
			.entries.filter(({ path }) => path.includes('accountingdocuments'));
		strictEqual(pages.length, 2, `${pages.length} pages were asked for`);
	});

	checks.add('Get Many: a small limit costs one request of at least ten records', async () => {
		sandbox.admin.clearJournal();
		strictEqual((await bench.records({ ...getAll, limit: 3 })).length, 3);
		const pages = sandbox.admin
			.journal()
			.entries.filter(({ path }) => path.includes('accountingdocuments'));
		deepStrictEqual(
			pages.map(({ query }) => Number((query as Entry).pageSize)),
			[10],
		);
	});

	checks.add('Get Many: simplified records are flat, of at most ten fields', async () => {
		const simplified = await bench.records({ ...getAll, limit: 40 });
		const expected = (await reference.documents()).slice(0, 40);
		strictEqual(simplified.length, 40);
		simplified.forEach((record, index) => {
			ok(Object.keys(record).length <= 10 && isFlat(record), JSON.stringify(record));
			strictEqual(record.id, expected[index]?.id);
			strictEqual(record.total, expected[index]?.total);
			const { paid } = (expected[index]?.payments ?? {}) as Entry;
			strictEqual(record.paid, paid ?? null);
		});
	});

	checks.add('Get Many: the connectable amount comes with the scope CA only', async () => {
		const scoped = { ...getAll, ...whole, options: { scope: ['CA'] } };
		sameRecords(await bench.records(scoped), await reference.documents('CA'));
		const [plain] = await bench.records({ ...getAll, output: 'raw', limit: 1 });
		ok(plain && !('connectableAmount' in plain));
	});

	checks.add('Search: text, range of amounts and ascending order', async () => {
		const filters = { valueFrom: 0, valueTo: 5000 };
		const sample = (await reference.documents()).find(
			({ contact, total }) =>
				typeof (contact as Entry | undefined)?.companyName === 'string' &&
				Number(total) > filters.valueFrom &&
				Number(total) < filters.valueTo,
		);
		const text = String((sample?.contact as Entry).companyName).slice(0, 5);
		const parameters = { ...search, ...whole, searchText: text, sortDirection: 'ASC', filters };
		const expected = await reference.search({ searchText: text, sortDirection: 'ASC', ...filters });
		ok(expected.length > 0);
		sameRecords(await bench.records(parameters), expected);
	});

	checks.add('Search: other filters go to the service by the name the user gives', async () => {
		const filters = { otherFilters: { filter: [{ name: 'currency', value: 'EUR' }] } };
		const expected = await reference.search({ currency: 'EUR' });
		ok(expected.length > 0);
		sameRecords(await bench.records({ ...search, ...whole, filters }), expected);
	});

	checks.add('Search: issued documents of a period, as the sandbox counts them', async () => {
		const period = { issueDateFrom: '2026-07-01', issueDateTo: '2026-09-30' };
		const filters = { direction: 1, ...period };
		const found = await bench.records({ ...search, ...whole, filters });
		const expected = (await reference.documents()).filter(
			({ direction, issueDate }) =>
				direction === 1 && String(issueDate) >= '2026-07-01' && String(issueDate) <= '2026-09-30',
		);
		strictEqual(expected.length, sandbox.admin.totals({ direction: '1', ...period }).count);
		sameRecords(found, expected);
	});

	checks.add('Get by Permalink Token: every input item is its own request', async () => {
		const wanted = (await reference.documents()).slice(5, 9);
		const tokens = wanted.map(({ permalinkToken }) => ({ token: permalinkToken }));
		const parameters = {
			...documents,
			operation: 'getByToken',
			token: '={{ $json.token }}',
			output: 'raw',
		};
		const result = await bench.run(items(tokens), ourNode(bench.credential(), parameters));
		const out = itemsOf(result, 'Service');
		const expected = await Promise.all(tokens.map(({ token }) => reference.byToken(String(token))));
		sameRecords(
			out.map(({ json }) => json),
			expected,
		);
		deepStrictEqual(
			out.map(({ pairedItem }) => pairedItem),
			tokens.map((_, item) => ({ item })),
		);
	});

	checks.add('Template, Get: the template exactly as the service sent it', async () => {
		const id = Number(sandbox.admin.templateIds()[3]);
		const parameters = { resource: 'template', operation: 'get', templateId: id, output: 'raw' };
		sameRecords(await bench.records(parameters), [await reference.template(id)]);
	});

	checks.add('every operation that n8n offers for the package was executed', async () => {
		const names = await offered(bench);
		ok(names.length >= 4, `n8n offers only ${names.join(', ')}`);
		const missing = names.filter((name) => !bench.executed.has(name));
		deepStrictEqual(missing, [], `not executed: ${missing.join(', ')}`);
	});
}
