import type { IDataObject } from 'n8n-workflow';

import type { GivenFault } from '../../../dev/sandbox/http/faults';
import { create, documentsPath } from './create';
import type { RunOptions, RunResult } from './engine';
import { creationFaults, random, readingFaults, type Strike } from './onceFaults';
import { goOn, type Bench, type Parameters } from './withSandbox';

/**
 * The model of "never twice": a workflow creates documents under faults. It is stopped, cancelled, started twice and
 * repeated until every item succeeds, while others create similar documents. After each run, the test compares the
 * output with the service.
 */

const fields = ['orderNo', 'externalNo', 'variableSymbol', 'explicitNo'] as const;

/** The events of one run of the workflow. */
type Way = 'goesOn' | 'stops' | 'retries' | 'isCancelled' | 'together';

/** Documents that others create: with the same number of another supplier, or with the same key and other lines. */
type Others = 'none' | 'otherSupplier' | 'otherLines';

const settingsOf = (way: Way) => ({
	...(way !== 'stops' && way !== 'retries' && goOn),
	...(way === 'retries' && { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
});

/** After this many runs there are no more faults, so the next one has to succeed. */
const mostUnderFaults = 6;

/** Runs the workflow of a seed until it succeeds. @throws Error that says what the node did wrong */
export async function runModel(bench: Bench, seed: number): Promise<void> {
	const next = random(seed);
	const { admin } = bench.sandbox;
	admin.clearFaults();
	admin.clearJournal();
	const field = fields[next(fields.length)];
	const keys = Array.from({ length: next(4) + 2 }, () => `9${seed}0${next(3)}`);
	const ifExists = next(4) === 0 ? 'update' : 'return';
	const others = (['none', 'otherSupplier', 'otherLines'] as const)[next(3)];
	const wrong = (what: string) =>
		new Error(`seed ${seed} (${field}, ${ifExists}, ${others}): ${what}`);
	arm(bench, next, seed, ifExists);
	if (others !== 'none') admin.addFault(...imitations(others, field, keys, seed));
	for (let run = 1; ; run++) {
		const isCalm = run > mostUnderFaults;
		if (isCalm) admin.clearFaults();
		const way = isCalm ? 'goesOn' : wayOf(next(11));
		const before = documentsOf(bench, field, keys);
		const start = async () =>
			await bench.run(parameters(field, ifExists, others, run), {
				items: keys.map((key) => ({ key })),
				node: settingsOf(way),
				...(way === 'isCancelled' && { onStart: cancelAfter(bench, next(keys.length) + 1) }),
			});
		const [result] = await Promise.all(way === 'together' ? [start(), start()] : [start()]);
		await untilQuiet(bench);
		const after = documentsOf(bench, field, keys);
		for (const key of new Set(keys)) {
			const count = after.filter((one) => one.key === key).length;
			if (count > 1) throw wrong(`${count} documents for ${key} after run ${run} (${way})`);
		}
		const fresh = after.filter(({ id }) => !before.some((one) => one.id === id));
		const isWatched = way !== 'isCancelled' && way !== 'together';
		if (isWatched) {
			const isOthers = (id: unknown, key: string) =>
				others === 'otherLines' && keyOfDocument(bench, field, id) === key;
			const problem = untold(result, keys, fresh, before, isOthers);
			if (problem !== undefined) throw wrong(`${problem} in run ${run} (${way})`);
		}
		const isGreen = isWatched && !result.error && result.json.every(({ error }) => !error);
		if (isGreen) {
			const missing = keys.filter(
				(key, index) =>
					!after.some((one) => one.key === key) &&
					keyOfDocument(bench, field, result.json[index]?.id) !== key,
			);
			if (missing.length > 0) throw wrong(`green without documents for ${missing.join(', ')}`);
			if (result.json.length !== keys.length) throw wrong(`${result.json.length} items came out`);
			return;
		}
		if (isCalm) {
			const errors = result.json.flatMap(({ error }) => (error ? [String(error)] : []));
			// Others have created one with the same key, so the node cannot know which one to update.
			const isPlain = others === 'otherLines' && errors.every((one) => /^Several doc/.test(one));
			if (isPlain && !result.error) return;
			throw wrong(`not green without faults: ${result.error?.message ?? errors.join('; ')}`);
		}
	}
}

const regNo = ['CZ 0123', 'cz-0123', 'CZ0123'];

/** Documents that others sometimes create before a list is read. */
function imitations(others: Others, field: string, keys: string[], seed: number): GivenFault[] {
	return [...new Set(keys)].map((key, index) => ({
		kind: 'insert',
		times: 1,
		match: { path: 'search', rate: 0.2, seed: seed * 10 + index },
		fields: {
			...{ type: 0, currency: 'CZK', vatCountryType: 1, [shownAs(field)]: key },
			lineItems: [{ description: 'Chairs', qt: 5, unitPriceVatExcl: 999, vatRate: 21 }],
			...(others === 'otherSupplier'
				? { direction: 0, contact: { companyRegNo: '999', taxId: 'CZ999', contactId: 999 } }
				: { direction: 1 }),
		},
	}));
}

const ways: Way[] = ['stops', 'stops', 'retries', 'retries', 'isCancelled', 'together', 'together'];
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

const parameters = (field: string, ifExists: string, others: Others, run: number): Parameters =>
	create({
		additionalFields: { [field]: '={{ $json.key }}' },
		options: { uniqueBy: field, ifExists, maxTries: 2 },
		...(others === 'otherSupplier' && {
			direction: 0,
			contact: { companyRegNo: regNo[run % regNo.length] },
		}),
	});

interface Known {
	id: string;
	key: string;
}

const shownAs = (field: string) => (field === 'explicitNo' ? 'accountingDocumentNo' : field);

/** Documents of the workflow, without those of others. */
function documentsOf({ sandbox }: Bench, field: string, keys: string[]): Known[] {
	return sandbox.admin
		.createdDocuments()
		.map((one) => ({ id: String(one.id), key: String((one as IDataObject)[shownAs(field)]) }))
		.filter(({ key }) => keys.includes(key));
}

function keyOfDocument({ sandbox }: Bench, field: string, id: unknown): unknown {
	if (id === undefined) return undefined;
	return (sandbox.admin.document(String(id)) as IDataObject)[shownAs(field)];
}

const open = /may or may not have been made|A document with the .* may or may not exist/;

/**
 * Whether a created document was not reported, or a report is wrong.
 * @param fresh created in this run
 * @param before existed when it began
 * @param isOthers whether an item may return this document of somebody else
 */
export function untold(
	{ json, error }: RunResult,
	keys: string[],
	fresh: Known[],
	before: Known[],
	isOthers: (id: unknown, key: string) => boolean = () => false,
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
		// "Done" without an ID: then the next item with the key relies on it.
		const isDone = json.some((one, index) => one.created === true && keys[index] === key);
		if (!isShown && !isNamed && !isOpen && !isDone) return `nobody was told of document ${id}`;
	}
	if (failed !== undefined) return undefined;
	for (const [index, one] of json.entries()) {
		if (one.error || one.id === undefined) continue;
		const found = [...fresh, ...before].find(({ id }) => id === String(one.id));
		if (!found && one.existed === true && isOthers(one.id, keys[index])) continue;
		if (found?.key !== keys[index]) return `item ${index} was given document ${String(one.id)}`;
		const first = json.findIndex((other) => other.id === one.id && !other.error);
		const isNew = fresh.includes(found) && first === index;
		const wasOpen = keys.slice(0, index).includes(keys[index]);
		if (one.existed === isNew && !wasOpen) return `item ${index} says existed: ${one.existed}`;
	}
	return undefined;
}

/** "Already done: row 1; row 3 (ID 17)": without an ID if the service has returned none. */
const isToldDone = (failed: string | undefined, index: number) =>
	new RegExp(`Already done: .*\\brow ${index + 1}\\b`).test(failed ?? '');

/** Cancels an execution after this many creations. */
const cancelAfter =
	(bench: Bench, count: number): RunOptions['onStart'] =>
	({ cancel, ended }) => {
		const watch = setInterval(() => {
			if (posts(bench).length >= count) cancel();
		}, 1);
		const stop = () => clearInterval(watch);
		void ended.then(stop, stop);
	};

const posts = ({ asked }: Bench) => asked(documentsPath).filter(({ method }) => method === 'POST');

/** Waits for a creation that was in flight when the execution was cancelled. */
export async function untilQuiet({ asked }: Bench): Promise<void> {
	const isBusy = () => asked().some(({ status, isAborted }) => status === undefined && !isAborted);
	while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 2));
}
