import type { IExecuteFunctions } from 'n8n-workflow';

import { displayText } from '../client/redact';

/** More hints would hide the output. */
const maxHints = 50;

/**
 * What many items of one execution may report, and how n8n sums it up: several hints of one kind become one line that
 * opens. The types of n8n 2.8 lack `group`, and that version shows each hint.
 */
const summaries = {
	nothingToUpdate: '{count} items have no fields to update.',
	returnedUnchanged:
		'{count} items differ from the existing records, which were returned unchanged.',
	otherValues: 'The service returned {count} records with other values than were sent.',
	changedByOthers: '{count} documents changed while they were updated.',
	readAfterwards:
		'The service did not confirm {count} requests. The node read the records to find out.',
	notReadAfterwards: '{count} records were updated, but could not be read afterwards.',
	serviceRemark: '{count} documents are done, but the service reported something about each.',
	severalExist: '{count} items match several existing documents. The newest of each is returned.',
	sameKey: '{count} items replaced the values of an earlier item with the same Unique By value.',
	noContact: '{count} items match no contact of the service.',
} as const;

export type HintKind = keyof typeof summaries;

/** Hints in the output pane. Each text appears once, even if it concerns many items. */
export class Hints {
	private readonly added = new Set<string>();

	constructor(private readonly host: IExecuteFunctions) {}

	warn(message: string, kind?: HintKind): void {
		this.add(message, 'warning', kind);
	}

	note(message: string): void {
		this.add(message, 'info');
	}

	private add(message: string, type: 'warning' | 'info', kind?: HintKind): void {
		if (this.added.has(message)) return;
		this.added.add(message);
		if (this.added.size > maxHints) {
			if (this.added.size > maxHints + 1) return;
			message = 'More hints were omitted.';
			kind = undefined;
		}
		const group = kind && { group: { key: kind, summary: summaries[kind] } };
		this.host.addExecutionHints({
			message: displayText(message),
			type,
			location: 'outputPane',
			...group,
		});
	}
}
