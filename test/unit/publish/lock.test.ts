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

	// On every platform, `npm ci` refuses a lock that lacks one of them.
	it('contains the packages of every platform', () => {
		expect(packages.length).toBeGreaterThan(2);
		const named = packages.flatMap(([, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies),
		);
		expect(named.filter((name) => !names.has(name))).toEqual([]);
	});

	it('has the checksum of every package, and no download address', () => {
		const wrong = packages.filter(([, { integrity, resolved }]) => !integrity || resolved);
		expect(wrong.map(([name]) => name)).toEqual([]);
	});
});

// Others get a warning from `npm ci` (EBADENGINE).
it.each(['20.19.0', '22.13.0', '24.0.0'])('every package is made for Node.js %s', (version) => {
	const others = locked('package-lock.json').filter(
		([, { engines }]) => !satisfies(version, engines?.node ?? '*'),
	);
	expect(others.map(([name]) => name)).toEqual([]);
});

it.each(['dev/e2e/pnpm-lock.yaml', 'dev/e2e/oldest/pnpm-lock.yaml'])(
	'%s contains no download address',
	(file) => {
		expect(readFileSync(path.join(root, file), 'utf8')).not.toMatch(/tarball:|https?:/);
	},
);
