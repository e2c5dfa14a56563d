/**
 * `npm run check`: the checks of the code that run no test, from cheap to dear, two at a time. Arguments name the
 * parts to run. All parts run even if one fails.
 */
import { stripVTControlCharacters } from 'node:util';
import path from 'node:path';

import { foreignEnvironment, run } from '../e2e/lib/command';
import { endWithVerdict, type Tally } from '../e2e/lib/checks';

interface Part {
	/** The script in package.json. */
	script: string;
	/** Runs after this part, if that passes. */
	after?: string;
}

const parts: Part[] = [
	{ script: 'format:check' },
	{ script: 'lint' },
	{ script: 'lint:form' },
	{ script: 'types' },
	{ script: 'build' },
	{ script: 'lint:dist', after: 'build' },
];

const project = path.resolve(__dirname, '../..');
const atOnce = 2;
const minutes = 10;

/** How the tools report a problem: Prettier, the compiler (perhaps behind the time of day), ESLint, `lint:form`. */
const problems = [
	/^\[warn\] (?!Code style)(.+)$/m,
	/(?:^|\] Error: |\] )(\S+\(\d+,\d+\): error .+)$/m,
	/^(\S+:\d+:\d+: .+)$/m,
	/^([A-Z]\w+: .+)$/m,
];

/** The first problem in what a part printed, or its last line. */
export function firstProblem(output: string): string {
	for (const problem of problems) {
		const found = problem.exec(output);
		if (found) return found[1];
	}
	return output.trimEnd().split('\n').pop()?.trim() || 'no output';
}

async function passes({ script }: Part): Promise<boolean> {
	const start = Date.now();
	const { code, stdout, stderr } = await run('npm', ['run', '--silent', script], {
		cwd: project,
		env: foreignEnvironment(),
		timeoutMs: minutes * 60_000,
	});
	const took = `${script} (${((Date.now() - start) / 1000).toFixed(1)} s)`;
	// With CI=true, some parts print colors.
	const output = stripVTControlCharacters(`${stdout}${stderr}`);
	console.log(code === 0 ? `ok     ${took}` : `FAILED ${took}: ${firstProblem(output)}\n${output}`);
	return code === 0;
}

async function main(names: string[]): Promise<Tally> {
	const waiting = parts.filter(({ script }) => names.length === 0 || names.includes(script));
	const results = new Map<string, Promise<boolean>>();
	const work = async (): Promise<void> => {
		for (let part = waiting.shift(); part; part = waiting.shift()) {
			const before = part.after === undefined ? undefined : results.get(part.after);
			if ((await before) === false) continue;
			const result = passes(part);
			results.set(part.script, result);
			await result;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	const ended = await Promise.all(results.values());
	const passed = ended.filter((isPassed) => isPassed).length;
	return { passed, failed: ended.length - passed };
}

if (require.main === module) endWithVerdict(main(process.argv.slice(2)));
