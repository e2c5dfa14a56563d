import { createHash } from 'node:crypto';

import { credentialName } from '../../shared/n8n/sender';
import type { OperationCall } from '../operation';
import type { SearchCriteria } from '../../shared/documents/criteria';

/** Fingerprints of whose documents were read and of the search: equal for equal ones, and telling nothing of them. */
export interface Origin {
	/** Of the Base URL and the App ID. */
	organization: string;
	search: string;
}

/** @param criteria undefined for all documents */
export async function originOf(
	{ client, host }: OperationCall,
	criteria: SearchCriteria | undefined,
): Promise<Origin> {
	const { appId } = await host.getCredentials(credentialName);
	return {
		organization: fingerprint([client.connection.baseUrl, appId]),
		search: fingerprint(criteria ?? 'all'),
	};
}

function fingerprint(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
