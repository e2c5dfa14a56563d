import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest, type Manifest } from './manifest';

/**
 * The identity of the package stands in package.json, under `repository` and `author`. Every other
 * address follows from it. n8n lints the sources of a published package too, so the addresses are
 * written into the sources and not put in while building.
 */
interface Follower {
	file: string;
	/** What comes before the address, up to its opening quote. */
	before: RegExp;
	address: string;
}

/** Where the credential is explained; n8n opens it from the credential's form. */
export const credentialPage = 'docs/reference/credential.md';

function followersOf({ repository, n8n }: Pick<Manifest, 'repository' | 'n8n'>): Follower[] {
	const web = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	const readme = `${web}#readme`;
	const credentialHelp = `${web}/blob/HEAD/${credentialPage}`;
	const source = (file: string, ending: string) =>
		file.replace(/^dist\//, '').replace(/\.js$/, ending);
	return [
		{ file: 'package.json', before: /"homepage": /, address: readme },
		{ file: 'package.json', before: /"bugs": \{\s*"url": /, address: `${web}/issues` },
		...n8n.credentials.map((file) => ({
			file: source(file, '.ts'),
			before: /documentationUrl =\s*/,
			address: credentialHelp,
		})),
		...n8n.nodes.flatMap((file) => [
			{
				file: source(file, '.json'),
				before: /"primaryDocumentation": \[\s*\{\s*"url": /,
				address: readme,
			},
			{
				file: source(file, '.json'),
				before: /"credentialDocumentation": \[\s*\{\s*"url": /,
				address: credentialHelp,
			},
		]),
	];
}

const addressAfter = (before: RegExp) => new RegExp(`(${before.source}["'])([^"']*)`);

/** Writes the addresses that follow from package.json wherever they are repeated. */
export function writeAddresses(project: string): void {
	for (const { file, before, address } of followersOf(readManifest(project))) {
		const place = path.join(project, file);
		const text = readFileSync(place, 'utf8');
		writeFileSync(place, text.replace(addressAfter(before), `$1${address}`));
	}
}

/** What is repeated elsewhere and does not follow package.json. */
export function strayAddresses(project: string): string[] {
	return followersOf(readManifest(project))
		.map(({ file, before, address }) => {
			const found = addressAfter(before).exec(readFileSync(path.join(project, file), 'utf8'))?.[2];
			return found === address ? '' : `${file} says ${found ?? 'nothing'} instead of ${address}`;
		})
		.filter((fault) => fault !== '');
}

const onGitHub = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/;
/** Names that nobody can register (RFC 2606, RFC 6761), so that a placeholder is no stranger's address. */
const reserved =
	/(^|[.@/])(example\.(com|net|org)|[^.@/]+\.(example|test|invalid|localhost))(?=[/#:]|$)/;

/**
 * Why a package must not be published under this identity; empty when it may.
 * @param publisher owner and name of the repository that publishes, where GitHub tells it
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

if (require.main === module) {
	if (process.argv.includes('--check')) {
		const manifest = readManifest();
		const faults = [
			...strayAddresses(projectFolder),
			...identityFaults(manifest, process.env.GITHUB_REPOSITORY),
		];
		for (const fault of faults) console.error(fault);
		if (faults.length > 0) {
			console.error('Set "repository" and "author" in package.json, then run: npm run identity');
			process.exitCode = 1;
		}
	} else {
		writeAddresses(projectFolder);
	}
}
