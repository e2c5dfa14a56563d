/** The sandbox's time: it starts at one moment and goes on by a second for each record, so that runs can be repeated. */
import { TODAY } from './organization';

export class Clock {
	private seconds = 0;

	/** The next moment, ISO 8601 with time zone. */
	now(): string {
		const start = Date.parse(`${TODAY}T08:00:00Z`);
		return new Date(start + 1000 * this.seconds++).toISOString().replace('.000Z', 'Z');
	}
}
