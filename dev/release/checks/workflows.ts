import { deepStrictEqual, match, ok } from 'node:assert/strict';

import type { Checks } from '../../e2e/lib/checks';
import { lintWorkflow, parseWorkflow, textOf, workflowFiles, type Step } from '../workflow';

const stepsOf = (file: string): Step[] =>
	Object.values(parseWorkflow(textOf(file)).jobs).flatMap(({ steps = [] }) => steps);

export function workflowChecks(checks: Checks): void {
	for (const file of workflowFiles) {
		checks.add(`${file}: the linter finds nothing`, async () => {
			deepStrictEqual(await lintWorkflow(file, textOf(file)), []);
		});

		checks.add(`${file}: every action is pinned by commit and names its version`, () => {
			const used = [...textOf(file).matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, action]) => action);
			for (const action of used) match(action, /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
			ok(used.length > 2);
		});

		checks.add(`${file}: no text from outside becomes part of a command`, () => {
			const runs = stepsOf(file).map(({ run }) => run ?? '');
			deepStrictEqual(
				runs.filter((run) => run.includes('${{')),
				[],
			);
		});
	}

	checks.add('the linter finds what is wrong', async () => {
		const [file] = workflowFiles;
		const wrong = textOf(file)
			.replace('runs-on:', 'run-on:')
			.replace('matrix.node }}', 'matrix.n }}');
		const found = (await lintWorkflow(file, wrong)).join('\n');
		match(found, /unexpected key "run-on"/);
		match(found, /property "n" is not defined/);
	});

	checks.add('only the step that publishes has an identity token', () => {
		const { jobs } = parseWorkflow(textOf('.github/workflows/publish.yml'));
		const trusted = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token']);
		deepStrictEqual(
			trusted.map(([name]) => name),
			['publish'],
		);
		const commands = trusted.flatMap(([, { steps = [] }]) => steps.flatMap(({ run }) => run ?? []));
		deepStrictEqual(commands.length, 1);
		match(commands[0] ?? '', /^npm publish \S+\.tgz /);
	});

	checks.add('CI runs what .ci/run runs, on each supported Node.js', () => {
		const local = textOf('.ci/run');
		const commands = new Set(stepsOf('.github/workflows/ci.yml').flatMap(({ run }) => run ?? []));
		// It installs Debian's packages with a different command, but the same ones.
		const installed = /^sudo apt-get update -qq && sudo apt-get install -qq -y /;
		const isThere = (command: string) =>
			installed.test(command)
				? command
						.replace(installed, '')
						.split(' ')
						.every((name) => new RegExp(`^bring \\S+ ${name}$`, 'm').test(local))
				: local.includes(command);
		deepStrictEqual(
			[...commands].filter((command) => !isThere(command)),
			[],
		);
		ok(commands.size > 3);
		match(textOf('.github/workflows/ci.yml'), /node: \[20, 22, 24\]/);
	});
}
