import { listLagSeconds } from '../shared/lists/lag';
import {
	compact,
	isPaidByValues,
	matchesStored,
	shortFingerprint,
	type ReplacedEntry,
	type TriggerState,
	type Values,
} from './state';

/** More changes within a minute are not kept. */
const maxReplaced = 1_000;

/**
 * What documents had until a poll of the last minute. A late server of the service may still show it
 * (docs/api/behaviours.md#healthy-services), if polls are more frequent than that.
 */
export class ReplacedValues {
	private readonly now = Math.floor(Date.now() / 1000);

	private readonly entries: ReplacedEntry[];

	constructor({ replaced = [] }: TriggerState) {
		this.entries = replaced.filter(([, at]) => at <= this.now && this.now - at < listLagSeconds);
	}

	/** Whether a document had these values until then. */
	have(id: string, values: Values): boolean {
		return this.entries.some(
			([of, , print]) =>
				of === id && (print === '' ? !isPaidByValues(values) : print === printOf(values)),
		);
	}

	/** Notes a change. @param before as remembered; undefined for a document without remembered values */
	add(id: string, before: Values | undefined, values: Values): void {
		const isSame = before?.every((value, index) => matchesStored(value, values[index]));
		if (before && !isSame) this.note(id, printOf(before));
	}

	/** Notes the payment of a document that was only known to be unpaid. */
	addPayment(id: string): void {
		this.note(id, '');
	}

	private note(id: string, print: string): void {
		this.entries.push([id, this.now, print]);
	}

	/** For the state. */
	get stored(): ReplacedEntry[] | undefined {
		return this.entries.length > 0 ? this.entries.slice(-maxReplaced) : undefined;
	}
}

/** The same for values in full and as they are stored. */
const printOf = (values: Values) => shortFingerprint(compact(values));
