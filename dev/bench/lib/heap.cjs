/** Loaded before n8n: clears its memory again and again, and notes what is left on the heap. */
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

function sample() {
	const started = Date.now();
	collect();
	appendFileSync(process.env.BENCH_HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
	// Most of the time belongs to n8n, also where the machine is slow.
	setTimeout(sample, Math.max(1_000, 9 * (Date.now() - started))).unref();
}

// n8n's helpers are processes of their own, with the same variables.
if (process.argv[2] === 'start') sample();
