import type { Locator, Page } from 'playwright-core';

import type { Pushes } from './pushes';
import { taken } from './taken';

export interface ShownError {
	message: string;
	description: string;
}

/** The open node: its form in the middle, the output on the right. */
export class NodeForm {
	constructor(
		private readonly page: Page,
		private readonly pushes: Pushes,
	) {}

	/** The labels of the fields that show, from top to bottom. */
	async labels(): Promise<string[]> {
		const labels = await this.form.locator('[data-test-id="input-label"]:visible').allInnerTexts();
		return labels.map((label) => label.split('\n')[0]?.trim() ?? '').filter(Boolean);
	}

	get form(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	get whole(): Locator {
		return this.page.getByTestId('ndv');
	}

	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** Picks an entry of a list by its label. */
	async choose(name: string, label: string): Promise<void> {
		await this.field(name).click();
		await this.pickShown(label);
	}

	private async pickShown(label: string): Promise<void> {
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.first()
			.click();
		await taken(this.page);
	}

	async fill(name: string, text: string): Promise<void> {
		const input = this.field(name).locator('input, textarea').first();
		await input.fill(text);
		await input.blur();
		await taken(this.page);
	}

	async toggle(name: string): Promise<void> {
		await this.field(name).locator('.el-switch').first().click();
		await taken(this.page);
	}

	/** Adds an entry of a collection such as Filters or Options. */
	async addTo(placeholder: string, label: string): Promise<void> {
		await this.form.getByTestId('collection-parameter-add').getByPlaceholder(placeholder).click();
		await this.pickShown(label);
	}

	/** Opens the list of a picker, optionally searching it; resolves with the entries that show. */
	async pickerEntries(name: string, searchText?: string): Promise<string[]> {
		const search = this.page.getByTestId('rlc-search');
		const ask = async (): Promise<void> =>
			searchText === undefined
				? await this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input').click()
				: await search.locator('input').or(search).last().fill(searchText);
		const [loaded] = await Promise.all([
			this.page.waitForResponse(/resource-locator-results/),
			ask(),
		]);
		const { data } = (await loaded.json()) as {
			data: { results: Array<{ name: string }> };
		};
		const [first] = data.results;
		const entries = this.page.getByTestId('rlc-item');
		if (first) await entries.first().getByText(first.name, { exact: true }).waitFor();
		return (await entries.allInnerTexts()).map((text) => text.trim());
	}

	async pick(entry: number): Promise<void> {
		await this.page.getByTestId('rlc-item').nth(entry).click();
		await taken(this.page);
	}

	/** Presses the button that executes this node; resolves when the output shows how it ended. */
	async execute(): Promise<'success' | 'danger'> {
		const [ended] = await Promise.all([
			this.pushes.nextFinished(),
			this.page.getByTestId('node-execute-button').click(),
		]);
		const mark = ended === 'success' ? 'success' : 'danger';
		await this.output.getByTestId(`node-run-status-${mark}`).waitFor();
		return mark;
	}

	/** What the output panel counts, for example "10 items". */
	async itemsCount(): Promise<string> {
		return (await this.page.getByTestId('ndv-items-count').innerText()).trim();
	}

	async showOutputAs(mode: 'table' | 'json' | 'schema'): Promise<void> {
		await this.output.getByTestId(`radio-button-${mode}`).click();
	}

	/** The header of the output table. */
	async columns(): Promise<string[]> {
		await this.showOutputAs('table');
		const header = this.output.locator('thead th');
		await header.first().waitFor();
		return (await header.allInnerTexts()).map((text) => text.trim()).filter(Boolean);
	}

	/** The texts of the first row of the output table. */
	async firstRow(): Promise<string[]> {
		await this.showOutputAs('table');
		const cells = this.output.locator('tbody tr').first().locator('td');
		await cells.first().waitFor();
		return (await cells.allInnerTexts()).map((text) => text.trim());
	}

	/** The failure as the user reads it. */
	async error(): Promise<ShownError> {
		const [message, description] = await Promise.all([
			this.output.getByTestId('node-error-message').innerText(),
			this.output.getByTestId('node-error-description').innerText(),
		]);
		return { message: message.trim(), description: description.trim() };
	}

	/** The hints above the output. */
	async hints(): Promise<string[]> {
		return (await this.output.getByTestId('node-hint').allInnerTexts()).map((text) => text.trim());
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
	}
}
