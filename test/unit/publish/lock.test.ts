import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

interface LockedPackage {
	version?: string;
	resolved?: string;
	integrity?: string;
	optionalDependencies?: Record<string, string>;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as unknown;
const locked = (file: string) =>
	Object.entries((read(file) as { packages: Record<string, LockedPackage> }).packages).filter(
		([name]) => name !== '',
	);

describe.each(['package-lock.json', 'e2e/runtime/package-lock.json'])('%s', (file) => {
	const packages = locked(file);
	const names = new Set(
		packages.map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 13)),
	);

	it('holds what it should be read for', () => expect(packages.length).toBeGreaterThan(2));

	// `npm ci` refuses a lock that lacks one of them, on every platform.
	it('holds the packages of every platform', () => {
		const named = packages.flatMap(([, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies),
		);
		expect(named.filter((name) => !names.has(name))).toEqual([]);
	});

	it('knows the checksum of every package', () => {
		expect(packages.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([]);
	});

	it('tells no address of a download', () => {
		expect(packages.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([]);
	});
});

describe.each(['e2e/pnpm-lock.yaml', 'e2e/oldest/pnpm-lock.yaml'])('%s', (file) => {
	const text = readFileSync(path.join(root, file), 'utf8');

	it('tells no address of a download', () => expect(text).not.toMatch(/tarball:|https?:/));
});
