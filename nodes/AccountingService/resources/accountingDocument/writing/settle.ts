import type { ServiceRecord } from '../../../../shared/client/envelope';
import { cancelledWhile, type ServiceError, tried } from '../../../../shared/client/errors';
import { pause } from '../../../../shared/client/deadline';
import { collection, type Form } from '../../../../shared/fields/form';
import type { OperationCall } from '../../../operation';
import { lookAgainSeconds } from './createForm';

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * How long to look. To be asked for before anything is sent: refused after it, a bad value would stand in place of the
 * open outcome, and whoever corrects it would send the document again.
 * @throws ServiceError (badInput) for anything but seconds within the limits
 */
export function secondsToLook(form: Form): number {
	return (
		lookAgainSeconds.read(collection(form, 'options')) ?? Number(lookAgainSeconds.property.default)
	);
}

/**
 * Looks until something is found, with growing pauses, since the service may still be at work on a request whose
 * answer was lost (contract of writes, 2 and section 3).
 * @param look may fail: that look then says nothing
 * @param doing finishes sentences: "creating an accounting document"
 * @param seconds how long, at most; as long as the options say unless given
 * @returns what a look found, empty if nothing was found in that time
 * @throws ServiceError (cancelled) when the execution is
 */
export async function lookAgain(
	{ client, form }: OperationCall,
	doing: string,
	look: () => Promise<ServiceRecord[]>,
	seconds = Infinity,
): Promise<ServiceRecord[]> {
	const { signal } = client.connection.bounds;
	const until = Date.now() + Math.min(seconds, secondsToLook(form)) * 1000;
	for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
		const looked = await tried(look);
		if (signal?.aborted) throw cancelledWhile(doing, true);
		if (!looked.failure && looked.value.length > 0) return looked.value;
		const left = until - Date.now();
		if (left <= 0) return [];
		await pause(Math.min(wait, left), signal);
	}
}

/**
 * Whether a change was answered "OK" with a refusal inside. A service may have done it all the same, before something
 * else failed, so it is told as a refusal only once a look has shown that nothing was done.
 */
export function isRefusalInside({ kind, status = 200 }: ServiceError): boolean {
	return kind === 'rejected' && status < 300;
}
