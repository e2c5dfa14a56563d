import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ModuleKind, transpileModule } from 'typescript';

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

/** Compiles what loads with an entry into a folder where the package finds another n8n-workflow first. */
function plant(entry: string, exported: string): string {
	const folder = mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'planted-'));
	const write = (file: string, text: string) => {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), text);
	};
	write('node_modules/n8n-workflow/index.js', exported);
	const compilerOptions = { module: ModuleKind.CommonJS, esModuleInterop: true };
	for (const source of loadedWith([entry])) {
		const file = path.relative(projectFolder, source);
		const text = readFileSync(source, 'utf8');
		if (file.endsWith('.json')) write(file, text);
		else write(file.replace(/ts$/, 'js'), transpileModule(text, { compilerOptions }).outputText);
	}
	return path.join(folder, path.relative(projectFolder, entry).replace(/ts$/, 'js'));
}

describe('Beside a copy of n8n-workflow 1.82, which lacks NodeConnectionTypes', () => {
	const current = JSON.stringify(require.resolve('n8n-workflow'));
	const older = `module.exports = { ...require(${current}), NodeConnectionTypes: undefined };`;

	it.each([
		['AccountingService', ['main']],
		['AccountingServiceTrigger', []],
	])('%s loads and connects', (name, inputs) => {
		const entry = path.join(projectFolder, 'nodes', name, `${name}.node.ts`);
		const code =
			'const [file, name] = process.argv.slice(1);' +
			'console.log(JSON.stringify(new (require(file)[name])().description));';
		const args = ['-e', code, plant(entry, older), name];
		const description = JSON.parse(
			execFileSync(process.execPath, args, { encoding: 'utf8' }),
		) as object;
		expect(description).toMatchObject({ inputs, outputs: ['main'] });
	});
});
