import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import path from 'node:path';

import type { Editor } from '../browser/editor';
import type { NodeForm } from '../browser/nodeForm';
import { Room } from '../browser/room';
import type { Checks } from '../lib/checks';
import { chain, nodeType, ourNode, triggerType, type NodeSketch } from '../lib/flow';
import { cacheFolder } from '../lib/paths';
import { freePort } from '../lib/ports';
import type { Workbench } from '../lib/workbench';

const name = 'Accounting Service';
const getAll = { resource: 'accountingDocument', operation: 'getAll', limit: 5 };

interface Description {
	name: string;
	properties: Array<{
		name: string;
		options?: Array<{ value: string; action?: string }>;
		displayOptions?: { show?: { resource?: string[] } };
	}>;
}

/** @returns the room of the browser, which is closed when the checks have run */
export function browserChecks(checks: Checks, bench: Workbench): Room {
	const room = new Room({ baseUrl: bench.n8n.baseUrl, cookies: () => bench.session.cookies() });
	let failures = 0;

	/** A check in an editor of its own; a failure leaves a picture. */
	function inEditor(
		title: string,
		check: (editor: Editor) => Promise<void>,
		open: () => Promise<Editor> = async () => await room.editor(),
	): void {
		checks.add(`editor: ${title}`, async () => {
			const editor = await open();
			try {
				await check(editor);
			} catch (error) {
				const file = path.join(cacheFolder, `failed-${++failures}.png`);
				await editor.page.screenshot({ path: file });
				console.log(`       the editor at that moment: ${file}`);
				throw error;
			} finally {
				await editor.close();
			}
		});
	}

	async function openForm(
		editor: Editor,
		parameters: Record<string, unknown>,
		credential = bench.credential(),
		...next: NodeSketch[]
	): Promise<NodeForm> {
		const node = ourNode(credential, parameters, { name });
		await editor.openWorkflow(await bench.session.createWorkflow(chain('Form', node, ...next)));
		return await editor.openNode(name);
	}

	inEditor(
		'the owner signs in with the form',
		async (editor) => {
			await editor.signIn(bench.owner.email, bench.owner.password);
			match(editor.page.url(), /home|workflow/);
		},
		async () => await room.strangersEditor(),
	);

	inEditor('the node is found by name and by alias, with every action', async (editor) => {
		await editor.openWorkflow(await bench.session.createWorkflow(chain('Panel')));
		const panel = await editor.openPanel();
		for (const word of ['Accounting Service', 'invoice', 'accounting', 'faktura']) {
			await panel.find(word, name);
		}
		const types = await bench.session.nodeTypes<Description>();
		const actions = (types.find((type) => type.name === nodeType)?.properties ?? [])
			.filter((property) => property.name === 'operation')
			.flatMap(({ options = [] }) => options.map(({ action }) => action));
		const shown = await panel.actionsOf(name);
		const missing = actions.filter((action) => action !== undefined && !shown.includes(action));
		ok(actions.length >= 4);
		deepStrictEqual(missing, []);
		await panel.add('Search accounting documents');
		await editor.page.getByTestId('parameter-input-searchText').waitFor();
	});

	inEditor('a new credential turns red in words, then green', async (editor) => {
		const { sandbox, secrets } = bench;
		await openForm(editor, getAll);
		const form = await editor.newCredential();
		const { baseUrl, appId } = sandbox;
		await form.fill({ baseUrl, appId, appSecret: secrets.wrong });
		const wrongSecret = (await form.save()) ?? 'green';
		match(wrongSecret, /refused the App ID or App Secret\. Copy both again/);
		ok(!wrongSecret.includes(secrets.wrong));
		await form.fill({ baseUrl: `http://127.0.0.1:${await freePort()}`, appSecret: secrets.right });
		match((await form.save()) ?? 'green', /could not be reached.*Check the Base URL/);
		await form.fill({ baseUrl: `${baseUrl}/application` });
		match((await form.save()) ?? 'green', /web page came back instead of data.*Check the Base URL/);
		await form.fill({ baseUrl: 'http://api.example.com' });
		match((await form.save()) ?? 'green', /uses http:\/\/ for the public host/);
		await form.fill({ baseUrl });
		strictEqual(await form.save(), undefined);
		const again = await editor.editCredential();
		await again.waitForGreen();
	});

	inEditor('Get Many runs and shows its items; the subtitle says what it does', async (editor) => {
		const form = await openForm(editor, getAll);
		deepStrictEqual(await form.labels(), [
			'Resource',
			'Operation',
			'Return All',
			'Limit',
			'Simplify',
			'Options',
		]);
		strictEqual(await form.execute(), 'success');
		strictEqual(await form.itemsCount(), '5 items');
		const [newest] = await bench.reference.documents();
		const columns = await form.columns();
		strictEqual(columns[0], 'id');
		strictEqual(columns[1], 'accountingDocumentNo');
		const row = await form.firstRow();
		deepStrictEqual(row.slice(0, 2), [String(newest?.id), newest?.accountingDocumentNo]);
		await form.close();
		strictEqual(await editor.subtitle(name), 'Get Many');
	});

	inEditor('Search takes a text and filters by choice', async (editor) => {
		const form = await openForm(editor, { ...getAll, operation: 'search', limit: 50 });
		await form.fill('searchText', 'Sokol');
		await form.addTo('Add filter', 'Direction');
		await form.choose('direction', 'Received');
		strictEqual(await form.execute(), 'success');
		const expected = (await bench.reference.search({ searchText: 'Sokol' })).filter(
			({ direction }) => direction === 0,
		);
		ok(expected.length > 0);
		strictEqual(await form.itemsCount(), `${Math.min(50, expected.length)} items`);
		ok((await form.firstRow()).includes('Received'));
	});

	inEditor('Get by Permalink Token lists documents to pick from', async (editor) => {
		const form = await openForm(editor, { ...getAll, operation: 'getByToken' });
		const entries = await form.pickerEntries('token');
		const [newest] = await bench.reference.documents();
		ok(entries[0]?.startsWith(String(newest?.accountingDocumentNo)), entries[0]);
		const expected = (await bench.reference.search({ searchText: 'Sokol' }))
			.filter(({ permalinkToken }) => permalinkToken)
			.map(({ accountingDocumentNo }) => String(accountingDocumentNo));
		const found = await form.pickerEntries('token', 'Sokol');
		const numbers = found.map((entry) => entry.split(' · ')[0] ?? '');
		ok(numbers.length > 10);
		deepStrictEqual(numbers, expected.slice(0, numbers.length));
		await form.pick(1);
		strictEqual(await form.execute(), 'success');
		strictEqual(await form.itemsCount(), '1 item');
		ok((await form.firstRow()).includes(numbers[1] ?? ''));
	});

	inEditor('Template, Get runs from its form', async (editor) => {
		const form = await openForm(editor, { resource: 'template', operation: 'get' });
		const [id] = bench.sandbox.admin.templateIds();
		await form.fill('templateId', String(id));
		strictEqual(await form.execute(), 'success');
		strictEqual((await form.firstRow())[0], String(id));
		await form.close();
		strictEqual(await editor.subtitle(name), 'Get Template');
	});

	inEditor('Export to File runs and shows the file', async (editor) => {
		const form = await openForm(editor, { ...getAll, operation: 'exportToFile' });
		strictEqual(await form.execute(), 'success');
		await form.output
			.getByText('View', { exact: true })
			.or(form.output.getByText('Download'))
			.first()
			.waitFor();
		const text = await form.output.innerText();
		match(text, /accounting-documents-\d{4}-\d\d-\d\d.*\.csv/);
	});

	inEditor('the trigger fetches a test event', async (editor) => {
		const node = {
			...ourNode(
				bench.credential(),
				{ event: ['created'] },
				{ type: triggerType, name: 'Trigger' },
			),
			id: 'trigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
		};
		const workflow = { ...chain('Trigger'), nodes: [node], connections: {} };
		await editor.openWorkflow(await bench.session.createWorkflow(workflow));
		const form = await editor.openNode('Trigger');
		strictEqual(await form.execute(), 'success');
		const [newest] = await bench.reference.documents();
		await form.showOutputAs('json');
		ok((await form.output.innerText()).includes(String(newest?.accountingDocumentNo)));
	});

	inEditor('failures are shown in words: what happened, what to do', async (editor) => {
		const token = { __rl: true, mode: 'id', value: 'no-such-token' };
		const form = await openForm(editor, { ...getAll, operation: 'getByToken', token });
		strictEqual(await form.execute(), 'danger');
		const notFound = await form.error();
		match(notFound.message, /^The service found nothing while fetching the accounting document/);
		match(notFound.description, /Check the ID or token/);
		await form.close();
		const wrong = await openForm(editor, getAll, bench.credential('wrongSecret'));
		strictEqual(await wrong.execute(), 'danger');
		const refused = await wrong.error();
		match(refused.message, /^The service refused the App ID or App Secret$/);
		match(refused.description, /Copy both again/);
	});

	inEditor('the next node shows the fields before anything ran', async (editor) => {
		const next = { name: 'Next', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} };
		await openForm(editor, getAll, bench.credential(), next);
		await editor.page.getByTestId('ndv-close-button').click();
		await editor.openNode('Next');
		const input = editor.page.getByTestId('ndv-input-panel');
		await input.getByText('accountingDocumentNo', { exact: true }).waitFor();
		await input.getByText('companyName', { exact: true }).waitFor();
	});

	inEditor('the icon is there in the light and the dark theme', async (editor) => {
		await editor.openWorkflow(
			await bench.session.createWorkflow(
				chain('Icon', ourNode(bench.credential(), getAll, { name })),
			),
		);
		const sources: string[] = [];
		for (const colorScheme of ['light', 'dark'] as const) {
			await editor.page.emulateMedia({ colorScheme });
			await editor.page.reload();
			const icon = editor.canvasNode(name).locator('img').first();
			await icon.waitFor();
			const address = String(await icon.getAttribute('src'));
			const answer = await editor.page.request.get(new URL(address, bench.n8n.baseUrl).href);
			ok(answer.ok() && String(answer.headers()['content-type']).includes('svg'), address);
			sources.push(address);
		}
		notStrictEqual(sources[0], sources[1]);
	});
	return room;
}
