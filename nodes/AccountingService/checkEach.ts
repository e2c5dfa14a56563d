import { toResult } from '../shared/client/errors';
import type { FailedOutcome, OperationCall } from './operation';

/** Checks each item on its own. @param check throws ServiceError for a bad item */
export async function checkEach<T>(
	calls: OperationCall[],
	check: (call: OperationCall) => T,
): Promise<{ passed: T[]; failed: FailedOutcome[] }> {
	const passed: T[] = [];
	const failed: FailedOutcome[] = [];
	for (const call of calls) {
		const checked = await toResult(async () => await Promise.resolve(check(call)));
		if (checked.failure) failed.push({ inputs: [call.itemIndex], failure: checked.failure });
		else passed.push(checked.value);
	}
	return { passed, failed };
}
