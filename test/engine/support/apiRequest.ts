import { runNode } from './engine';
import { smallService, type Answering } from './smallService';
import type { Parameters } from './withSandbox';

/** The operation API Request: Send. */
export const send = (path: string, changes: Parameters = {}): Parameters => ({
	resource: 'apiRequest',
	operation: 'send',
	method: 'GET',
	path,
	...changes,
});

/** A service of a test's own. */
export async function service(answer: Answering) {
	const made = await smallService({ answer });
	const run = async (parameters: Parameters) =>
		await runNode({ parameters, credentials: made.credential() });
	return { ...made, run };
}
