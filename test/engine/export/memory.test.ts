/** docs/reference/limits.md#memory: an export keeps a part of its file in memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ServiceProcess } from '../../../dev/sandbox/process';
import { inRealTime } from '../support/clock';
import { credentialFor, runNode } from '../support/engine';
import { exportToFile, onlyFile } from '../support/exported';

const documents = Number(process.env.EXPORT_DOCUMENTS ?? 8_000);

const sandbox = ServiceProcess.sandbox(['--documents', String(documents)]);

afterAll(async () => await (await sandbox).stop());

setFlagsFromString('--expose-gc');
const clearAway = runInNewContext('gc') as () => void;

/** Bytes in use during some work, without garbage. */
interface InUse<T> {
	result: T;
	/** The maximum. */
	heap: number;
	/** The median of all samples: buffers in flight vary by megabytes. */
	external: number;
}

async function inUseDuring<T>(work: Promise<T>): Promise<InUse<T>> {
	let heap = 0;
	const samples: number[] = [];
	let timer: NodeJS.Timeout;
	const sample = () => {
		const started = Date.now();
		clearAway();
		const { heapUsed, external } = process.memoryUsage();
		heap = Math.max(heap, heapUsed);
		samples.push(external);
		// Garbage collection is slow on a busy machine; most of the time is for the work.
		timer = setTimeout(sample, Math.max(250, 4 * (Date.now() - started)));
	};
	sample();
	const result = await work.finally(() => clearTimeout(timer));
	samples.sort((a, b) => a - b);
	return { result, heap, external: samples[Math.floor(samples.length / 2)] };
}

/** So that a short export has as many pages in flight as a long one. */
const oneAtATime = { parallelPages: 1 };

describe('Export to File: memory', () => {
	inRealTime();

	it.each((process.env.EXPORT_FORMATS ?? 'csv,ndjson.gz,xlsx').split(','))(
		`${documents} documents as %s: keeps less than a document`,
		async (fileType) => {
			const [format, ending] = fileType.split('.');
			const always = { options: { ...oneAtATime, compress: ending === 'gz' } };
			const credentials = credentialFor(await sandbox);
			const run = async (changes: object) =>
				await inUseDuring(
					runNode({
						parameters: exportToFile({ format, rowsPer: 'both', ...changes }),
						credentials,
					}),
				);
			// A few documents, plus what an execution and the pages in flight need; the first execution needs more.
			const some = { filters: { valueFrom: '20000' }, ...always };
			await run(some);
			const few = await run(some);
			const started = Date.now();
			const all = await run(always);
			const seconds = (Date.now() - started) / 1000;
			const { account } = await onlyFile(all.result);
			expect(account).toMatchObject({ documents, complete: true });
			const further = documents - (await onlyFile(few.result)).account.documents;
			expect(further).toBeGreaterThan(documents / 2);
			const heapOfEach = Math.round((all.heap - few.heap) / further);
			const externalOfEach = Math.round((all.external - few.external) / further);
			process.stdout.write(
				`${documents} documents as ${fileType}: ${seconds.toFixed(1)} s, ${heapOfEach} + ${externalOfEach} bytes of each further one in use\n`,
			);
			expect(JSON.stringify(all.result.run).length).toBeLessThan(10_000);
			// Kept documents show in the first, kept pages in the second.
			expect(heapOfEach).toBeLessThan(500);
			expect(externalOfEach).toBeLessThan(1_500);
		},
		600_000,
	);

	it(`${documents} documents in Summarize: keeps groups only`, async () => {
		const parameters = {
			...{ resource: 'accountingDocument', operation: 'summarize', report: 'vatByMonth' },
			options: oneAtATime,
		};
		const credentials = credentialFor(await sandbox);
		const run = async () => await runNode({ parameters, credentials });
		await run();
		clearAway();
		const before = process.memoryUsage().heapUsed;
		const { result, heap } = await inUseDuring(run());
		expect(result.error).toBeUndefined();
		expect(result.json.length).toBeGreaterThan(100);
		expect((heap - before) / documents).toBeLessThan(500);
	});
});
