import type { Locator, Page } from 'playwright-core';

import type { Pushes } from './pushes';
import { taken } from './taken';

/** An entry of an open list. */
export interface Entry {
	name: string;
	description: string;
}

export interface ShownError {
	message: string;
	description: string;
}

/** The open node, with its form and output. */
export class NodeForm {
	constructor(
		private readonly page: Page,
		private readonly pushes: Pushes,
	) {}

	/** The labels of the visible fields, from top to bottom. */
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

	/** The notices between the fields. */
	async notices(): Promise<string[]> {
		const texts = await this.form.locator('.notice:visible').allInnerTexts();
		return texts.map((text) => text.trim());
	}

	/** The innermost part of the form with this label, such as one collection. */
	part(label: string): Locator {
		const exact = this.page.getByText(label, { exact: true });
		const own = this.page.getByTestId('input-label').filter({ has: exact });
		return this.form.getByTestId('parameter-item').filter({ has: own }).last();
	}

	/** The choices of a list. */
	async offered(name: string): Promise<Entry[]> {
		return await this.entriesOf(this.field(name));
	}

	/** The fields that a collection such as Options offers. */
	async offeredToAdd(label: string): Promise<string[]> {
		const add = this.part(label).getByTestId('collection-parameter-add');
		return (await this.entriesOf(add)).map(({ name }) => name);
	}

	private async entriesOf(opener: Locator): Promise<Entry[]> {
		await opener.click();
		const entries = this.page.locator('.el-select-dropdown__item:visible');
		await entries.first().waitFor();
		const texts = await entries.allInnerTexts();
		await this.closeList();
		return texts.map((text) => {
			const [name = '', description = ''] = text.split('\n').map((line) => line.trim());
			return { name, description };
		});
	}

	/** The modes of a picker. */
	async modes(name: string): Promise<string[]> {
		const entries = await this.entriesOf(this.modeSelector(name));
		return entries.map((entry) => entry.name);
	}

	async chooseMode(name: string, label: string): Promise<void> {
		await this.modeSelector(name).click();
		await this.pickShown(label);
	}

	private modeSelector(name: string): Locator {
		return this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-mode-selector');
	}

	/** Picks an entry of a list by its label. */
	async choose(name: string, label: string): Promise<void> {
		await this.field(name).click();
		await this.pickShown(label);
		await this.closeList();
	}

	/** Otherwise, a list with several choices stays open. */
	private async closeList(): Promise<void> {
		await this.whole.getByText('Parameters', { exact: true }).first().click();
		await this.page.locator('.el-select-dropdown:visible').first().waitFor({ state: 'hidden' });
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

	/** Switches a field to an expression and types it. */
	async express(name: string, expression: string): Promise<void> {
		await this.field(name).hover();
		await this.page
			.getByTestId(`${name}-parameter-input-options-container`)
			.getByTestId('radio-button-expression')
			.click();
		const editor = this.field(name).locator('.cm-content');
		await editor.click();
		await this.page.keyboard.press('ControlOrMeta+A');
		// At once: key by key, n8n's editor adds the closing braces itself.
		await this.page.keyboard.insertText(expression);
		await taken(this.page);
	}

	/** Presses the button "Let the model define this parameter". */
	async defineByModel(label: string): Promise<void> {
		await this.part(label).hover();
		await this.part(label).getByTestId('from-ai-override-button').click();
		await taken(this.page);
	}

	/** Types into a picker in this mode. */
	async fillPicker(name: string, text: string): Promise<void> {
		const picker = this.page.getByTestId(`resource-locator-${name}`);
		const input = picker.locator('input:not([readonly])').last();
		await input.fill(text);
		await input.blur();
		await taken(this.page);
	}

	async toggle(name: string): Promise<void> {
		await this.field(name).locator('.el-switch').first().click();
		await taken(this.page);
	}

	/** Adds an entry to the collection with this label, such as Filters. */
	async addIn(label: string, field: string): Promise<void> {
		await this.part(label).getByTestId('collection-parameter-add').last().click();
		await this.pickShown(field);
	}

	/** Adds a row to the list with this label, such as Line Items. */
	async addRow(label: string): Promise<void> {
		await this.part(label)
			.locator('[data-test-id^="fixed-collection-add"]:visible')
			.first()
			.click();
		await taken(this.page);
	}

	/** The picked value of a picker. */
	async picked(name: string): Promise<string> {
		const picked = this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input');
		return await picked.locator('input').or(picked).last().inputValue();
	}

	/** Opens the list of a picker, optionally searching it; resolves with the entries that show. */
	async pickerEntries(name: string, searchText?: string): Promise<string[]> {
		const search = this.page.getByTestId('rlc-search');
		const ask = async (): Promise<void> =>
			searchText === undefined
				? await this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input').click()
				: await search.locator('input').or(search).last().fill(searchText);
		// The next page of the open list may arrive in the meantime.
		const asked = `"filter":${JSON.stringify(searchText)}`;
		const [loaded] = await Promise.all([
			this.page.waitForResponse(
				(response) =>
					response.url().includes('resource-locator-results') &&
					(searchText === undefined || (response.request().postData() ?? '').includes(asked)),
			),
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

	/** The count in the output panel, for example "10 items". */
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

	/** The text of the first row of the output table. */
	async firstRow(): Promise<string[]> {
		await this.showOutputAs('table');
		const cells = this.output.locator('tbody tr').first().locator('td');
		await cells.first().waitFor();
		return (await cells.allInnerTexts()).map((text) => text.trim());
	}

	/** The error that the user sees. */
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
