import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as prettier from 'prettier';

import { generatedFiles } from './generated';

/** `npm run generate`: writes what follows from the declarations of the operations. */
async function main(): Promise<void> {
	rmSync('nodes/AccountingService/__schema__', { recursive: true, force: true });
	for (const [file, content] of Object.entries(generatedFiles())) {
		mkdirSync(path.dirname(file), { recursive: true });
		const options = await prettier.resolveConfig(file);
		writeFileSync(file, await prettier.format(content, { ...options, filepath: file }));
	}
}

void main();
