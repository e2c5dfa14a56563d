import type { Page, WebSocket } from 'playwright-core';

const waitMs = 60_000;

/** n8n's messages to its editor about executions, so that a test waits for the end of one. */
export class Pushes {
	private readonly waiting: Array<(status: string) => void> = [];

	private connection: WebSocket | undefined;

	constructor(page: Page) {
		page.on('websocket', (socket) => {
			this.connection = socket;
			socket.on('framereceived', ({ payload }) => this.read(String(payload)));
		});
	}

	/** n8n's editor ends the connection half a second after it leaves a workflow. */
	get areConnected(): boolean {
		return this.connection?.isClosed() === false;
	}

	private read(text: string): void {
		if (!text.includes('"executionFinished"')) return;
		const { type, data } = JSON.parse(text) as { type: string; data: { status: string } };
		if (type === 'executionFinished') this.waiting.splice(0).forEach((done) => done(data.status));
	}

	/** The status of the next execution that ends, such as "success" or "error". */
	async nextFinished(): Promise<string> {
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<never>((_resolve, reject) => {
			timer = setTimeout(
				() => reject(new Error(`No execution ended within ${waitMs / 1000} s.`)),
				waitMs,
			);
		});
		const ended = new Promise<string>((resolve) => this.waiting.push(resolve));
		return await Promise.race([ended, late]).finally(() => clearTimeout(timer));
	}
}
