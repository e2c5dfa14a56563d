import type { IExecuteFunctions } from 'n8n-workflow';

import { displayText } from '../client/redact';

/** More hints would hide the output. */
const maxHints = 50;

/** Hints in the output pane. Each text appears once, even if it concerns many items. */
export class Hints {
	private readonly added = new Set<string>();

	constructor(private readonly host: IExecuteFunctions) {}

	warn(message: string): void {
		this.add(message, 'warning');
	}

	note(message: string): void {
		this.add(message, 'info');
	}

	private add(message: string, type: 'warning' | 'info'): void {
		if (this.added.has(message)) return;
		this.added.add(message);
		if (this.added.size > maxHints) {
			if (this.added.size > maxHints + 1) return;
			message = 'More hints were omitted.';
		}
		this.host.addExecutionHints({ message: displayText(message), type, location: 'outputPane' });
	}
}
