import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { StoredCredential } from './flow';
import type { RestSession } from './rest';

type Message = { role: string; content?: unknown };

/** A request to the model. */
export interface Asked {
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
}

/** The next call of the model, by what it has read, or what it says at the end. */
export type Script = (asked: Asked) => Next | Promise<Next>;

type Next = { tool?: string; input: object } | { says: string } | undefined;

/** Replaces a language model. */
export interface Model {
	baseUrl: string;
	/** The requests to it, in order. */
	asked: Asked[];
	close(): Promise<void>;
}

/**
 * Calls one tool once, then stops.
 * @param input the tool's arguments
 * @param tool its name; the first one by default
 */
export function callOnce(input: object, tool?: string): Script {
	return ({ messages }) =>
		messages.some(({ role }) => role === 'tool') ? undefined : { tool, input };
}

/** Replaces a language model while the work takes, with the credential by which n8n reaches it. */
export async function withModel<T>(
	session: RestSession,
	script: Script,
	work: (model: Model, openAiApi: StoredCredential) => Promise<T>,
): Promise<T> {
	const model = await startScript(script);
	const name = `Model at ${model.baseUrl}`;
	const data = { apiKey: 'none', url: model.baseUrl };
	try {
		const id = await session.createCredential({ name, type: 'openAiApi', data });
		return await work(model, { id, name });
	} finally {
		await model.close();
	}
}

/** What the model read last from a tool. */
export const answerTo = ({ asked }: Model) =>
	String(asked.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content);

/** A minimal chat completions server for n8n's agent. */
async function startScript(script: Script): Promise<Model> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (body += chunk));
		request.on('end', async () => {
			const question = JSON.parse(body) as Asked;
			asked.push(question);
			const next = await script(question);
			const use = next && 'input' in next ? next : undefined;
			const call = {
				id: `call_${asked.length}`,
				type: 'function',
				function: {
					name: use?.tool ?? question.tools?.[0]?.function.name,
					arguments: JSON.stringify(use?.input),
				},
			};
			const message = use
				? { role: 'assistant', content: null, tool_calls: [call] }
				: { role: 'assistant', content: next && 'says' in next ? next.says : 'Done.' };
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({
					id: 'chatcmpl-1',
					object: 'chat.completion',
					created: 1,
					model: 'stand-in',
					choices: [{ index: 0, message, finish_reason: use ? 'tool_calls' : 'stop' }],
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
