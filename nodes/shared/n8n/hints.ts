import type { IExecuteFunctions } from 'n8n-workflow';

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
		this.host.addExecutionHints({ message, type, location: 'outputPane' });
	}
}
