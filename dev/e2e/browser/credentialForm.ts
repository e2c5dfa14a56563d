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

	/** The button. If there is nothing to save, plain text replaces it. */
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

	/** Toggles a switch of the form. */
	async toggle(name: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${name}`).locator('.el-switch').first().click();
		await taken(this.page);
	}

	/**
	 * Saves, which makes n8n test the credential.
	 * @returns undefined if the test succeeds (the dialog closes), else its message
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

	/** Saves an existing credential, and waits until its test succeeds; the dialog stays open. */
	async saveChanges(): Promise<void> {
		// The test of the old values may have succeeded too.
		await Promise.all([
			this.page.waitForResponse(/\/rest\/credentials\/test$/),
			this.saveButton.click(),
		]);
		await this.dialog.getByText('Saved', { exact: true }).waitFor();
		await this.waitForGreen();
	}

	/** The banner of an open, working credential. */
	async waitForGreen(): Promise<void> {
		await this.page.getByTestId('credentials-config-container-test-success').waitFor();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
