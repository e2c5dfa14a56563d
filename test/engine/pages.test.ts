/** docs/internals/faults.md: its tables, and blocks of other pages that only tests can write. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { withBlock } from '../../dev/scripts/pageBlock';
import { echoFormsMarkdown } from './support/echoForms';
import { exportToFile } from './support/exported';
import { faultTableMarkdown } from './support/faultTable';
import { vatStatement } from './support/vatStatement';
import { bench } from './support/withSandbox';
import { writeFaultsMarkdown } from './support/writeFaults';

/** Set by `npm run generate`. */
const isWriting = process.env.WRITE_PAGES === '1';

/** The output of an export on a certain day. A machine's time is the one of the run that wrote the page. */
async function exportOutput(page: string): Promise<string> {
	const { run } = await bench({ documents: 1000 });
	const options = { fileNamePattern: 'accounting-documents-2026-11-24' };
	const [json] = (await run(exportToFile({ format: 'csv', options }))).json;
	const short = (hash: unknown) => `${String(hash).slice(0, 16)}…`;
	const durationMs = Number(/"durationMs": (\d+)/.exec(page)?.[1]);
	const output = {
		...json,
		checksum: short(json.checksum),
		sha256: short(json.sha256),
		details: { ...(json.details as object), durationMs },
	};
	const inLine = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
	const lines = Object.entries(output).map(([name, value]) => `\t"${name}": ${inLine(value)}`);
	return ['```json', '{', lines.join(',\n'), '}', '```', ''].join('\n');
}

it.each<[page: string, name: string, block: (page: string) => string | Promise<string>]>([
	['docs/internals/faults.md', 'faults', () => `${faultTableMarkdown()}\n`],
	['docs/internals/faults.md', 'changes', () => `${writeFaultsMarkdown()}\n`],
	['docs/internals/security.md', 'forms', () => `${echoFormsMarkdown()}\n`],
	['docs/reference/exports.md', 'output', exportOutput],
	['docs/recipes/vat-statement.md', 'rows', async () => (await vatStatement()).markdown],
])('%s: the %s are those of the tests (npm run generate)', async (file, name, block) => {
	const place = path.resolve(__dirname, '../..', file);
	const page = readFileSync(place, 'utf8');
	const written = withBlock(page, name, await block(page));
	if (isWriting) writeFileSync(place, written);
	expect(readFileSync(place, 'utf8')).toBe(written);
});

it('the rows of docs/recipes/vat-statement.md add up to VAT by Month', async () => {
	const { sums } = await vatStatement();
	expect(sums[0]).toEqual(sums[1]);
});
