import type { CancelSignal } from '../shared/client/deadline';
import { ServiceError } from '../shared/client/errors';

/**
 * The time limit of one poll. As the signal of its connection, it ends all requests and retries. The poll then returns the
 * events so far, and the next one continues.
 */
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

	/** Whether work failed because its time was used up. */
	hasCaused(failure: unknown): boolean {
		return this.aborted && failure instanceof ServiceError;
	}

	/** @throws ServiceError (timeout) if the deadline ended the work */
	async wait<T>(work: Promise<T>): Promise<T> {
		return await work.catch((thrown: unknown) => {
			throw this.hasCaused(thrown) ? tookTooLong(Math.round(this.ms / 1000)) : thrown;
		});
	}
}

const tookTooLong = (seconds: number) =>
	new ServiceError('timeout', `The poll took more than ${seconds} seconds`, {
		description:
			'No workflow was started. A published workflow tries again at the next poll. If this keeps happening, lower Newest Documents to Watch, or poll at times when the service is less busy.',
		isTransient: true,
	});
