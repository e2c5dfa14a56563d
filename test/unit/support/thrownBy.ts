import { ServiceError } from '../../../nodes/shared/client/errors';

/** The failure of a function; anything else that it throws, or nothing, fails the test. */
export async function thrownBy(act: () => unknown): Promise<ServiceError> {
	try {
		await act();
	} catch (thrown) {
		if (thrown instanceof ServiceError) return thrown;
		throw thrown;
	}
	throw new Error('nothing was thrown');
}
