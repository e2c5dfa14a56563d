import { startSandbox, type RunningSandbox } from '../../sandbox';
import { credentialType, type StoredCredential } from './flow';
import { startMailServer, type MailServer } from './mailServer';
import type { RestSession } from './rest';

/**
 * A sandbox for one check alone, and the credential by which n8n reaches it.
 * @param options of the sandbox, or the number of its documents
 * @param further more fields of the credential
 */
export async function withOwnService(
	session: RestSession,
	name: string,
	options: number | Parameters<typeof startSandbox>[0],
	work: (sandbox: RunningSandbox, credential: StoredCredential) => Promise<void>,
	further: Record<string, boolean | string> = {},
): Promise<void> {
	const sandbox = await startSandbox(
		typeof options === 'number' ? { documents: options } : options,
	);
	try {
		const { baseUrl, appId, appSecret } = sandbox;
		const data = { baseUrl, appId, appSecret, ...further };
		const id = await session.createCredential({ name, type: credentialType, data });
		await work(sandbox, { id, name });
	} finally {
		await sandbox.close();
	}
}

/** The requests that have changed something in the service. */
export const changesIn = ({ admin }: Pick<RunningSandbox, 'admin'>) =>
	admin.journal().entries.filter(({ committed }) => committed === true);

/** A mail server for one check alone, and the credential by which n8n reaches it. */
export async function withOwnMail(
	session: RestSession,
	work: (smtp: StoredCredential, mail: MailServer) => Promise<void>,
): Promise<void> {
	const mail = await startMailServer();
	try {
		const name = 'Mail server';
		const data = { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true };
		const id = await session.createCredential({ name, type: 'smtp', data });
		await work({ id, name }, mail);
	} finally {
		await mail.close();
	}
}
