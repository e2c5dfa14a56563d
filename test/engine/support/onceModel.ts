import type { IDataObject } from 'n8n-workflow';

import type { GivenFault } from '../../../sandbox/http/faults';
import { create, documentsPath, newer } from './create';
import type { RunResult } from './engine';
import { goOn, type Bench } from './withSandbox';

/**
 * The model of "never twice": a workflow that creates documents under faults, is stopped, cancelled and repeated until
 * every item is green. What must hold after each run is checked against what the service has, not against what the
 * node believes.
 */

/** Equal seeds give equal numbers. */
function random(seed: number): (below: number) => number {
	let state = (seed * 2654435761) % 2 ** 32;
	return (below) => {
		state = (state * 1664525 + 1013904223) % 2 ** 32;
		return Math.floor((state / 2 ** 32) * below);
	};
}

type Strike = Omit<GivenFault, 'match' | 'times'>;

/** What may happen to the creation of a document. */
const creationFaults: Strike[] = [
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'resetWithin' },
	{ kind: 'truncatedJson' },
	{ kind: 'emptyBody' },
	{ kind: 'errorBody' },
	{ kind: 'noRecords' },
	{ kind: 'expireToken' },
	...[429, 400, 500, 502, 503].map((status) => ({ kind: 'status', status, retryAfter: '0' })),
	...[500, 502, 503, 504, 408].map((status) => ({ kind: 'status', status, phase: 'after' })),
	{ kind: 'html' },
	{ kind: 'html', phase: 'after' },
	{ kind: 'redirect', location: 'https://elsewhere.example/', phase: 'after' },
] as Strike[];

/** What may happen to a look at what is there. */
const readingFaults: Strike[] = [
	{ kind: 'status', status: 500 },
	{ kind: 'truncatedJson' },
	{ kind: 'resetBefore' },
	{ kind: 'expireToken' },
] as Strike[];

const fields = ['orderNo', 'externalNo', 'variableSymbol', 'explicitNo'] as const;

/** How one run of the workflow goes. */
type Way = 'goesOn' | 'stops' | 'retries' | 'isCancelled';

const settingsOf = (way: Way) => ({
	...newer,
	...(way !== 'stops' && way !== 'retries' && goOn),
	...(way === 'retries' && { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
});

/** After so many runs nothing strikes any more, so that the next one has to be green. */
const mostUnderFaults = 6;

/** Runs the workflow of a seed until it is green. @throws Error that says what the node got wrong */
export async function runModel(bench: Bench, seed: number): Promise<void> {
	const next = random(seed);
	const { admin } = bench.sandbox;
	admin.clearFaults();
	admin.clearJournal();
	const field = fields[next(fields.length)];
	const keys = Array.from({ length: next(4) + 2 }, () => `9${seed}0${next(3)}`);
	const ifExists = next(4) === 0 ? 'update' : 'return';
	const wrong = (what: string) => new Error(`seed ${seed} (${field}, ${ifExists}): ${what}`);
	arm(bench, next, seed, ifExists);
	for (let run = 1; ; run++) {
		const isCalm = run > mostUnderFaults;
		if (isCalm) admin.clearFaults();
		const way = isCalm ? 'goesOn' : wayOf(next(10));
		const before = documentsOf(bench, field, keys);
		const result = await bench.run(parameters(field, ifExists), {
			items: keys.map((key) => ({ key })),
			node: settingsOf(way),
			...(way === 'isCancelled' && { onStart: cancelAfter(bench, next(keys.length) + 1) }),
		});
		await untilQuiet(bench);
		const after = documentsOf(bench, field, keys);
		for (const key of new Set(keys)) {
			const count = after.filter((one) => one.key === key).length;
			if (count > 1) throw wrong(`${count} documents for ${key} after run ${run} (${way})`);
		}
		const fresh = after.filter(({ id }) => !before.some((one) => one.id === id));
		if (way !== 'isCancelled') {
			const problem = untold(result, keys, fresh, before);
			if (problem !== undefined) throw wrong(`${problem} in run ${run} (${way})`);
		}
		const isGreen =
			way !== 'isCancelled' && !result.error && result.json.every(({ error }) => !error);
		if (isGreen) {
			const missing = keys.filter((key) => !after.some((one) => one.key === key));
			if (missing.length > 0) throw wrong(`green without documents for ${missing.join(', ')}`);
			if (result.json.length !== keys.length) throw wrong(`${result.json.length} items came out`);
			return;
		}
		if (isCalm) {
			const said = result.error?.message ?? JSON.stringify(result.json.filter((one) => one.error));
			throw wrong(`not green without faults: ${said}`);
		}
	}
}

const ways: Way[] = ['stops', 'stops', 'retries', 'retries', 'isCancelled', 'isCancelled'];
const wayOf = (number: number): Way => ways[number] ?? 'goesOn';

function arm(
	{ sandbox: { admin } }: Bench,
	next: (below: number) => number,
	seed: number,
	ifExists: string,
): void {
	const strikes = (list: Strike[], path: string, rate: number, salt: number) =>
		admin.addFault({
			...list[next(list.length)],
			times: 0,
			match: { path, rate, seed: seed * 10 + salt },
		} as GivenFault);
	for (let count = next(3) + 1; count > 0; count--) {
		strikes(creationFaults, 'createDocument', 0.25, count);
	}
	if (next(3) === 0) strikes(readingFaults, 'search', 0.15, 7);
	if (next(3) === 0) strikes(readingFaults, 'getDocument', 0.15, 8);
	if (ifExists === 'update') strikes(creationFaults, 'updateDocument', 0.25, 9);
}

const parameters = (field: string, ifExists: string) =>
	create({
		uniqueBy: field,
		ifExists,
		additionalFields: { [field]: '={{ $json.key }}' },
		options: { maxTries: 2, lookAgainSeconds: 0 },
	});

interface Known {
	id: string;
	key: string;
}

function documentsOf({ sandbox }: Bench, field: string, keys: string[]): Known[] {
	const shown = field === 'explicitNo' ? 'accountingDocumentNo' : field;
	return sandbox.admin
		.createdDocuments()
		.map((one) => ({ id: String(one.id), key: String((one as IDataObject)[shown]) }))
		.filter(({ key }) => keys.includes(key));
}

const open = /may or may not have been done|It is not known whether a document with the/;

/**
 * Whether a document was made of which nobody was told, or something was told that is not so.
 * @param fresh made in this run
 * @param before there when it began
 */
function untold(
	{ json, error }: RunResult,
	keys: string[],
	fresh: Known[],
	before: Known[],
): string | undefined {
	const failed = error && `${error.message} ${error.description ?? ''}`;
	const stoppedAt = error?.context?.itemIndex as number | undefined;
	const errorOf = (index: number) =>
		failed === undefined ? json[index]?.error : index === stoppedAt ? failed : undefined;
	for (const { id, key } of fresh) {
		const isShown = json.some((one) => String(one.id) === id && !one.error);
		const isNamed =
			failed?.includes(`ID ${id}`) ||
			keys.some((own, index) => own === key && isToldDone(failed, index));
		const isOpen = keys.some((own, index) => own === key && open.test(String(errorOf(index))));
		// "Done", without showing which one: the next item with the key then takes it for granted.
		const isDone = json.some((one, index) => one.created === true && keys[index] === key);
		if (!isShown && !isNamed && !isOpen && !isDone) return `nobody was told of document ${id}`;
	}
	if (failed !== undefined) return undefined;
	for (const [index, one] of json.entries()) {
		if (one.error || one.id === undefined) continue;
		const found = [...fresh, ...before].find(({ id }) => id === String(one.id));
		if (found?.key !== keys[index]) return `item ${index} was given document ${String(one.id)}`;
		const first = json.findIndex((other) => other.id === one.id && !other.error);
		const isNew = fresh.includes(found) && first === index;
		const wasOpen = keys.slice(0, index).includes(keys[index]);
		if (one.existed === isNew && !wasOpen) return `item ${index} says existed: ${one.existed}`;
	}
	return undefined;
}

/** "Done before, and staying so: item 0; item 2 (ID 17)": without an ID where the service has told none. */
const isToldDone = (failed: string | undefined, index: number) =>
	new RegExp(`Done before, and staying so: .*\\bitem ${index}\\b`).test(failed ?? '');

/** Cancels an execution when so many creations have arrived. */
const cancelAfter = (bench: Bench, count: number) => (execution: { cancel: () => void }) => {
	const started = Date.now();
	const watch = setInterval(() => {
		const isDue = posts(bench).length >= count;
		if (isDue) execution.cancel();
		if (isDue || Date.now() - started > 2000) clearInterval(watch);
	}, 1);
};

const posts = ({ asked }: Bench) => asked(documentsPath).filter(({ method }) => method === 'POST');

/** A creation that was under way when the execution was cancelled comes to its end. */
async function untilQuiet({ asked }: Bench): Promise<void> {
	const isBusy = () => asked().some(({ status, isAborted }) => status === undefined && !isAborted);
	while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 2));
}
