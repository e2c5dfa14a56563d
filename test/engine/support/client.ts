import type { ServiceClient } from '../../../nodes/shared/client/client';
import { connect, type RequestLimits } from '../../../nodes/shared/n8n/connection';
import { executeContext } from './contexts';
import type { CredentialStore } from './credentials';

/** The client of a node in a context of n8n's own engine. */
export async function clientFor(
	credentials: CredentialStore,
	settings: RequestLimits = {},
	abort = new AbortController(),
): Promise<ServiceClient> {
	return await connect(executeContext(credentials, { abort }), settings);
}
