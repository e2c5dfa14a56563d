import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

const places = [
	process.env.CHROMIUM_PATH ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// The attribute that n8n's own browser tests use.
selectors.setTestIdAttribute('data-test-id');

/** @throws Error with instructions if no browser is installed */
export async function launchChromium(): Promise<Browser> {
	const executablePath = places.find((place) => place !== '' && existsSync(place));
	if (executablePath === undefined) {
		throw new Error(
			'The browser tests need Chromium and found none. Debian and Ubuntu: ' +
				'"apt-get update && apt-get install -y chromium"; elsewhere set CHROMIUM_PATH to a Chromium or Chrome.',
		);
	}
	return await chromium.launch({
		executablePath,
		args: ['--no-sandbox', '--disable-background-networking', '--disable-dev-shm-usage'],
		timeout: 60_000,
	});
}
