const { mkdtempSync } = require('node:fs');
const { builtinModules } = require('node:module');
const { join } = require('node:path');
const { default: Runtime } = require('jest-runtime');

// n8n-core writes its settings and files there, each process its own.
process.env.N8N_USER_FOLDER = mkdtempSync(join(process.env.TEST_SCRATCH_FOLDER, 'n8n-'));
process.env.N8N_ENCRYPTION_KEY = 'engine-tests-only';
process.env.N8N_LOG_LEVEL = 'silent';

/** Whatever jest has its own of, and Fastify, which knows a regular expression of its own realm only. */
const kept = new Set([...builtinModules, 'fastify', '@jest/globals']);

/** A package, not a file of ours. */
const isPackage = (name) => /^[@a-z]/.test(name) && !name.startsWith('node:') && !kept.has(name);

/**
 * Loads packages once for a process rather than once for each file of tests: n8n-core takes longer to load than most
 * of them take to run.
 */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		return isPackage(name) ? require(name) : super.requireModuleOrMock(from, name);
	}
};
