import { sleep } from 'n8n-workflow';

/** A worker of n8n that does not answer for longer loses the lock of its job; nobody notices as much. */
const longestMs = 50;

/**
 * Gives other work of n8n its turn during long work of our own. Awaiting alone does not: what is there
 * already goes on at once.
 */
export class Turns {
	private since = Date.now();

	/** To be awaited between pieces of work of some milliseconds. */
	async give(): Promise<void> {
		if (Date.now() - this.since < longestMs) return;
		await sleep(0);
		this.since = Date.now();
	}
}
