import { asUnknown, type ServiceCall } from '../../shared/client/call';
import { pause } from '../../shared/client/deadline';
import { cancelledWhile, ServiceError, toResult } from '../../shared/client/errors';
import type { OperationCall } from '../operation';
import { firstPauseMs, longestPauseMs } from './waiting';

/** How to find out whether a write was made. */
export interface OutcomeProbe<F> {
	/** @returns the proof that the write was made; undefined if there is none so far */
	probe: () => Promise<F | undefined>;
	/** Whether a probe can prove it after this failure of the write. Default: after each. */
	canProve?: (failure: ServiceError) => boolean;
	/** The proof, as a sentence for a hint. */
	explainFound: (found: F) => string;
	/** What the last probe has shown instead, as a sentence for the error; '' for nothing. */
	explainDoubt: () => string;
	limits?: ProbeLimits;
	/** The probe after a success response with an error in it. It is cheap, because such a refusal may concern every item. */
	probeFirstPage?: () => Promise<F | undefined>;
	/** Whether these cheap probes prove that nothing was done, and a repeated item would look before it sends anything. */
	provesNothingDone?: () => boolean;
}

/**
 * Sends a write. If the response to a creation is lost, the request is not sent again. Instead, this probes what it has
 * done (for a document: lostDocument.ts).
 * @param outcome undefined if the service has no request for it
 * @returns the response, or what the probe has found
 * @throws ServiceError of every kind; outcomeUnknown with the doubt if nothing shows whether the write was made
 */
export async function sendWrite<T, F>(
	call: OperationCall,
	request: ServiceCall<T>,
	outcome?: OutcomeProbe<F>,
): Promise<{ response?: T; found?: F }> {
	const sent = await toResult(async () => await call.client.request(request));
	if (!sent.failure) return { response: sent.value };
	const { failure } = sent;
	if (!outcome || failure.kind !== 'outcomeUnknown') throw failure;
	const { refusal } = failure;
	const probe = (refusal && outcome.probeFirstPage) ?? outcome.probe;
	const canProve = outcome.canProve?.(failure) ?? true;
	const limits = (refusal || !canProve ? undefined : outcome.limits) ?? probeTwice;
	const seen = await probeAgain(call, request.activity, probe, limits);
	const found = canProve ? seen : undefined;
	if (found === undefined) {
		if (refusal && outcome.provesNothingDone?.()) throw refusal;
		const doubt = outcome.explainDoubt();
		throw doubt === '' ? failure : failure.addAdvice(doubt);
	}
	call.hint(
		`The service did not confirm ${request.activity}. ${outcome.explainFound(found)}`,
		'readAfterwards',
	);
	return { found };
}

/** How long to probe. */
export interface ProbeLimits {
	seconds: number;
	/** Minimum number of attempts, however long they take. */
	attempts?: number;
}

/** A service may show a new or changed document late (docs/api/behaviours.md#healthy-services). */
export const probeUntilListed: ProbeLimits = { seconds: 30 };

/** A single response may be a mistake. */
export const probeTwice: ProbeLimits = { seconds: 0, attempts: 2 };

/**
 * Probes with growing pauses, because the service may still be processing a request after its response was lost.
 * @param probe a ServiceError that it throws counts as not found
 * @param activity completes sentences: "creating an accounting document"
 * @throws ServiceError (cancelled)
 */
export async function probeAgain<T>(
	{ client }: OperationCall,
	activity: string,
	probe: () => Promise<T | undefined>,
	{ seconds, attempts = 1 }: ProbeLimits,
): Promise<T | undefined> {
	const { signal } = client.connection.bounds;
	const until = performance.now() + seconds * 1000;
	for (let [count, wait] = [1, firstPauseMs]; ; count++) {
		// The last probe starts at the end of the time, however long its response takes.
		const left = until - performance.now();
		const seen = await toResult(probe);
		if (signal?.aborted) throw cancelledWhile(activity, true);
		if (!seen.failure && seen.value !== undefined) return seen.value;
		if (left <= 0 && count >= attempts) return undefined;
		await pause(left > 0 ? Math.min(wait, left) : wait, signal);
		wait = Math.min(wait * 2, longestPauseMs);
	}
}

/** The failure of a write whose response does not show what was done. @param response "The response had no file ID" */
export const unclearResponse = (request: ServiceCall, response: string): ServiceError =>
	asUnknown(
		request,
		new ServiceError('notTheService', response, { description: '', effect: 'open' }),
	);

/**
 * Recognizes a record that is gone. A single "not found" may be a mistake, so it counts only if it comes twice in a row
 * (docs/api/behaviours.md#services-that-change-their-mind).
 */
export class MissingTwice {
	private readonly counts = new Map<string, number>();

	/** @returns whether the record was missing now and the last time */
	isSure(id: string, isMissing: boolean): boolean {
		const count = isMissing ? (this.counts.get(id) ?? 0) + 1 : 0;
		this.counts.set(id, count);
		return count > 1;
	}
}
