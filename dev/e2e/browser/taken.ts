import type { Page } from 'playwright-core';

/** Longer than n8n's forms wait for a further key before they take over what was entered (200 ms). */
const pauseMs = 250;

/**
 * Resolves when the form has taken over what was entered; only then do its buttons act on it.
 * The timer is the page's own: a page ends its timers in order, however busy it is.
 */
export async function taken(page: Page): Promise<void> {
	await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${pauseMs}))`);
}
