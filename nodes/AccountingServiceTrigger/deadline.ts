import type { CancelSignal } from '../shared/client/deadline';
import { ServiceError, tried } from '../shared/client/errors';

/** Ends a poll in time. The poll then returns the events so far, and the next one continues. */
export class TimeIsUp extends ServiceError {
	constructor(seconds: number) {
		super('timeout', `The poll took more than ${seconds} seconds`, {
			description:
				'No workflow was started. A published workflow tries again at the next poll. If this keeps happening, lower Look Back, or poll at times when the service is less busy.',
			isTransient: true,
		});
	}
}

/** The time limit of one poll. As the signal of its connection, it ends all requests and retries. */
export class Deadline implements CancelSignal {
	private readonly until: number;

	constructor(readonly ms: number) {
		this.until = performance.now() + ms;
	}

	get aborted(): boolean {
		return performance.now() >= this.until;
	}

	/** Most of the time is left. */
	get isFar(): boolean {
		return performance.now() < this.until - (this.ms * 2) / 3;
	}

	/** Too little time is left for another request. */
	get isNear(): boolean {
		return performance.now() >= this.until - this.ms / 3;
	}

	/** @throws TimeIsUp for work that the deadline ended */
	async wait<T>(work: () => Promise<T>): Promise<T> {
		const result = await tried(work);
		if (!result.failure) return result.value;
		throw this.aborted ? new TimeIsUp(Math.round(this.ms / 1000)) : result.failure;
	}
}
