const { AsyncLocalStorage } = require('node:async_hooks');
const { mkdtempSync } = require('node:fs');
const { builtinModules } = require('node:module');
const { Socket } = require('node:net');
const { join } = require('node:path');
const { default: Runtime } = require('jest-runtime');

// n8n-core writes its settings and files there, each process its own.
process.env.N8N_USER_FOLDER = mkdtempSync(join(process.env.TEST_SCRATCH_FOLDER, 'n8n-'));
process.env.N8N_ENCRYPTION_KEY = 'engine-tests-only';
process.env.N8N_LOG_LEVEL = 'silent';

/**
 * A forgotten Base URL is the address of the real service. No test may call it, or any other address outside this
 * machine, so such a connection ends before the name is looked up.
 */
const isHere = (host) => /^(localhost|127(\.\d+){3}|::1|\[::1\])$|\.localhost$/.test(host);
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
	const [first, second] = Array.isArray(given[0]) ? given[0] : given;
	const isObject = typeof first === 'object' && first !== null;
	const host = (isObject ? first.host : typeof second === 'string' && second) || 'localhost';
	if (isHere(host)) return connect.apply(this, given);
	process.nextTick(() => this.destroy(new Error(`A test connects to ${host}`)));
	return this;
};

/**
 * jest keeps the running test in an AsyncLocalStorage, a new one for each file of tests, and leaves it enabled. Before
 * Node 24, every promise copies the values of all enabled ones: after a hundred files, an `await` took fifty times as
 * long. Whatever uses a disabled one again enables it.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
	storages.add(this);
	return run.apply(this, given);
};

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

	teardown() {
		for (const storage of storages) storage.disable();
		storages.clear();
		super.teardown();
	}
};
