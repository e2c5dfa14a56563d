import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { Checks } from '../lib/checks';
import { readExample } from '../lib/example';
import { projectFolder } from '../lib/paths';
import type { Workbench } from '../lib/workbench';

interface KnownType {
	name: string;
	version: number | number[];
}

export function exampleChecks(checks: Checks, bench: Workbench): void {
	const files = readdirSync(path.join(projectFolder, 'examples')).filter((file) =>
		file.endsWith('.json'),
	);

	let types: Promise<KnownType[]> | undefined;

	for (const name of files.map((file) => path.basename(file, '.json'))) {
		checks.add(`example ${name}: imports anywhere, every node known to n8n`, async () => {
			const workflow = readExample(name);
			const known = await (types ??= bench.session.nodeTypes<KnownType>());
			const unknown = workflow.nodes.filter(
				({ type, typeVersion }) =>
					!known.some(
						({ name, version }) => name === type && [version].flat().includes(typeVersion),
					),
			);
			deepStrictEqual(
				unknown.map(({ type, typeVersion }) => `${type} ${typeVersion}`),
				[],
			);
			const bound = workflow.nodes.filter(({ credentials }) => credentials !== undefined);
			strictEqual(bound.length, 0, 'a credential of this machine is in the file');
			strictEqual(
				/127\.0\.0\.1|localhost/.test(JSON.stringify(workflow)),
				false,
				'an address is in the file',
			);
			await bench.session.createWorkflow(workflow);
		});
	}
}
