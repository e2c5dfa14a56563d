import type { IExecuteFunctions } from 'n8n-workflow';

import { displayText } from '../client/redact';

/** So many are shown; more would hide the output. */
const most = 50;

/** What is said beside the output: each text once, however many items it concerns. */
export class Hints {
	private readonly said = new Set<string>();

	constructor(private readonly host: IExecuteFunctions) {}

	warn(message: string): void {
		this.say(message, 'warning');
	}

	note(message: string): void {
		this.say(message, 'info');
	}

	private say(message: string, type: 'warning' | 'info'): void {
		if (this.said.has(message)) return;
		this.said.add(message);
		if (this.said.size > most) {
			if (this.said.size > most + 1) return;
			message = 'There is more of this kind, which is not shown here.';
		}
		this.host.addExecutionHints({ message: displayText(message), type, location: 'outputPane' });
	}
}
