import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { generatedFiles } from './generated';
import { wordsLeft } from './prose';

/** `npm run generate`: writes what is generated from the declarations of the operations. */
rmSync('nodes/AccountingService/__schema__', { recursive: true, force: true });
for (const [file, content] of Object.entries(generatedFiles())) {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, content);
}
console.log(wordsLeft());
