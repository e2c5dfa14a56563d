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

/** A service for one test. */
export const service = async (answer: Answering) => await smallService({ answer });
