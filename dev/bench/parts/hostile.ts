import { exportFormats, type Job, type Target } from '../engine/job';
import { targetOf, type BenchContext } from '../lib/context';
import { HostileService } from '../lib/hostileService';
import type { Hostile, HostileReader } from '../lib/results';

/** What a careless search for the end of a number, a text or a nesting would go through again and again. */
const texts: Record<string, string> = {
	dots: '.',
	digits: '7',
	quotes: '"',
	brackets: '[{',
	backslashes: '\\',
	formulas: '=1+',
};

const readers: readonly HostileReader[] = ['helperLoop', 'node', ...exportFormats];

const megabyte = 2 ** 20;

/** The fastest counts, so that no pause of the machine is taken for growth. */
const repetitions = 2;

/** Documents with texts that nobody writes by hand: the time of a megabyte must not grow with their size. */
export async function hostile(context: BenchContext): Promise<Hostile[]> {
	const found: Hostile[] = [];
	const sizes = context.quick ? [0.1, 0.2] : [1, 2, 4, 8];
	const counts = context.quick ? [2, 4] : [5, 10, 20, 40];
	const all = Object.entries(texts);
	for (const [text, character] of context.quick ? all.slice(0, 1) : all) {
		const sent = JSON.stringify(character).length - 2;
		const ofSize = (size: number) => character.repeat((size * megabyte) / sent);
		found.push(
			...(await measured(context, text, 'one text', sizes, (size) => [ofSize(size), 1])),
			...(await measured(context, text, 'many texts', counts, (count) => [
				ofSize(sizes[0]),
				count,
			])),
		);
	}
	return found;
}

async function measured(
	context: BenchContext,
	text: string,
	shape: Hostile['shape'],
	sizes: number[],
	contents: (size: number) => [description: string, documents: number],
): Promise<Hostile[]> {
	const found = readers.map((reader): Hostile => ({ text, reader, shape, runs: [] }));
	for (const size of sizes) {
		const [description, documents] = contents(size);
		const service = await HostileService.start(description, documents);
		try {
			for (const { reader, runs } of found) {
				const job = jobFor(reader, targetOf(context, service));
				const times: number[] = [];
				service.sentBytes = 0;
				for (let run = 0; run < repetitions; run++) {
					const result = await context.engine.run(job);
					if (result.documents !== documents) {
						throw new Error(`${reader} read ${result.documents} of ${documents} with ${text}`);
					}
					times.push(result.ms);
				}
				const megabytes = service.sentBytes / repetitions / megabyte;
				runs.push({ megabytes: round(megabytes), ms: round(Math.min(...times)) });
			}
		} finally {
			await service.stop();
		}
	}
	for (const { reader, runs } of found) {
		const told = runs.map(({ megabytes, ms }) => `${(ms / megabytes).toFixed(1)}`);
		context.say(`Hostile, ${text}, ${shape}, ${reader}: ${told.join(', ')} ms per MB`);
	}
	return found;
}

function jobFor(reader: HostileReader, target: Target): Job {
	if (reader === 'node') return { kind: 'read', contestant: 'node', width: 'default', target };
	if (reader === 'helperLoop') return { kind: 'read', contestant: 'helperLoop', width: 1, target };
	return { kind: 'export', format: reader, target };
}

const round = (value: number): number => Math.round(value * 10) / 10;
