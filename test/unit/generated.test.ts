import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { pageFile } from '../../dev/bench/lib/paths';
import { pageWith, readResults } from '../../dev/bench/report';
import { generatedFiles } from '../../dev/scripts/generated';

const root = path.resolve(__dirname, '../..');
const files = generatedFiles();

describe('what is generated from the declarations of the operations', () => {
	it.each(Object.keys(files))('%s is up to date (npm run generate)', (file) => {
		expect(readFileSync(path.join(root, file), 'utf8')).toBe(files[file]);
	});

	it('has no schema of a removed operation', () => {
		const folder = 'nodes/AccountingService/__schema__';
		const found = readdirSync(path.join(root, folder), { recursive: true })
			.map((file) => path.posix.join(folder, String(file)))
			.filter((file) => file.endsWith('.json'));
		expect(found.filter((file) => !(file in files))).toEqual([]);
	});
});

it('the page of measurements has those of performance.json (npm run bench -- --page)', async () => {
	expect(readFileSync(pageFile, 'utf8')).toBe(await pageWith(readResults()));
});
