import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

const { satisfies } = createRequire(__filename)('semver') as {
	satisfies(version: string, range: string): boolean;
};

interface LockedPackage {
	version?: string;
	resolved?: string;
	integrity?: string;
	optionalDependencies?: Record<string, string>;
	engines?: { node?: string };
}

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as unknown;
const locked = (file: string) =>
	Object.entries((read(file) as { packages: Record<string, LockedPackage> }).packages).filter(
		([name]) => name !== '',
	);

describe.each(['package-lock.json', 'dev/e2e/runtime/package-lock.json'])('%s', (file) => {
	const packages = locked(file);
	const names = new Set(
		packages.map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 13)),
	);

	it('contains packages', () => expect(packages.length).toBeGreaterThan(2));

	// On every platform, `npm ci` refuses a lock that lacks one of them.
	it('contains the packages of every platform', () => {
		const named = packages.flatMap(([, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies),
		);
		expect(named.filter((name) => !names.has(name))).toEqual([]);
	});

	it('has the checksum of every package', () => {
		expect(packages.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([]);
	});

	it('contains no download address', () => {
		expect(packages.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([]);
	});
});

// Others get a warning from `npm ci` (EBADENGINE).
it.each(['20.19.0', '22.13.0', '24.0.0'])('every package is made for Node.js %s', (version) => {
	const others = locked('package-lock.json').filter(
		([, { engines }]) => !satisfies(version, engines?.node ?? '*'),
	);
	expect(others.map(([name]) => name)).toEqual([]);
});

describe.each(['dev/e2e/pnpm-lock.yaml', 'dev/e2e/oldest/pnpm-lock.yaml'])('%s', (file) => {
	const text = readFileSync(path.join(root, file), 'utf8');

	it('contains no download address', () => expect(text).not.toMatch(/tarball:|https?:/));
});
