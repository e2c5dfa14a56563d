import type { RestSession } from './rest';

/** The response of a tool; failures are in `error`, `errors` or `warnings`. */
export type ToolAnswer = Record<string, unknown>;

interface Reply {
	result?: {
		isError?: boolean;
		structuredContent?: ToolAnswer;
		content?: Array<{ text?: string }>;
		tools?: Array<{ name: string }>;
	};
	error?: { message: string };
}

const timeoutMs = 120_000;

/** A client of n8n's own MCP server, through which assistants search nodes and build workflows. */
export class McpClient {
	private requests = 0;

	private constructor(
		private readonly baseUrl: string,
		private readonly key: string,
	) {}

	/** Turns on the server, as its page in n8n's settings does, and creates a key. */
	static async open(session: RestSession, baseUrl: string): Promise<McpClient> {
		await session.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await session.request<{ apiKey: string }>('POST', '/mcp/api-key/rotate');
		const client = new McpClient(baseUrl, apiKey);
		await client.send('initialize', {
			protocolVersion: '2025-06-18',
			capabilities: {},
			clientInfo: { name: 'end-to-end', version: '1.0.0' },
		});
		return client;
	}

	async tools(): Promise<string[]> {
		const { result } = await this.send('tools/list', {});
		return (result?.tools ?? []).map(({ name }) => name);
	}

	/** Throws if the tool reports a failure. */
	async call(name: string, input: Record<string, unknown>): Promise<ToolAnswer> {
		const { result } = await this.send('tools/call', { name, arguments: input });
		const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? '';
		if (result?.isError === true) throw new Error(`${name}: ${text.slice(0, 2_000)}`);
		return result?.structuredContent ?? { text };
	}

	private async send(method: string, params: Record<string, unknown>): Promise<Reply> {
		const response = await fetch(`${this.baseUrl}/mcp-server/http`, {
			method: 'POST',
			headers: {
				connection: 'close',
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${this.key}`,
				'content-type': 'application/json',
				'mcp-protocol-version': '2025-06-18',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: ++this.requests, method, params }),
			signal: AbortSignal.timeout(timeoutMs),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n's MCP server answered ${response.status} to ${method}.`);
		// The response is JSON, or an event stream of which the last event is the response.
		const json = text.startsWith('{')
			? text
			: (text
					.match(/^data: (.*)$/gm)
					?.at(-1)
					?.slice(6) ?? '');
		const reply = JSON.parse(json) as Reply;
		if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
		return reply;
	}
}
