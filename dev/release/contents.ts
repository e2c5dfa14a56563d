import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { filesIn } from './clone';
import type { Manifest } from './manifest';

const always = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/** The files below a folder of the project, as paths from the project with forward slashes. */
const filesOf = (project: string, folder: string): string[] =>
	filesIn(path.join(project, folder)).map((file) => [folder, ...file.split(path.sep)].join('/'));

/** The files of the package: each compiled source, each codex, schema, form and icon, and four files outside of dist. */
export function expectedContents(project: string): string[] {
	const compiled = ['credentials', 'nodes']
		.flatMap((folder) => filesOf(project, folder))
		.filter((file) => file.endsWith('.ts'))
		.map((file) => file.replace(/\.ts$/, '.js'));
	const copied = [
		...filesOf(project, 'nodes').filter((file) => file.endsWith('.json')),
		...filesOf(project, 'icons').filter((file) => file.endsWith('.svg')),
	];
	return [...always, ...[...compiled, ...copied].map((file) => `dist/${file}`)].sort();
}

/** The differences between a list of packed files and the files of the package; empty if there are none. */
export function contentFaults(contents: string[], project: string): string[] {
	const expected = new Set(expectedContents(project));
	const packed = new Set(contents);
	return [
		...[...expected].filter((file) => !packed.has(file)).map((file) => `${file} is missing`),
		...contents
			.filter((file) => !expected.has(file))
			.map((file) => `${file} does not belong there`),
		...contents
			.filter((file) => /(^|\/)tests?\/|\.(test|spec|d)\.|\.map$/.test(file))
			.map((file) => `${file} is a test, a declaration or a source map`),
	];
}

type Icon = string | { light: string; dark: string } | undefined;
interface Described {
	icon?: Icon;
	description?: { icon?: Icon };
}

/** The class that n8n loads from a file: it has the name of the file. */
function instanceFrom(file: string): Described {
	const exported = createRequire(file)(file) as Record<string, (new () => Described) | undefined>;
	const name = path.basename(file).split('.')[0];
	const Type = exported[name];
	if (Type === undefined) throw new Error(`${file} exports no class ${name}`);
	return new Type();
}

/**
 * Missing files of a built package: nodes and credentials in package.json, their icons, and the codex and output schemas
 * of a node.
 */
export function loadingFaults({ n8n }: Manifest, project: string): string[] {
	const lacks = (file: string) => !existsSync(path.join(project, file));
	return [...n8n.nodes, ...n8n.credentials].flatMap((file) => {
		if (lacks(file)) return [`${file} is named in package.json and missing`];
		const folder = path.dirname(file);
		const instance = instanceFrom(path.join(project, file));
		const icon = instance.description?.icon ?? instance.icon;
		const icons = typeof icon === 'object' ? [icon.light, icon.dark] : [icon ?? 'file:none'];
		const beside = n8n.nodes.includes(file)
			? [file.replace(/\.js$/, '.json'), path.join(folder, '__schema__')]
			: [];
		return [...icons.map((name) => path.join(folder, name.replace(/^file:/, ''))), ...beside]
			.filter(lacks)
			.map((missing) => `${missing} is missing, which ${file} needs`);
	});
}
