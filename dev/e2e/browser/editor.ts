import type { Locator, Page } from 'playwright-core';

import { waitFor } from '../lib/wait';
import { CredentialForm } from './credentialForm';
import { NodeForm } from './nodeForm';
import { NodePanel } from './nodePanel';
import { Pushes } from './pushes';

/** Maximum of every wait. n8n is much faster, but not if a busy machine loads the editor. */
const waitMs = 60_000;

/** A page without a canvas. */
const elsewhere = '/home/credentials';

/** Longer than a link takes; then the editor is reloaded. */
const linkMs = 20_000;

/** n8n's editor in a real browser, as its user sees it. */
export class Editor {
	private readonly pushes: Pushes;

	private isLoaded = false;

	/** Path of the last opened workflow. */
	private place = '';

	constructor(
		readonly page: Page,
		private readonly baseUrl: string,
	) {
		page.setDefaultTimeout(waitMs);
		this.pushes = new Pushes(page);
	}

	async close(): Promise<void> {
		await this.page.close();
	}

	/** Otherwise, the dialog of a credential would cover the next workflow. */
	async hasDialog(): Promise<boolean> {
		return await this.page.getByTestId('editCredential-modal').isVisible();
	}

	/** Signs in with the form; resolves when the overview is visible. */
	async signIn(email: string, password: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/signin`);
		await this.page.locator('input[autocomplete="email"]').fill(email);
		await this.page.locator('input[type="password"]').fill(password);
		await this.page.getByTestId('form-submit-button').click();
		await this.page.waitForURL(/\/(home|workflow|projects)/);
	}

	/**
	 * Opens a saved workflow; resolves when its nodes are on the canvas.
	 * Loading the editor takes ten seconds of a processor, following a link in it takes one.
	 */
	async openWorkflow(id: string): Promise<void> {
		const place = `/workflow/${id}`;
		const isThere = this.isLoaded && (await this.leaveCanvas()) && (await this.follow(place));
		if (!isThere) await this.page.goto(`${this.baseUrl}${place}`);
		this.isLoaded = true;
		await this.nodes.first().waitFor();
		this.place = place;
	}

	/** Waits for a part of the opened workflow. A late save of the previous one takes the editor back there. */
	private async onCanvas(part: Locator): Promise<void> {
		const isHere = () => this.page.url().includes(this.place);
		const isShown = async () => (isHere() ? await part.isVisible() : undefined) || undefined;
		await waitFor('The workflow', linkMs, isShown).catch(async () => {
			await this.page.goto(`${this.baseUrl}${this.place}`);
			await part.waitFor();
		});
	}

	private get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	/** Discards unsaved changes. @returns whether that worked */
	private async leaveCanvas(): Promise<boolean> {
		const close = this.page.getByTestId('ndv-close-button');
		// n8n writes an open node into the address, and would return to it.
		if (await close.isVisible()) await close.click();
		await close.waitFor({ state: 'hidden' });
		const discard = this.page.getByRole('button', { name: 'Leave without saving' });
		return await this.follow(elsewhere, async () => {
			// It may be closing already.
			if (await discard.isVisible()) await discard.click({ timeout: 2_000 }).catch(() => {});
			// n8n 2.8 forgets a new connection if the previous one ends later (its websocket.push.js removes both).
			return (await this.nodes.count()) === 0 && !this.pushes.areConnected;
		});
	}

	/** Goes to a place by the editor's own router. @returns whether it got there in time */
	private async follow(place: string, isThere = async () => true): Promise<boolean> {
		const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
		await this.page.evaluate(`void ${router}.push(${JSON.stringify(place)})`);
		const arrived = waitFor(place, linkMs, async () =>
			(await isThere()) && this.page.url().endsWith(place) ? true : undefined,
		);
		return await arrived.catch(() => false);
	}

	canvasNode(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The subtitle of a node on the canvas. */
	async subtitle(name: string): Promise<string> {
		return (await this.canvasNode(name).innerText()).split('\n').at(-1)?.trim() ?? '';
	}

	async openNode(name: string): Promise<NodeForm> {
		const node = this.canvasNode(name);
		const form = this.page.getByTestId('node-parameters');
		// In n8n 2.41.1, the first double click after signing in was once seen to open nothing.
		await waitFor(`The form of ${name}`, waitMs, async () => {
			if (await form.isVisible()) return true;
			await this.onCanvas(node);
			await node.dblclick();
			return await form.waitFor({ timeout: linkMs }).then(
				() => true,
				() => undefined,
			);
		});
		return new NodeForm(this.page, this.pushes);
	}

	async openPanel(): Promise<NodePanel> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
		return new NodePanel(this.page);
	}

	/** The same from the plus of the last node, so that the new node is connected to it. */
	async openPanelBehindLast(): Promise<NodePanel> {
		const plus = this.page.getByTestId('canvas-handle-plus').last();
		await this.onCanvas(plus);
		await plus.click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
		return new NodePanel(this.page);
	}

	/** The form that opens without a double click, for example after adding a node. */
	async formAfter(doing: () => Promise<void>): Promise<NodeForm> {
		await doing();
		await this.page.getByTestId('node-parameters').waitFor();
		return new NodeForm(this.page, this.pushes);
	}

	/** Asks in the chat of the workflow; resolves when it shows the answer. */
	async chat(question: string, answer: string): Promise<void> {
		await this.page.getByTestId('workflow-chat-button').click();
		const chat = this.page.getByTestId('canvas-chat');
		const input = chat.locator('textarea');
		await input.fill(question);
		await input.press('Enter');
		await chat.getByText(answer, { exact: true }).waitFor();
	}

	/** In an open node: the credential with this name. */
	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.first()
			.click();
	}

	/** From an open node: its credential, or a new one. */
	async newCredential(): Promise<CredentialForm> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByTestId('node-credentials-select-item-new').first().click();
		return await this.credentialForm();
	}

	/** From an open node: the credential that it uses; n8n tests it while it opens. */
	async editCredential(): Promise<CredentialForm> {
		await this.page.getByTestId('credential-edit-button').click();
		return await this.credentialForm();
	}

	private async credentialForm(): Promise<CredentialForm> {
		await this.page.getByTestId('parameter-input-baseUrl').waitFor();
		return new CredentialForm(this.page);
	}

	/** Without n8n's messages, which cover a corner for some seconds. */
	async picture(file: string, area?: Locator): Promise<void> {
		await this.page.addStyleTag({
			content:
				'.el-notification, [data-test-id="nps-survey-modal"] { display: none !important; } * { caret-color: transparent !important; }',
		});
		await this.page.mouse.move(0, 0);
		await this.page.evaluate('document.fonts.ready');
		await this.page.waitForTimeout(400); // The panels slide in.
		await (area ?? this.page).screenshot({ path: file, animations: 'disabled' });
	}
}
