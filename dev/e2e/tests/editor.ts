import { match, ok, strictEqual } from 'node:assert/strict';

import { nodeName, type BrowserBench } from '../lib/browserBench';
import { chain, ourNode } from '../lib/flow';
import { freePort } from '../lib/ports';
import { waitFor } from '../lib/wait';

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 5 };

/** The editor around the node: sign-in, credential, icon. */
export function editorChecks(browser: BrowserBench): void {
	const { bench } = browser;

	browser.add(
		'the owner signs in with the form',
		async (editor) => {
			await editor.signIn(bench.owner.email, bench.owner.password);
			match(editor.page.url(), /home|workflow/);
		},
		false,
	);

	browser.add(
		'the test of a new credential fails with an explanation, then succeeds',
		async (editor) => {
			const { sandbox, secrets } = bench;
			await browser.openForm(editor, getAll);
			const form = await editor.newCredential();
			const { baseUrl, appId } = sandbox;
			await form.fill({ baseUrl, appId, appSecret: secrets.wrong });
			const wrongSecret = (await form.save()) ?? 'green';
			match(wrongSecret, /refused the App ID or App Secret\. Copy both again/);
			ok(!wrongSecret.includes(secrets.wrong));
			await form.fill({
				baseUrl: `http://127.0.0.1:${await freePort()}`,
				appSecret: secrets.right,
			});
			match((await form.save()) ?? 'green', /could not reach the service.*Check the Base URL/);
			await form.fill({ baseUrl: `${baseUrl}/application` });
			match((await form.save()) ?? 'green', /web page instead of data.*Check the Base URL/);
			await form.fill({ baseUrl: 'http://api.example.com' });
			match((await form.save()) ?? 'green', /uses http:\/\/ for the public host/);
			await form.fill({ baseUrl });
			strictEqual(await form.save(), undefined);
			const again = await editor.editCredential();
			await again.waitForGreen();
			await again.close();
		},
	);

	browser.add('the icon is there in the light and the dark theme', async (editor) => {
		await editor.openWorkflow(
			await bench.session.createWorkflow(
				chain('Icon', ourNode(bench.credential(), getAll, { name: nodeName })),
			),
		);
		const sources: string[] = [];
		for (const colorScheme of ['light', 'dark'] as const) {
			await editor.page.emulateMedia({ colorScheme });
			const icon = editor.canvasNode(nodeName).locator('img').first();
			const address = await waitFor(`The icon for ${colorScheme}`, 30_000, async () => {
				const source = String(await icon.getAttribute('src'));
				return sources.includes(source) ? undefined : source;
			});
			const answer = await editor.page.request.get(new URL(address, bench.n8n.baseUrl).href);
			ok(answer.ok() && String(answer.headers()['content-type']).includes('svg'), address);
			sources.push(address);
		}
		await editor.page.emulateMedia({ colorScheme: null });
	});
}
