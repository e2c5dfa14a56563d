const { writeSync } = require('node:fs');

/** Tells jest's results as the other tests tell theirs: a line for each failure, and the numbers at the end. */
module.exports = class {
	running = new Set();
	passed = 0;
	failures = [];

	constructor({ rootDir }) {
		this.rootDir = `${rootDir}/`;
		process.once('SIGTERM', () => {
			for (const file of this.running) this.fail(file, 'the run was ended during these tests');
			process.exit(143);
		});
		// jest's own summary comes after its reporters, and --forceExit drops what jest has not printed yet.
		process.once('exit', () => {
			const tally = `${this.passed} passed, ${this.failures.length} failed`;
			writeSync(1, `${[...this.failures, tally].join('\n')}\n`);
		});
	}

	onTestFileStart({ path }) {
		this.running.add(this.nameOf(path));
	}

	onTestFileResult({ path }, { testExecError, testResults, numPassingTests }) {
		const file = this.nameOf(path);
		this.running.delete(file);
		this.passed += numPassingTests;
		if (testExecError) this.fail(file, testExecError.message ?? String(testExecError));
		for (const { status, fullName, failureMessages } of testResults) {
			if (status === 'failed') this.fail(`${file}: ${fullName}`, failureMessages.join('\n'));
		}
	}

	fail(name, message) {
		this.failures.push(`FAILED ${name}: ${message.trim().split('\n')[0]}`);
	}

	nameOf(path) {
		return path.replace(this.rootDir, '');
	}
};
