import { readFileSync } from 'node:fs';
import path from 'node:path';

import { committedFiles } from '../../dev/release/clone';
import { projectFolder, readManifest } from '../../dev/release/manifest';

const filesIn = (...folders: string[]) =>
	committedFiles(...folders).filter((file) => file.endsWith('.ts'));

const shipped = filesIn('nodes', 'credentials');
const texts = new Map(
	[...shipped, ...filesIn('dev', 'test')].map((file) => [
		file,
		readFileSync(path.join(projectFolder, file), 'utf8'),
	]),
);
const { n8n } = readManifest();
const entries = [...n8n.nodes, ...n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

/** The words of all files, each with the files that contain it. */
const users = new Map<string, Set<string>>();
for (const [file, text] of texts)
	for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g))
		users.set(word, (users.get(word) ?? new Set()).add(file));

describe('What is shipped', () => {
	it('exports nothing that only its own file uses', () => {
		const declared =
			/^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
		const unused = shipped
			.filter((file) => !entries.includes(file))
			.flatMap((file) =>
				[...String(texts.get(file)).matchAll(declared)]
					.filter(([, name]) => users.get(name)?.size === 1)
					.map(([, name]) => `${file}: ${name}`),
			);
		expect(unused).toEqual([]);
	});

	it('has few names with two meanings: at most 20 stand at the top of several files', () => {
		const declared =
			/^(?:export )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
		const places = new Map<string, Set<string>>();
		for (const file of shipped)
			for (const [, name] of String(texts.get(file)).matchAll(declared))
				places.set(name, (places.get(name) ?? new Set()).add(file));
		const repeated = new Map([...places].filter(([, files]) => files.size > 1));
		// Operations of several resources have the same name: create, get, update and so on.
		expect([...repeated.keys()]).toEqual(expect.arrayContaining(['create', 'getAll']));
		const named = [...repeated].map(([name, files]) => `${name}: ${[...files].join(', ')}`);
		expect(named.length > 20 ? named : []).toEqual([]);
	});

	it('is used by what is shipped: no file serves tests or generators only', () => {
		const imported = new Set(entries);
		for (const file of imported) {
			const names = String(texts.get(file)).matchAll(/(?:from|import\() ?'(\.[^']+)'/g);
			for (const [, name] of names) {
				const base = path.join(path.dirname(file), name);
				const found = [`${base}.ts`, path.join(base, 'index.ts')].find((one) => texts.has(one));
				if (found !== undefined) imported.add(found);
			}
		}
		expect(shipped.filter((file) => !imported.has(file))).toEqual([]);
	});
});
