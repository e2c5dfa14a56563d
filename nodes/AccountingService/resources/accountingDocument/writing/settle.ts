import type { ServiceRecord } from '../../../../shared/client/envelope';
import { cancelledWhile, tried, type ServiceError } from '../../../../shared/client/errors';
import { pause } from '../../../../shared/client/deadline';
import { collection } from '../../../../shared/fields/values';
import type { OperationCall } from '../../../operation';
import { lookAgainSeconds } from './createForm';

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * Looks until something is found, with growing pauses, since the service may still be at work on a request whose
 * answer was lost (contract of writes, 2 and section 3).
 * @param look may fail: that look then says nothing
 * @param doing finishes sentences: "creating an accounting document"
 * @returns what a look found, empty where nothing was found in the time that the options give
 * @throws ServiceError (cancelled) when the execution is
 */
export async function lookAgain(
	{ client, form }: OperationCall,
	doing: string,
	look: () => Promise<ServiceRecord[]>,
): Promise<ServiceRecord[]> {
	const { signal } = client.connection.bounds;
	const seconds = lookAgainSeconds.read(collection(form, 'options'));
	const until = Date.now() + (seconds ?? Number(lookAgainSeconds.property.default)) * 1000;
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
 * A failure of a write as one whose outcome is open.
 * @param sent method and path
 * @returns undefined where it is certain that nothing was done
 */
export function openOutcome(
	failure: ServiceError,
	sent: string,
	what: string,
	whereToLook: string,
): ServiceError | undefined {
	if (failure.kind === 'outcomeUnknown') return failure;
	// "OK" with a refusal inside says both, so only looking tells.
	const saysBoth = failure.kind === 'rejected' && (failure.status ?? 200) < 300;
	return saysBoth ? failure.outcomeUnknown(sent, what, whereToLook) : undefined;
}
