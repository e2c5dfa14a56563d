import { randomUUID } from 'node:crypto';
import { WebSocket } from 'undici';

import type { RestSession } from './rest';
import { waitFor } from './wait';

/** A message with buttons: n8n asks the person for a decision. */
export interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

interface Started {
	executionId: string;
	/** Not in the oldest n8n. */
	resumeToken?: string;
}

const messageTimeoutMs = 60_000;
const heartbeat = 'n8n|heartbeat';
const goesOn = 'n8n|continue';

/** n8n's page of a chat that uses response nodes, by its addresses: one question of a person, and what follows. */
export class Chat {
	private readonly messages: string[] = [];

	private constructor(
		private readonly sessionId: string,
		private readonly socket: WebSocket,
	) {
		socket.addEventListener('message', ({ data }: { data: unknown }) => {
			const text = String(data);
			if (text === heartbeat) socket.send(`${heartbeat}-ack`);
			else if (text !== goesOn) this.messages.push(text);
		});
	}

	/**
	 * @param path of the chat
	 * @throws Error with the status if n8n refuses the message, as it does for one who is not signed in
	 */
	static async ask(session: RestSession, path: string, isSignedIn = true): Promise<Chat> {
		const { baseUrl } = session;
		const chatInput = 'Please';
		const sessionId = randomUUID();
		const cookie = session.cookies().map(({ name, value }) => `${name}=${value}`);
		const response = await fetch(`${baseUrl}/${path}`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(isSignedIn && { cookie: cookie.join('; ') }),
			},
			body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput }),
			signal: AbortSignal.timeout(messageTimeoutMs),
		});
		if (!response.ok) throw new Error(`The chat answered ${response.status}.`);
		const { executionId, resumeToken } = (await response.json()) as Started;
		const query = new URLSearchParams({ sessionId, executionId, isPublic: 'true' });
		if (resumeToken !== undefined) query.set('token', resumeToken);
		const address = `${baseUrl.replace(/^http/, 'ws')}/chat?${query}`;
		return new Chat(sessionId, new WebSocket(address));
	}

	/** The next message that a person would read. */
	async next(): Promise<string> {
		return await waitFor('A message in the chat', messageTimeoutMs, () =>
			Promise.resolve(this.messages.shift()),
		);
	}

	async question(): Promise<Question> {
		return JSON.parse(await this.next()) as Question;
	}

	/** Writes a message while n8n waits. */
	say(chatInput: string): void {
		const { sessionId } = this;
		this.socket.send(JSON.stringify({ action: 'sendMessage', sessionId, chatInput }));
	}

	close(): void {
		this.socket.close();
	}
}

/** Presses a button. n8n takes a program that asks for the address for one that shows previews of links. */
export async function press({ buttons }: Question, label: string): Promise<void> {
	const button = buttons.find(({ text }) => text === label);
	if (!button) throw new Error(`There is no button "${label}".`);
	const response = await fetch(button.link, {
		headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0 Safari/537.36' },
		signal: AbortSignal.timeout(messageTimeoutMs),
	});
	if (!response.ok) throw new Error(`The button answered ${response.status}.`);
}
