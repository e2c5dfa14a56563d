import type { ServiceRecord } from '../../shared/client/envelope';
import { cancelledWhile, ServiceError, toResult } from '../../shared/client/errors';
import { someInWords } from '../../shared/fields/values';
import { compareIds, idOf } from '../../shared/lists/ids';
import { listLagSeconds } from '../../shared/lists/lag';
import type { OperationCall } from '../operation';
import { namesOfDocuments } from '../sentence';
import { type Creation, type ExecutionMemory } from './executionMemory';
import { hasKey, mayBeDouble, valuesToSearch } from './unique';
import { probeAgain } from './unknownOutcome';

/** Of keys in a hint. */
const maxDoubled = 50;

/** How long a replica may lag behind: no reason for a hint. */
const replicaSeconds = 2;

/**
 * Checks that the list shows created documents where Unique By searches. Otherwise another run would create them again.
 * The first one is awaited before the second creation, so that the node can stop. At the end, one look shows whether all
 * are there.
 */
export class UniqueByCheck {
	constructor(private readonly memory: ExecutionMemory) {}

	/**
	 * Before a creation: waits until the list shows the first document with each field.
	 * @throws ServiceError (incomplete) if it does not; (cancelled)
	 */
	async beforeNext(): Promise<void> {
		if (this.memory.problem) throw this.memory.problem;
		const first = this.memory.creations.find(({ unique }) => !this.memory.proven.has(unique.field));
		if (!first) return;
		const { draft, unique } = first;
		const found = await this.awaitListed(first, listLagSeconds);
		if (this.memory.proven.has(unique.field)) return;
		if (found.failure?.kind === 'cancelled') throw found.failure;
		const [why, todo] = this.problemOf(first, found);
		draft.call.hint(`${why}. Another run may create a duplicate. ${todo}`);
		this.memory.problem = new ServiceError('incomplete', why, {
			description: `The node did not send this item, because Unique By cannot tell whether its document exists. ${todo}`,
			// Retry On Fail must not send it either.
			effect: 'open',
		});
		throw this.memory.problem;
	}

	/** Names the created documents that the list does not show, and keys that several have. They are done, so this is no error. */
	async atEnd(call: OperationCall): Promise<void> {
		if (this.memory.problem || this.memory.creations.length === 0) return;
		const [only, ...others] = this.memory.creations;
		if (others.length === 0) await this.checkOnly(only);
		else await this.checkAll(call);
	}

	private async awaitListed(
		creation: Creation,
		seconds: number,
	): Promise<ProbedList<ServiceRecord>> {
		const { draft, unique, record: made } = creation;
		if (!made) return { waitedMs: 0 };
		const { call, body } = draft;
		const seen = await probeList(
			call,
			async () => await this.memory.known.findInList(call.client, idOf(made)),
			seconds,
		);
		if (!seen.found) return seen;
		if (!hasKey(seen.found, unique, body)) return seen;
		this.memory.proven.add(unique.field);
		const waited = seen.waitedMs / 1000;
		if (waited > replicaSeconds) {
			call.hint(
				`The node waited ${Math.round(waited)} seconds until the list showed document ${namesOfDocuments([made])}, because Unique By needs the list.`,
			);
		}
		return seen;
	}

	private async checkOnly(only: Creation): Promise<void> {
		const { draft, unique } = only;
		const seen = await this.awaitListed(only, replicaSeconds);
		this.hintTwice(draft.call, this.memory.known.newest);
		if (this.memory.proven.has(unique.field)) return;
		const [why, todo] = this.problemOf(only, seen);
		draft.call.hint(`${why}. Another run may create a duplicate. ${todo}`);
	}

	private async checkAll(call: OperationCall): Promise<void> {
		const created = this.memory.creations.flatMap(({ record }) => (record ? [idOf(record)] : []));
		let late = created;
		let newest: ServiceRecord[] | undefined = [];
		const { failure } = await probeList(
			call,
			async () => {
				newest = await this.memory.known.sinceFirstRead(call.client);
				late = newest ? notAmong(newest, created) : [];
				return late.length === 0 || undefined;
			},
			replicaSeconds,
		);
		this.hintTwice(call, newest ?? []);
		if (late.length === 0) return;
		const ids = someInWords(late);
		call.hint(
			failure
				? `The node could not check that Unique By finds the created documents: ${failure.message}. Another run may create duplicates. ${lookFirst}`
				: `The list does not show these created documents yet: ID ${ids}. Unique By cannot find them, so another run may create duplicates. ${waitFirst}`,
		);
	}

	/** Another process may have created documents with the same keys since the list was read. */
	private hintTwice(call: OperationCall, newest: ServiceRecord[]): void {
		const { known, keyed } = this.memory;
		const others = new Map<string, ServiceRecord[]>();
		for (const record of newest.filter((one) => !known.has(one))) {
			for (const value of new Set(valuesToSearch(record).filter(Boolean))) {
				const same = others.get(value) ?? [];
				same.push(record);
				others.set(value, same);
			}
		}
		const doubled = new Set<string>();
		for (const { unique, body } of keyed) {
			if (!unique) continue;
			const there = [
				...known.withKey(unique, body),
				...(others.get(unique.value) ?? []).filter((one) => hasKey(one, unique, body)),
			];
			const same = there.filter((one) => mayBeDouble(one, unique, body));
			if (same.length < 2 || same.every((one) => known.wasListed(one))) continue;
			doubled.add(`${unique.name} (ID ${same.map(idOf).join(', ')})`);
		}
		if (doubled.size === 0) return;
		const [several, them] =
			doubled.size === 1
				? ['Several documents have', 'one']
				: [`For each of ${doubled.size} values, several documents exist:`, 'some'];
		const named = someInWords([...doubled], maxDoubled);
		call.hint(
			`${several} ${named}. Another process may have created ${them} at the same time. Delete those that are too many.`,
		);
	}

	private problemOf(
		{ unique: { name }, record, candidates }: Creation,
		{ found, failure }: ProbedList<ServiceRecord>,
	): [why: string, todo: string] {
		const which = record
			? `Document ${namesOfDocuments([record])}`
			: `A document${candidates ? ` (it may be one of ${candidates})` : ''}`;
		if (found) {
			const why = `${which} was created, but the service does not show its ${name}, so Unique By cannot find it`;
			return [why, 'Choose another field in Unique By.'];
		}
		if (failure) {
			const why = `${which} was created, but the node could not check that Unique By finds it: ${failure.message}`;
			return [why, lookFirst];
		}
		return [
			`${which} was created with the ${name}, but the node does not see it among the newest documents in the service's list. Unique By searches only those`,
			this.memory.known.isWholeList
				? `The service may list new documents late. ${waitFirst}`
				: 'Increase Options > Look Back (Documents) until it covers all documents.',
		];
	}
}

/** The created documents that the list should show, but does not. */
function notAmong(newest: ServiceRecord[], created: string[]): string[] {
	const ids = new Set(newest.map(idOf));
	const oldest = idOf(newest.at(-1) ?? {});
	return created.filter((id) => !ids.has(id) && !(compareIds(id, oldest) <= 0));
}

const lookFirst = 'Look in the service before you run this again.';
const waitFirst = 'Wait until the service lists them before you run the workflow again.';

interface ProbedList<T> {
	found?: T;
	/** Of the last request. */
	failure?: ServiceError;
	/** Without the requests, which may wait for the service. */
	waitedMs: number;
}

/** Reads with growing pauses. If the execution is stopped meanwhile, the creations are done, and the reading fails. */
async function probeList<T>(
	call: OperationCall,
	read: () => Promise<T | undefined>,
	seconds: number,
): Promise<ProbedList<T>> {
	let failure: ServiceError | undefined;
	let requestsMs = 0;
	const readOnce = async () => {
		const start = performance.now();
		const seen = await toResult(read);
		requestsMs += performance.now() - start;
		({ failure } = seen);
		return seen.failure ? undefined : seen.value;
	};
	const activity = 'checking that Unique By finds the created document';
	const since = performance.now();
	const probed = await toResult(
		async () => await probeAgain(call, activity, readOnce, { seconds }),
	);
	const waitedMs = performance.now() - since - requestsMs;
	if (probed.failure) return { failure: cancelledWhile(activity), waitedMs };
	return { found: probed.value, failure, waitedMs };
}
