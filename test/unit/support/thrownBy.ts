import { ServiceError } from '../../../nodes/shared/client/errors';

/** The ServiceError that a function throws. The test fails if it throws anything else, or nothing. */
export async function thrownBy(act: () => unknown): Promise<ServiceError> {
	try {
		await act();
	} catch (thrown) {
		if (thrown instanceof ServiceError) return thrown;
		throw thrown;
	}
	throw new Error('nothing was thrown');
}
