/**
 * Loads a package as n8n does when it starts, then what its first execution adds, and prints the milliseconds of both.
 * Plain JavaScript in a process of its own, since whatever compiles TypeScript on the way looks at every file that is
 * loaded.
 *   node load.cjs <n8n's package.json> <folder of the package>
 */
const { createRequire } = require('node:module');
const path = require('node:path');

const [n8nPackage, folder] = process.argv.slice(2);
const load = createRequire(path.join(folder, 'package.json'));
// n8n has it already.
createRequire(n8nPackage)('n8n-workflow');
load('n8n-workflow');
const { nodes, credentials } = load('./package.json').n8n;

const timed = (work) => {
	const started = performance.now();
	work();
	return performance.now() - started;
};
const ms = timed(() => {
	for (const file of [...nodes, ...credentials]) {
		for (const Type of Object.values(load(`./${file}`))) new Type();
	}
});
const operationsMs = timed(() => load('./dist/nodes/AccountingService/execute.js'));
console.log(JSON.stringify({ ms, operationsMs }));
