import { readFileSync } from 'node:fs';
import path from 'node:path';

import { itemOf, listed, parametersOf, scan } from './support/samples';
import { bench, getAll, listPath } from './support/withSandbox';

/** The numbers of requests that docs/reference/limits.md promises. */
const page = readFileSync(path.join(__dirname, '../../docs/reference/limits.md'), 'utf8');
const promised = [...page.matchAll(/^\| ([\d,]+)(?: to ([\d,]+))? \| ([\d,]+) \|$/gm)]
	.flatMap(([, first, last, requests]) => [first, last ?? first].map((count) => [count, requests]))
	.map((row) => row.map((text) => Number(text.replace(/,/g, ''))))
	// The largest one is measured: docs/internals/performance.md.
	.filter(([documents]) => documents <= 10_000);

describe('docs/reference/limits.md', () => {
	it('says what lists cost', () => expect(promised.length).toBeGreaterThan(5));

	it.each(promised)('is right about %i documents: %i requests', async (documents, requests) => {
		const { run, asked } = await bench({ documents });
		const { error } = await run(getAll({ returnAll: true }));
		expect(error).toBeUndefined();
		expect(asked(listPath)).toHaveLength(requests);
	});
});

/** What is not one request for an item, by the title; of lists: of one that fits a page. */
const others: Record<string, number> = {
	'Accounting Document: Check Shares': 0,
	'Accounting Document: Create': 2,
	'Accounting Document: Create From Scans': 2,
	'Accounting Document: Create or Update': 3,
	'Accounting Document: Download PDF': 2,
	'Accounting Document: Update': 2,
	'Document Connection: Update': 2,
	'Payment Reminder: Create': 2,
	'Payment Reminder: Update': 3,
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
