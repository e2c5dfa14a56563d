import type { Locator, Page } from 'playwright-core';

import { waitFor } from '../lib/wait';

const rendersWithinMs = 30_000;

/** The panel in which nodes are searched and added. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	private get panel(): Locator {
		return this.page.getByTestId('node-creator');
	}

	/** The entry of a node with exactly this name. */
	entry(name: string): Locator {
		return this.panel
			.getByTestId('node-creator-item-name')
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.first();
	}

	/** Types a word; resolves when the results contain a node with this name. */
	async find(word: string, name: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(word);
		await this.entry(name).waitFor();
	}

	/** Opens the node's own page; resolves with the actions that it offers. */
	async actionsOf(name: string): Promise<string[]> {
		await this.entry(name).click();
		const heading = this.panel.getByText(/^Actions \(\d+\)$/);
		const count = Number(/\d+/.exec(await heading.innerText())?.[0]);
		const items = this.panel.getByTestId('node-creator-item-name');
		let before = '';
		// n8n renders a long list in several steps, while the entries of the page before may still be there.
		return await waitFor(`${count} actions`, rendersWithinMs, async () => {
			const texts = (await items.allInnerTexts()).map((text) => text.trim());
			const [last, now] = [before, texts.join('\n')];
			before = now;
			return texts.length === count && now === last ? texts : undefined;
		});
	}

	/** The text below the name on the page of a node. */
	async headline(): Promise<string> {
		return (await this.panel.locator('[class*="description"]').first().innerText()).trim();
	}

	/** Adds a node with the chosen action; its form opens. */
	async add(action: string): Promise<void> {
		await this.panel.getByText(action, { exact: true }).click();
		await this.page.getByTestId('node-parameters').waitFor();
	}
}
