/** The sandbox's time. It starts at a fixed moment and advances by a second per record, so that runs are repeatable. */
import { TODAY } from './organization';

export class Clock {
	private seconds = 0;

	/** The next moment, ISO 8601 with time zone. */
	now(): string {
		const start = Date.parse(`${TODAY}T08:00:00Z`);
		return new Date(start + 1000 * this.seconds++).toISOString().replace('.000Z', 'Z');
	}
}
