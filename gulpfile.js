const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

// Compiles the sources and writes each codex, X.node.json, beside its node.
async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	// The compiler reports on standard output; shown whole, since a bare exit code explains nothing.
	await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.json']).catch((failure) => {
		throw new Error(failure.stdout || failure.message);
	});
}

// Images and JSON must arrive byte for byte: gulp 5 would otherwise read them as UTF-8 text.
const copy = (from, to) => () => src(from, { encoding: false }).pipe(dest(to));

const assets = parallel(
	copy('icons/*.svg', 'dist/icons'),
	copy('nodes/**/__schema__/**/*.json', 'dist/nodes'),
);

exports.clean = clean;
exports.build = series(clean, compile, assets);
exports.default = exports.build;
