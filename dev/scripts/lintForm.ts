import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';

import { unmarkedChoices } from './decidingChoices';
import { allows, exceptions, type Report } from './formExceptions';
import { literal, type SourceLine } from './formSource';
import { resources } from './resources';

/**
 * `npm run lint:form`: n8n's rules read source, so they see neither form.json nor what a function returns. This lints
 * each node with its form as a literal.
 */
interface Form {
	properties: unknown[];
	subtitle?: string;
}

const root = path.resolve(__dirname, '../..');
const longestHint = 120;

/** What no rule of n8n checks. */
function* ownReports({ text, labels }: SourceLine): Generator<Report & { message: string }> {
	const source = text.trim();
	const [, name, value] = /^(\w+): '(.*)',$/.exec(source) ?? [];
	if (name === 'hint' && value.length > longestHint) {
		const message = `A hint has at most ${longestHint} characters, and this one has ${value.length}`;
		yield { rule: 'hint-too-long', labels, source, message };
	}
	const isUnchecked = /^(action|placeholder)$/.test(name ?? '');
	if (isUnchecked && value !== value.trim()) {
		yield { rule: 'untrimmed', labels, source, message: 'The text begins or ends with a space' };
	}
}

function sourceOf(name: string, form: Form): SourceLine[] {
	const source = readFileSync(path.join(root, `nodes/${name}/${name}.node.ts`), 'utf8');
	const lines = source
		.replace('form.subtitle', () => JSON.stringify(form.subtitle))
		.split('\n')
		.flatMap((line) => {
			const [before, after] = line.split('form.properties as INodeProperties[]');
			if (after === undefined) return [{ text: line, labels: [] }];
			return literal(form.properties, before, after);
		});
	if (lines.length < 500) throw new Error(`${name} does not name its form as expected`);
	return lines;
}

async function lint(name: string, form: Form): Promise<Array<Report & { message: string }>> {
	const eslint = new ESLint({
		cwd: root,
		overrideConfigFile: 'dev/eslint.sources.config.mjs',
		allowInlineConfig: false,
	});
	const lines = sourceOf(name, form);
	const [{ messages }] = await eslint.lintText(lines.map(({ text }) => text).join('\n'), {
		filePath: `nodes/${name}/${name}.node.ts`,
	});
	const reports = messages.map(({ ruleId, line, message }) => {
		const { text, labels } = lines[line - 1];
		return { rule: String(ruleId), labels, source: text.trim(), message };
	});
	return [...reports, ...lines.flatMap((line) => [...ownReports(line)])];
}

/** Two arguments lint another form of a node: its name, and a file. */
async function main([changed, file]: string[]): Promise<void> {
	const unused = new Set(exceptions);
	for (const name of ['AccountingService', 'AccountingServiceTrigger']) {
		const source = name === changed ? file : path.join(root, `nodes/${name}/form.json`);
		const form = JSON.parse(readFileSync(source, 'utf8')) as Form;
		for (const report of await lint(name, form)) {
			const allowing = exceptions.filter((exception) => allows(exception, report));
			for (const exception of allowing) unused.delete(exception);
			if (allowing.length > 0) continue;
			const { rule, labels, message } = report;
			console.error(`${name}: ${labels.join(' → ')}: ${message} (${rule})\n  ${report.source}`);
			process.exitCode = 1;
		}
	}
	const unneeded = [...unused].map(({ reason }) => `Exception that is no longer needed: ${reason}`);
	for (const message of [...unneeded, ...unmarkedChoices(resources)]) {
		console.error(message);
		process.exitCode = 1;
	}
}

void main(process.argv.slice(2));
