import { asUnknown, type ServiceCall } from '../../shared/client/call';
import { pause } from '../../shared/client/deadline';
import { cancelledWhile, ServiceError, tried } from '../../shared/client/errors';
import { collection, type Form, numberIn } from '../../shared/fields/readForm';
import { whole } from '../../shared/fields/describe';
import { formField } from '../../shared/fields/formField';
import type { OperationCall } from '../operation';

/** How to find out what a write has done. */
export interface Look<F> {
	/** @returns what shows that the write was made; undefined if nothing shows it so far */
	look: () => Promise<F | undefined>;
	/** What it has shown, as a sentence for a hint. */
	shown: (found: F) => string;
	/** What the last look has shown instead, as a sentence for the error; '' for nothing. */
	doubt: () => string;
	patience?: Patience;
	/** The look after a success response with an error in it. It is cheap, because such a refusal may concern every item. */
	lookQuickly?: () => Promise<F | undefined>;
	/** Whether these looks show that nothing was done, and a repeated item would look before it sends anything. */
	showsNothing?: () => boolean;
}

/**
 * Sends a write. If the response to a creation is lost, the request is not sent again. Instead, this looks for what it has
 * done (for a document: lostDocument.ts).
 * @param how undefined if the service has no request for it
 * @returns the response, or what the look has found
 * @throws ServiceError of every kind; outcomeUnknown with the doubt if nothing shows whether the write was made
 */
export async function sendWrite<T, F>(
	call: OperationCall,
	request: ServiceCall<T>,
	how?: Look<F>,
): Promise<{ response?: T; found?: F }> {
	const sent = await tried(async () => await call.client.request(request));
	if (!sent.failure) return { response: sent.value };
	const { failure } = sent;
	if (!how || failure.kind !== 'outcomeUnknown') throw failure;
	const { refusal } = failure;
	const look = (refusal && how.lookQuickly) ?? how.look;
	const patience = (refusal ? undefined : how.patience) ?? twice;
	const found = await lookAgain(call, request.what, look, patience);
	if (found === undefined) {
		if (refusal && how.showsNothing?.()) throw refusal;
		const doubt = how.doubt();
		throw doubt === '' ? failure : failure.addAdvice(doubt);
	}
	call.hint(`The service did not confirm ${request.what}. ${how.shown(found)}`, 'readAfterwards');
	return { found };
}

export const lookAgainSeconds = formField(
	'lookAgainSeconds',
	whole(
		'Look Again (Seconds)',
		'How long to look for the document, or for its new values, if the service did not confirm the change. After that, the outcome counts as unknown.',
		{ minimum: 0, maximum: 600, usual: 30 },
	),
);

/**
 * Reads the option Look Again. Call it before the first request, because a later error would hide an open outcome.
 * @throws ServiceError (badInput)
 */
export function secondsToLook(form: Form): number {
	return numberIn(collection(form, 'options'), lookAgainSeconds);
}

export const firstPauseMs = 500;
export const longestPauseMs = 15_000;

/** How long to look. */
export interface Patience {
	seconds: number;
	/** Minimum number of looks, however long they take. */
	looks?: number;
}

/** For operations without the option: a single response may be a mistake. */
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
	const until = performance.now() + seconds * 1000;
	for (let [count, wait] = [1, firstPauseMs]; ; count++) {
		const found = await look().catch(() => undefined);
		if (signal?.aborted) throw cancelledWhile(doing, true);
		if (found !== undefined) return found;
		const left = until - performance.now();
		if (left <= 0 && count >= looks) return undefined;
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
export class Missing {
	private readonly counts = new Map<string, number>();

	/** @returns whether the record was missing now and the last time */
	isSure(id: string, isMissing: boolean): boolean {
		const count = isMissing ? (this.counts.get(id) ?? 0) + 1 : 0;
		this.counts.set(id, count);
		return count > 1;
	}
}
