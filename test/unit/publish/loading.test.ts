import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest } from '../../../dev/release/manifest';

/** The files that load together with a source, without those of `await import`. */
function importsOf(file: string): string[] {
	if (file.endsWith('.json')) return [];
	const text = readFileSync(file, 'utf8');
	const statements = text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '(\.[^']+)';/gms);
	return [...statements].map(([, name]) => {
		const base = path.resolve(path.dirname(file), name);
		const found = [base, `${base}.ts`, path.join(base, 'index.ts')].find(
			(one) => /\.(ts|json)$/.test(one) && existsSync(one),
		);
		if (found === undefined) throw new Error(`${file} imports ${name}, which is not there`);
		return found;
	});
}

function loadedWith(files: string[]): Set<string> {
	const loaded = new Set(files);
	for (const file of loaded) for (const other of importsOf(file)) loaded.add(other);
	return loaded;
}

describe('What n8n loads when it starts', () => {
	const { n8n } = readManifest();
	const entries = [...n8n.nodes, ...n8n.credentials].map((file) =>
		path.join(projectFolder, file.replace(/^dist\//, '').replace(/\.js$/, '.ts')),
	);

	it('is the forms, and no code of an operation', () => {
		const loaded = [...loadedWith(entries)].map((file) => path.relative(projectFolder, file));
		expect(loaded).toEqual(expect.arrayContaining(['nodes/AccountingService/form.json']));
		expect(loaded.filter((file) => /\/(resources|kinds|export|lists)\//.test(file))).toEqual([]);
		expect(loaded.length).toBeLessThan(15);
	});

	it('is little more in the first execution: the operation, and what it uses', () => {
		const parts = ['execute.ts', 'resources/template/get.operation.ts'];
		const files = parts.map((file) => path.join(projectFolder, 'nodes/AccountingService', file));
		expect(loadedWith([...entries, ...files]).size).toBeLessThanOrEqual(80);
	});
});
