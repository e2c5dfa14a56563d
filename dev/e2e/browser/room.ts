import type { Browser, BrowserContext } from 'playwright-core';

import { launchChromium } from './chromium';
import { Editor } from './editor';

export interface RoomOptions {
	/** The address of n8n's editor. */
	baseUrl: string;
	/** n8n's cookies of the signed-in user. */
	cookies: () => Array<{ name: string; value: string }>;
	viewport?: { width: number; height: number };
}

/** One browser, and one editor until it is closed. */
export class Room {
	private browser: Promise<Browser> | undefined;

	private context: Promise<BrowserContext> | undefined;

	private shared: Editor | undefined;

	constructor(private readonly options: RoomOptions) {}

	private async newContext(): Promise<BrowserContext> {
		this.browser ??= launchChromium();
		const { baseUrl, viewport = { width: 1280, height: 800 } } = this.options;
		const context = await (await this.browser).newContext({ viewport, locale: 'en-GB' });
		// The editor sends requests to n8n's hosts; the tests must not depend on them.
		await context.route(
			(url) => url.origin !== baseUrl && url.protocol.startsWith('http'),
			async (route) => await route.abort(),
		);
		return context;
	}

	/** The editor in which the owner is signed in. */
	async editor(): Promise<Editor> {
		if (this.shared && !this.shared.page.isClosed()) return this.shared;
		this.context ??= this.newContext();
		const { baseUrl, cookies } = this.options;
		const context = await this.context;
		await context.addCookies(cookies().map((cookie) => ({ ...cookie, url: baseUrl })));
		this.shared = new Editor(await context.newPage(), baseUrl);
		return this.shared;
	}

	/** An editor in which nobody is signed in. */
	async strangersEditor(): Promise<Editor> {
		const context = await this.newContext();
		return new Editor(await context.newPage(), this.options.baseUrl);
	}

	async close(): Promise<void> {
		// The check that needed the browser has already reported a failed launch.
		await this.browser?.then(
			async (browser) => await browser.close(),
			() => undefined,
		);
	}
}
