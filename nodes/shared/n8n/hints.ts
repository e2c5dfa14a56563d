import type { IExecuteFunctions } from 'n8n-workflow';

import { displayText } from '../client/redact';

/** So many are shown; more would hide the output. */
const maxHints = 50;

/** The notes beside the output: each text once, however many items it concerns. */
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
			message = 'There is more of this kind, which is not shown here.';
		}
		this.host.addExecutionHints({ message: displayText(message), type, location: 'outputPane' });
	}
}
