import type { Locator, Page } from 'playwright-core';

import { taken } from './taken';

/** The dialog of one credential. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	get dialog(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	private get refusal(): Locator {
		return this.dialog.locator('.el-tag--danger:visible');
	}

	/** The button itself: in its place stands a mere word while nothing is to be saved. */
	private get saveButton(): Locator {
		return this.page
			.getByTestId('credential-save-button')
			.getByRole('button', { name: 'Save', exact: true });
	}

	async labels(): Promise<string[]> {
		const labels = await this.dialog.getByTestId('input-label').allInnerTexts();
		return labels.map((label) => (label.split('\n')[0] ?? '').replace('*', '').trim());
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			const field = this.page.getByTestId(`parameter-input-${name}`);
			await field.locator('input, textarea').first().fill(value);
		}
		await taken(this.page);
	}

	/** Picks an entry of a list by its label. */
	async choose(name: string, label: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${name}`).locator('input').first().click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.first()
			.click();
		await taken(this.page);
	}

	/** Turns a switch of the form. */
	async toggle(name: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${name}`).locator('.el-switch').first().click();
		await taken(this.page);
	}

	/**
	 * Saves, which makes n8n test the credential.
	 * @returns undefined when the test turned green (the dialog closes), else what it says
	 */
	async save(): Promise<string | undefined> {
		const [tested] = await Promise.all([
			this.page.waitForResponse(/\/rest\/credentials\/test$/),
			this.saveButton.click(),
		]);
		const { data } = (await tested.json()) as { data: { status: string } };
		if (data.status === 'OK') {
			await this.dialog.waitFor({ state: 'hidden' });
			return undefined;
		}
		await this.refusal.waitFor();
		const more = this.refusal.getByText('More details');
		if (await more.isVisible()) await more.click();
		return (await this.refusal.innerText()).replace(/\s+/g, ' ').trim();
	}

	/** Saves a credential that was there before, and waits until it is tested, and green; the dialog stays. */
	async saveChanges(): Promise<void> {
		// The test of the values from before may be green as well.
		await Promise.all([
			this.page.waitForResponse(/\/rest\/credentials\/test$/),
			this.saveButton.click(),
		]);
		await this.dialog.getByText('Saved', { exact: true }).waitFor();
		await this.waitForGreen();
	}

	/** The banner that an opened, working credential shows. */
	async waitForGreen(): Promise<void> {
		await this.page.getByTestId('credentials-config-container-test-success').waitFor();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
