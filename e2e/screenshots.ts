/**
 * Takes the pictures of docs/images in the real n8n, in a real browser, against the sandbox.
 * An argument keeps only the pictures whose name contains it.
 */
import { pack } from '../release/pack';
import { startSandbox } from '../sandbox';
import { Room } from './browser/room';
import { credentialFile } from './lib/flow';
import { ensureN8n } from './lib/install';
import { N8nInstance } from './lib/n8n';
import { cacheFolder } from './lib/paths';
import { newOwner } from './lib/rest';
import { exitOnSignals } from './lib/server';
import { credential, Studio, wrong } from './lib/studio';

async function main(): Promise<void> {
	const tarball = await pack(cacheFolder);
	const n8n = await N8nInstance.create(await ensureN8n(console.log));
	const sandbox = await startSandbox({ port: 0, documents: 1_000 });
	try {
		await n8n.installPackage(tarball.file);
		const { baseUrl, appId, appSecret } = sandbox;
		await n8n.importCredentials([
			credentialFile(credential.id, credential.name, { baseUrl, appId, appSecret }),
			credentialFile(wrong.id, wrong.name, { baseUrl, appId, appSecret: 'mistyped' }),
		]);
		const session = await n8n.start();
		await session.setUpOwner(newOwner());
		const room = new Room({ baseUrl: n8n.baseUrl, cookies: () => session.cookies() });
		try {
			const studio = new Studio(session, await room.editor());
			await studio.all(process.argv.slice(2).join(' '));
		} finally {
			await room.close();
		}
	} finally {
		await n8n.remove();
		await sandbox.close();
	}
}

exitOnSignals();
main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
