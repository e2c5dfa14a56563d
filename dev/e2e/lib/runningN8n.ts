import path from 'node:path';

import type { N8nInstallation } from './install';
import { newOwner, RestSession, type Owner } from './rest';

/** What checks need of an n8n, started by them or not. */
export interface RunningN8n {
	baseUrl: string;
	userFolder: string;
	/** The only folder that workflows may read and write. */
	filesFolder: string;
	log(): string;
	lastLog(count?: number): string;
}

/** An n8n with the package that somebody else started, so its log is unknown. */
export function runningN8n(url: string, userFolder: string): RunningN8n {
	return {
		baseUrl: url.replace(/\/+$/, ''),
		userFolder,
		filesFolder: path.join(userFolder, 'files'),
		log: () => '',
		lastLog: () => '',
	};
}

/** Signs in as N8N_EMAIL with N8N_PASSWORD; without them, creates the owner of a new n8n. */
export async function signInTo(
	{ baseUrl }: RunningN8n,
	{ folder }: N8nInstallation,
): Promise<{ session: RestSession; owner: Owner }> {
	const session = new RestSession(baseUrl, folder);
	const { N8N_EMAIL: email, N8N_PASSWORD: password } = process.env;
	const isGiven = email !== undefined && password !== undefined;
	const owner = isGiven ? { email, password } : newOwner();
	await (isGiven ? session.signIn(owner) : session.setUpOwner(owner));
	return { session, owner };
}
