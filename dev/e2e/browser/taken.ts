import type { Page } from 'playwright-core';

/** Longer than n8n's forms wait for another key before they apply the input (200 ms). */
const pauseMs = 250;

/**
 * Resolves when the form has applied the input; before that, its buttons ignore it.
 * The timer is the page's own: a page ends its timers in order, however busy it is.
 */
export async function taken(page: Page): Promise<void> {
	await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${pauseMs}))`);
}
