import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Message = { role: string; content?: unknown };

interface Asked {
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
}

/** Replaces a language model: calls one tool once, then stops. */
export interface Model {
	baseUrl: string;
	/** The requests to it, in order. */
	asked: Asked[];
	close(): Promise<void>;
}

/**
 * A minimal chat completions server for n8n's agent.
 * @param input the tool's arguments
 * @param tool its name; the first one by default
 */
export async function startModel(input: Record<string, unknown>, tool?: string): Promise<Model> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (body += chunk));
		request.on('end', () => {
			const question = JSON.parse(body) as Asked;
			asked.push(question);
			const answered = question.messages.some(({ role }) => role === 'tool');
			const call = {
				id: 'call_1',
				type: 'function',
				function: {
					name: tool ?? question.tools?.[0]?.function.name,
					arguments: JSON.stringify(input),
				},
			};
			const message = answered
				? { role: 'assistant', content: 'Done.' }
				: { role: 'assistant', content: null, tool_calls: [call] };
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({
					id: 'chatcmpl-1',
					object: 'chat.completion',
					created: 1,
					model: 'stand-in',
					choices: [{ index: 0, message, finish_reason: answered ? 'stop' : 'tool_calls' }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		asked,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
