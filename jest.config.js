/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// Types are checked by `npm run types`; here they are only stripped.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
	runtime: '<rootDir>/test/scratch/runtime.js',
	// Far away: how long a test takes depends on the machine, and what hangs ends by its own deadlines.
	testTimeout: 600000,
	// Most of the time tests wait for answers, so no core is left to idle.
	maxWorkers: '100%',
	// The default is 500 ms. At load 16, workers with nothing open ended after 1 to 24 ms, but needed 1.7 s to free 1.2 GB.
	workerGracefulExitTimeout: 60000,
	// Its last line is the verdict: "N passed, N failed".
	reporters: ['default', '<rootDir>/.ci/reporter.cjs'],
	globalSetup: '<rootDir>/test/scratch/setUp.ts',
	globalTeardown: '<rootDir>/test/scratch/tearDown.ts',
};
