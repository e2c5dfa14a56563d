import { readFileSync } from 'node:fs';
import path from 'node:path';

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
