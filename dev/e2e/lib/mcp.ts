import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { e2eFolder } from './paths';
import type { RestSession } from './rest';

/** The response of a tool; failures are in `error`, `errors` or `warnings`. */
export type ToolAnswer = Record<string, unknown>;

interface ToolResult {
	isError?: boolean;
	structuredContent?: ToolAnswer;
	content?: Array<{ text?: string }>;
}

const timeout = 120_000;

/** What the checks use of the MCP SDK. */
interface Client {
	connect(transport: object, options: object): Promise<void>;
	listTools(parameters: undefined, options: object): Promise<{ tools: Tool[] }>;
	callTool(request: object, schema: undefined, options: object): Promise<unknown>;
	close(): Promise<void>;
}

interface Tool {
	name: string;
	description?: string;
	inputSchema: { properties?: Record<string, object> };
}

interface Sdk {
	Client: new (about: { name: string; version: string }) => Client;
	StreamableHTTPClientTransport: new (address: URL, options: object) => object;
}

/**
 * n8n's own copy of the MCP SDK. As a dependency of this package it would break `n8n-node dev`: n8n's loader takes the
 * file index.node.js of its dependency pkce-challenge for a node.
 */
function readSdk(): Sdk {
	const installed = [e2eFolder, path.join(e2eFolder, 'oldest')]
		.map((folder) => path.join(folder, 'node_modules/n8n/package.json'))
		.find((file) => existsSync(file));
	if (installed === undefined) throw new Error('No n8n is installed.');
	const require = createRequire(installed);
	return {
		...(require('@modelcontextprotocol/sdk/client/index.js') as Pick<Sdk, 'Client'>),
		...(require('@modelcontextprotocol/sdk/client/streamableHttp.js') as Omit<Sdk, 'Client'>),
	};
}

/** A client of an MCP server, as a desktop assistant has. */
export class McpClient {
	private constructor(private readonly client: Client) {}

	static async open(address: string, key: string): Promise<McpClient> {
		const { Client, StreamableHTTPClientTransport } = readSdk();
		const client = new Client({ name: 'end-to-end', version: '1.0.0' });
		// n8n closes a connection that was idle, sometimes just when it is used again.
		const headers = { authorization: `Bearer ${key}`, connection: 'close' };
		const transport = new StreamableHTTPClientTransport(new URL(address), {
			requestInit: { headers },
		});
		await client.connect(transport, { timeout });
		return new McpClient(client);
	}

	/** Turns on n8n's own server, as its page in n8n's settings does, and creates a key. */
	static async openOfN8n(session: RestSession, baseUrl: string): Promise<McpClient> {
		await session.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await session.request<{ apiKey: string }>('POST', '/mcp/api-key/rotate');
		return await McpClient.open(`${baseUrl}/mcp-server/http`, apiKey);
	}

	async tools() {
		return (await this.client.listTools(undefined, { timeout })).tools;
	}

	/** Throws if the tool reports a failure. */
	async call(name: string, input: Record<string, unknown>): Promise<ToolAnswer> {
		const request = { name, arguments: input };
		const result = (await this.client.callTool(request, undefined, { timeout })) as ToolResult;
		const text = result.content?.map((part) => part.text ?? '').join('\n') ?? '';
		if (result.isError === true) throw new Error(`${name}: ${text.slice(0, 3_000)}`);
		return result.structuredContent ?? { text };
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
