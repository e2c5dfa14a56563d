import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../../../dev/release/manifest';

const nodes = path.join(projectFolder, 'nodes');
const textOf = (file: string) => readFileSync(path.join(nodes, file), 'utf8');
const list = textOf('AccountingService/once/memories.ts');

/** Variables of a module that begin empty, or that change. */
const memory =
	/^(?:export )?(?:const (\w+) = new (?:Map|Set|WeakMap|WeakSet)\b[^;]*\(\);|let (\w+))/gm;

it('every memory of this process is in the list of memories', () => {
	const missing = readdirSync(nodes, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) =>
			[...textOf(file).matchAll(memory)]
				.map(([, constant, variable]) => constant ?? variable)
				.filter((name) => !list.includes(`\`${name}\``))
				.map((name) => `${file}: ${name}`),
		);
	expect(missing).toEqual([]);
});
