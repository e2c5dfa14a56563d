import { within } from '../shared/client/deadline';
import { ServiceError } from '../shared/client/errors';
import type { PageSource } from '../shared/lists/listing';

/** A poll has to end; what it has found until then is handed on, and the next one goes on from there. */
export class TimeIsUp extends ServiceError {
	constructor(seconds: number) {
		super('timeout', `The service took more than ${seconds} seconds for one poll`, {
			description:
				'Nothing was handed on; the next poll tries again. If this stays, lower Look Back, or poll when less is going on in the service.',
			mayPass: true,
		});
	}
}

/** The time of one poll, for every request that it makes together with its repetitions. */
export class Budget {
	private readonly until: number;

	constructor(readonly ms: number) {
		this.until = performance.now() + ms;
	}

	get isSpent(): boolean {
		return performance.now() >= this.until;
	}

	/** Too little is left to begin something else: what came has to be handed on. */
	get isNearlySpent(): boolean {
		return performance.now() >= this.until - this.ms / 3;
	}

	/** @throws TimeIsUp at `fetch` as soon as the time is over, whatever is under way */
	of(source: PageSource): PageSource {
		const { fromBothEnds } = source;
		return {
			...source,
			fetch: async (...asked) => await this.inTime(async () => await source.fetch(...asked)),
			fromBothEnds:
				fromBothEnds &&
				(async (...asked) => await this.inTime(async () => await fromBothEnds(...asked))),
		};
	}

	private async inTime<T>(work: () => Promise<T>): Promise<T> {
		const seconds = Math.round(this.ms / 1000);
		if (this.isSpent) throw new TimeIsUp(seconds);
		const ended = await within(work(), () => this.until);
		if ('value' in ended) return ended.value;
		throw new TimeIsUp(seconds);
	}
}
