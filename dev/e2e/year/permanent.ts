import type { RunningSandbox } from '../../sandbox';
import { pause } from '../lib/wait';
import type { BadDays } from './badDays';
import type { Change } from './calendar';
import type { Host } from './host';
import { everyone, triggers, type Installed } from './workflows';

interface Parts {
	sandbox: RunningSandbox;
	host: Host;
	installed: Installed;
}

/** Makes a permanent change of the service, of n8n or of its workflows. */
export async function makeChange(change: Change, parts: Parts, badDays: BadDays): Promise<void> {
	const { host, installed } = parts;
	const { session } = host;
	switch (change) {
		case 'smallerPages':
			return badDays.last({ kind: 'clampPageSize', to: 50, times: 0 });
		case 'upgrade':
			return await host.upgrade();
		case 'newSecret':
			return await replaceSecrets(parts);
		case 'unpublish':
			for (const name of triggers) await session.unpublish(installed.workflows[name]);
			return;
		case 'publish':
			// As after a change in the editor.
			for (const name of triggers) {
				await session.edit(installed.workflows[name], (node) => ({
					...node,
					position: [node.position[0], 100],
				}));
			}
	}
}

/** Changes the secret of every application, and a moment later in n8n's credentials. */
async function replaceSecrets({ host, sandbox, installed }: Parts): Promise<void> {
	for (const name of everyone) sandbox.admin.register(name, `new secret of ${name}`);
	await pause(3_000);
	for (const name of everyone) {
		const path = `/credentials/${installed.credentials[name]}`;
		const stored = await host.session.request<Record<string, unknown>>('GET', path);
		const data = { baseUrl: sandbox.baseUrl, appId: name, appSecret: `new secret of ${name}` };
		await host.session.request('PATCH', path, { name, type: stored.type, data });
	}
}
