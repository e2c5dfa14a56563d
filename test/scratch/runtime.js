const { builtinModules } = require('node:module');
const { default: Runtime } = require('jest-runtime');

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
