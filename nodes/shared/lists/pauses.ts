import type { PageSource } from './page';

/** A read waits three minutes in all, and 20 seconds at a time. */
const longestWaitMs = 180_000;
const longestStepMs = 20_000;

/** The pauses of one read of a list. Each is longer than the one before. */
export class Pauses {
	private waitedMs = 0;

	private nextMs = 1_000;

	constructor(private readonly source: Pick<PageSource, 'pause'>) {}

	/** @returns false, without a pause, if the read has waited long enough */
	async next(): Promise<boolean> {
		if (this.waitedMs + this.nextMs > longestWaitMs) return false;
		await this.source.pause(this.nextMs);
		this.waitedMs += this.nextMs;
		this.nextMs = Math.min(2 * this.nextMs, longestStepMs);
		return true;
	}
}
