import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { projectFolder, readManifest, type Manifest } from './manifest';

/**
 * The identity of the package in package.json: `name`, `repository` and `author`. n8n lints the sources of a published
 * package too, so the derived values are in the sources, not added by the build.
 */
export interface Identity {
	/** "https://github.com/OWNER/NAME" */
	web: string;
	author: string;
	email: string;
	name: string;
}

export const identityOf = ({ name, repository, author }: Manifest): Identity => ({
	web: repository.url.replace(/^git\+/, '').replace(/\.git$/, ''),
	author: author.name,
	email: author.email,
	name,
});

/** The documentation page that n8n opens from the credential's form. */
export const credentialPage = 'docs/reference/credential.md';

const notOurs = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage', 'output']);

/** The files of a project, as paths from it. */
function filesBelow(project: string, folder = '.'): string[] {
	return readdirSync(path.join(project, folder), { withFileTypes: true })
		.filter(({ name }) => !notOurs.has(name))
		.flatMap((entry) => {
			const file = path.join(folder, entry.name);
			return entry.isDirectory() ? filesBelow(project, file) : [file];
		});
}

/** Copies bytes: some files are pictures. */
const read = (project: string, file: string) => readFileSync(path.join(project, file), 'latin1');

/** A name may be a common word, so it is replaced only in places for an author. */
const namesAuthor = (file: string) => ['LICENSE', 'package.json'].includes(file);

/** Replaces the identity of package.json in all files. @returns the changed files */
export function changeIdentity(project: string, wanted: Partial<Identity>): string[] {
	const old = identityOf(readManifest(project));
	// The address contains the name of the package, and the author's name may too: so one pass, the longest first.
	const keys = (['web', 'email', 'author', 'name'] as const).filter((key) => wanted[key]);
	if (keys.length === 0) return [];
	const latin1 = (text = '') => Buffer.from(text).toString('latin1');
	const values = new Map(keys.map((key) => [latin1(old[key]), latin1(wanted[key])]));
	const escaped = [...values.keys()].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const everywhere = new RegExp(escaped.join('|'), 'g');
	return filesBelow(project).filter((file) => {
		const text = read(project, file);
		const isKept = (found: string) => found === latin1(old.author) && !namesAuthor(file);
		const changed = text.replace(everywhere, (found) =>
			isKept(found) ? found : String(values.get(found)),
		);
		if (changed !== text) writeFileSync(path.join(project, file), changed, 'latin1');
		return changed !== text;
	});
}

/** Places with another identity, except for its author. */
export function remainsOf({ web, email, name }: Partial<Identity>, project: string): string[] {
	const left = [web?.replace(/^https:\/\//, ''), email, name].filter((text) => text !== undefined);
	return filesBelow(project).flatMap((file) => {
		const text = `${file}\n${read(project, file)}`.toLowerCase();
		return left
			.filter((value) => text.includes(value.toLowerCase()))
			.map((value) => `${file} still contains ${value}`);
	});
}

/** Places that differ from package.json. */
export function strayAddresses(project: string): string[] {
	const manifest = readManifest(project);
	const { web, author, email } = identityOf(manifest);
	const [readme, help] = [`${web}#readme"`, `${web}/blob/HEAD/${credentialPage}`];
	const source = (file: string, ending: string) =>
		file.replace(/^dist\//, '').replace(/\.js$/, ending);
	const { nodes, credentials } = manifest.n8n;
	const places = [
		['package.json', `"homepage": "${readme}`],
		['package.json', `"url": "${web}/issues"`],
		['LICENSE', ` ${author}\n`],
		['.github/SECURITY.md', `<${email}>`],
		...credentials.map((file) => [source(file, '.ts'), `'${help}'`]),
		...nodes.map((file) => [source(file, '.json'), `"${readme}`]),
		...nodes.map((file) => [source(file, '.json'), `"${help}"`]),
	];
	return places
		.filter(([file, text]) => !readFileSync(path.join(project, file), 'utf8').includes(text))
		.map(([file, text]) => `${file} does not contain ${text.trim()}`);
}

const onGitHub = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/;
/** Names that nobody can register (RFC 2606, RFC 6761), so that a placeholder belongs to nobody. */
const reserved =
	/(^|[.@/])(example\.(com|net|org)|[^.@/]+\.(example|test|invalid|localhost))(?=[/#:]|$)/;

/**
 * Reasons against publishing a package with this identity; empty if there are none.
 * @param publisher owner and name of the publishing repository, if GitHub provides them
 */
export function identityFaults(manifest: Manifest, publisher?: string): string[] {
	const { homepage, bugs, author, repository } = manifest;
	const own = onGitHub.exec(repository.url)?.[1];
	const faults = Object.entries({
		repository: repository.url,
		homepage,
		bugs: bugs.url,
		author: author.email,
	})
		.filter(([, value]) => reserved.test(value))
		.map(([field, value]) => `"${field}" in package.json is still a placeholder: ${value}`);
	if (own === undefined) {
		faults.push(
			'"repository" must be git+https://github.com/OWNER/NAME.git: n8n takes packages of public GitHub repositories only',
		);
	} else if (publisher !== undefined && publisher !== own) {
		faults.push(`"repository" names ${own}, but ${publisher} publishes`);
	}
	return faults;
}

const usage =
	'npm run identity -- --repository OWNER/NAME --author "YOUR NAME" --email ADDRESS [--name n8n-nodes-NAME]';

/** Writes the identity of the arguments. @returns the remaining problems */
function write(args: string[]): string[] {
	const text = { type: 'string' } as const;
	const { repository, ...values } = parseArgs({
		args,
		options: { repository: text, author: text, email: text, name: text },
	}).values;
	const web = repository && `https://github.com/${repository}`;
	const wanted: Partial<Identity> = { ...values, web };
	if (!Object.values(wanted).some(Boolean)) return [];
	const old = identityOf(readManifest());
	const changed = changeIdentity(projectFolder, wanted);
	const prettier = [require.resolve('prettier/bin/prettier.cjs'), '--write', '--ignore-unknown'];
	const options = { cwd: projectFolder, stdio: 'ignore' } as const;
	execFileSync(process.execPath, [...prettier, ...changed], options);
	console.log(`Changed ${changed.length} files.`);
	const fresh = identityOf(readManifest());
	const left = Object.entries(old).filter(([key, value]) => value !== fresh[key as keyof Identity]);
	return remainsOf(Object.fromEntries(left) as Partial<Identity>, projectFolder);
}

if (require.main === module) {
	const [first, ...others] = process.argv.slice(2);
	const faults = first === '--check' ? [] : write([first ?? '', ...others].filter(Boolean));
	faults.push(...strayAddresses(projectFolder));
	faults.push(...identityFaults(readManifest(), process.env.GITHUB_REPOSITORY));
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) {
		console.error(usage);
		process.exitCode = 1;
	}
}
