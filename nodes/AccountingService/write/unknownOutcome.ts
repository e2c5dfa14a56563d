import { pause } from '../../shared/client/deadline';
import { cancelledWhile, type ServiceError } from '../../shared/client/errors';
import { collection, type Form } from '../../shared/fields/form';
import { wholeNumberField } from '../../shared/fields/options';
import type { OperationCall } from '../operation';

export const lookAgainSeconds = wholeNumberField({
	displayName: 'Look Again (Seconds)',
	name: 'lookAgainSeconds',
	minimum: 0,
	maximum: 600,
	default: 30,
	description:
		'How long to look for the document, or for its new values, if the service did not confirm the change. After that, the outcome counts as unknown.',
});

/**
 * Reads the option Look Again. Call it before the first request, because a later error would hide an open outcome.
 * @throws ServiceError (badInput)
 */
export function secondsToLook(form: Form): number {
	return lookAgainSeconds.readOrDefault(collection(form, 'options'));
}

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/** How long to look. */
export interface Patience {
	seconds: number;
	/** Minimum number of looks, however long they take. */
	looks?: number;
}

/** For operations without the option: a single answer may be a mistake. */
export const twice: Patience = { seconds: 0, looks: 2 };

/**
 * Looks with growing pauses, because the service may still be processing a request after its response was lost.
 * @param look anything that it throws counts as not found
 * @param doing completes sentences: "creating an accounting document"
 * @throws ServiceError (cancelled)
 */
export async function lookAgain<T>(
	{ client }: OperationCall,
	doing: string,
	look: () => Promise<T | undefined>,
	{ seconds, looks = 1 }: Patience,
): Promise<T | undefined> {
	const { signal } = client.connection.bounds;
	const until = Date.now() + seconds * 1000;
	for (let [count, wait] = [1, firstPauseMs]; ; count++) {
		const found = await look().catch(() => undefined);
		if (signal?.aborted) throw cancelledWhile(doing, true);
		if (found !== undefined) return found;
		const left = until - Date.now();
		if (left <= 0 && count >= looks) return undefined;
		await pause(left > 0 ? Math.min(wait, left) : wait, signal);
		wait = Math.min(wait * 2, longestPauseMs);
	}
}

/** How to find out what a write has done. */
export interface Look<T> {
	/** Completes sentences: "updating accounting document 17". */
	what: string;
	/** @returns what shows that the write was made; undefined if nothing shows it so far */
	look: () => Promise<T | undefined>;
	/** What the last look has shown, as a sentence. */
	doubt: () => string;
	patience?: Patience;
}

/**
 * The one look after a write with an unknown outcome.
 * @throws ServiceError the failure of the write, with the doubt, unless the look shows that the write was made
 */
export async function confirmWrite<T>(
	call: OperationCall,
	failure: ServiceError,
	{ what, look, doubt, patience = twice }: Look<T>,
): Promise<T> {
	if (failure.kind !== 'outcomeUnknown') throw failure;
	const found = await lookAgain(call, what, look, patience);
	if (found !== undefined) return found;
	const advice = doubt();
	throw advice === '' ? failure : failure.addAdvice(advice);
}

/**
 * Recognizes a record that is gone. A single "not found" may be a mistake, so it counts only if it comes twice in a row
 * (docs/api/behaviours.md#services-that-change-their-mind).
 */
export class Missing {
	private readonly counts = new Map<string, number>();

	/** @returns whether the record was missing now and the last time */
	isSure(id: string, isMissing: boolean): boolean {
		const count = isMissing ? (this.counts.get(id) ?? 0) + 1 : 0;
		this.counts.set(id, count);
		return count > 1;
	}
}

/**
 * Whether the response to a write was a 2xx with an error inside. The service may have made the change before another
 * step failed, so the caller must check that nothing was done.
 */
export function isRefusalInside({ kind, status = 200 }: ServiceError): boolean {
	return kind === 'rejected' && status < 300;
}
