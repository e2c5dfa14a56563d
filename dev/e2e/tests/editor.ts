/** docs/reference/first-run.md: the first steps in the editor. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import { nodeName, type BrowserBench } from '../lib/browserBench';
import { chain, nodeType, ourNode } from '../lib/flow';
import { freePort } from '../lib/ports';
import { waitFor } from '../lib/wait';

interface Description {
	name: string;
	properties: Array<{ name: string; options?: Array<{ action?: string }> }>;
}

/** Search terms of users in English, Czech and German. */
const words = [
	...['Accounting Service', 'accounting', 'invoice', 'invoices', 'new invoice', 'invoice paid'],
	...['export invoices', 'payment', 'paid', 'xlsx', 'csv', 'receipt', 'credit note', 'VAT'],
	...['connection check', 'faktura', 'účetnictví', 'platba'],
	...['Rechnung', 'Buchhaltung', 'Zahlung', 'bezahlt'],
];

const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 5 };

/** The editor around the node: sign-in, credential, icon, panel. */
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
			const { baseUrl, appId } = sandbox;
			const appSecret = secrets.right;
			await browser.openForm(editor, getAll);
			const form = await editor.newCredential();
			const nowhere = `http://127.0.0.1:${await freePort()}`;
			const trials: Array<[fields: Record<string, string>, says: RegExp]> = [
				[
					{ baseUrl, appId, appSecret: secrets.wrong },
					/refused the App ID or App Secret\. Copy both again/,
				],
				[{ baseUrl: nowhere, appSecret }, /could not reach the service.*Check the Base URL/],
				[{ baseUrl: `${baseUrl}/application` }, /web page instead of data.*Check the Base URL/],
				// The request names the App ID; the reason must not.
				[
					{ baseUrl: `${baseUrl}/elsewhere` },
					/^(?!.*(refused the App ID|mistyped|organization)).*Base URL/is,
				],
				[{ baseUrl: 'http://api.example.com' }, /uses http:\/\/ for the public host/],
			];
			for (const [fields, says] of trials) {
				await form.fill(fields);
				const told = (await form.save()) ?? 'green';
				match(told, says);
				ok(!told.includes(secrets.wrong));
			}
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

	browser.add('the search terms of users find the node, with every action', async (editor) => {
		await editor.openWorkflow(await bench.session.createWorkflow(chain('Panel')));
		const panel = await editor.openPanel();
		for (const word of words) await panel.find(word, nodeName);
		const types = await bench.session.nodeTypes<Description>();
		const actions = (types.find((type) => type.name === nodeType)?.properties ?? [])
			.filter((property) => property.name === 'operation')
			.flatMap(({ options = [] }) => options.map(({ action }) => action));
		const shown = await panel.actionsOf(nodeName);
		ok(actions.length > 30);
		deepStrictEqual(
			actions.filter((action) => action !== undefined && !shown.includes(action)),
			[],
		);
		match(await panel.headline(), /^Read, create and export invoices .* start workflows/);
		await panel.add('Search invoices and other documents');
		await editor.page.getByTestId('parameter-input-searchText').waitFor();
	});
}
