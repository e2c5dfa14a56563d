import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface MailServer {
	port: number;
	/** Received messages, with headers. */
	messages: string[];
	/** Recipients that it rejects as unknown. */
	refused: Set<string>;
	close(): Promise<void>;
}

/** A mail server on this machine that accepts messages and forwards none (a minimal RFC 5321). */
export async function startMailServer(): Promise<MailServer> {
	const messages: string[] = [];
	const refused = new Set<string>();
	const server = createServer((socket) => {
		socket.on('error', () => socket.destroy());
		converse(socket, messages, refused);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		messages,
		refused,
		close: async () => {
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function converse(socket: Socket, messages: string[], refused: Set<string>): void {
	let pending = '';
	let isMessage = false;
	const say = (line: string) => socket.write(`${line}\r\n`);
	say('220 mail.example');
	socket.on('data', (bytes) => {
		pending += bytes.toString('latin1');
		for (;;) {
			const end = isMessage ? '\r\n.\r\n' : '\r\n';
			const at = pending.indexOf(end);
			if (at < 0) return;
			const text = pending.slice(0, at);
			pending = pending.slice(at + end.length);
			if (isMessage) {
				messages.push(text);
				isMessage = false;
				say('250 taken');
			} else if (/^DATA/i.test(text)) {
				isMessage = true;
				say('354 go on');
			} else if (/^QUIT/i.test(text)) {
				socket.end('221 bye\r\n');
			} else if (refused.has(/^RCPT TO:<(.*)>/i.exec(text)?.[1] ?? '')) {
				say('550 no such mailbox');
			} else say('250 well');
		}
	});
}
