import path from 'node:path';

import { e2eFolder } from './paths';

/** Checks that do not run in the oldest n8n, and why; a run prints this text. */
export const leftOut = {
	assistant: 'building workflows over its MCP server, which that n8n does not offer yet',
	editor: 'the browser, except for hints, since the editor was built otherwise',
	engineTested:
		'what the engine tests hold with the n8n-core of that n8n: each operation, writes that end open, a day of 40 organizations',
	nextMajor: 'the defaults announced for n8n 3.0, which it does not know',
	queueMode: 'queue mode, which would double the time of the run',
	scheduler: 'polling by a scheduler in the database, since it polls with timers in memory only',
	tidyStore:
		'the removal of files that were begun, which its store keeps until the execution is deleted',
	toolErrors: 'what a model reads of an error, since its agent makes no further request after one',
} as const;

export type LeftOut = keyof typeof leftOut;

/** An n8n version for the checks. */
interface Release {
	/** Contains its package.json and lock, and its node_modules once installed. */
	folder: string;
	/** The major versions of Node.js that it runs on. */
	node: NodeMajors;
	leavesOut: readonly LeftOut[];
}

export interface NodeMajors {
	from: number;
	to: number;
}

/** The values of `npm run test:e2e -- --n8n`: the n8n for all checks, and the oldest supported one. */
export const releases = {
	'2.41': { folder: e2eFolder, node: { from: 24, to: Infinity }, leavesOut: [] },
	'2.8': {
		folder: path.join(e2eFolder, 'oldest'),
		node: { from: 20, to: 24 },
		leavesOut: Object.keys(leftOut) as LeftOut[],
	},
} satisfies Record<string, Release>;

export type ReleaseName = keyof typeof releases;

export const defaultRelease: ReleaseName = '2.41';

/** Throws for a name that is none of {@link releases}. */
export function releaseNamed(name: string): ReleaseName {
	const known = Object.keys(releases) as ReleaseName[];
	const found = known.find((one) => one === name);
	if (found === undefined) {
		throw new Error(`There is no n8n "${name}" here: ${known.join(' or ')}.`);
	}
	return found;
}
