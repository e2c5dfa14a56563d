import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import { startSandbox, type RunningSandbox } from '../../sandbox';
import {
	itemOf,
	listed,
	parametersOf,
	scan,
	type Listed,
} from '../../../test/engine/support/samples';
import type { Checks } from '../lib/checks';
import { credentialType, ourNode, type NodeSketch } from '../lib/flow';
import type { Entry } from '../lib/reference';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const which = [0, 1] as const;

/** Two input items for an operation, with a file each if it sends one. */
function inputOf(one: Listed, sandbox: RunningSandbox): NodeSketch {
	const list = which.map((number) => ({
		json: itemOf(one, sandbox, number),
		binary: scan(number),
	}));
	return {
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return ${JSON.stringify(list)};` },
	};
}

/** The sandbox's responses to the reads of the node, requested again without code of the package. */
async function answersTo(sandbox: RunningSandbox, reads: Entry[]): Promise<Entry[]> {
	const { baseUrl, appId, appSecret } = sandbox;
	const ask = async (path: string, method: string, body?: unknown, token = '') => {
		const answer = await fetch(`${baseUrl}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				...(token !== '' && { authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && body !== null && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(30_000),
		});
		return (await answer.json()) as Entry | Entry[];
	};
	const { access_token: token } = (await ask('/auth/token', 'POST', { appId, appSecret })) as {
		access_token: string;
	} & Entry;
	const records: Entry[] = [];
	for (const { path, method, query, body } of reads) {
		const search = new URLSearchParams(query as Record<string, string>).toString();
		const address = search === '' ? String(path) : `${String(path)}?${search}`;
		const answer = await ask(address, String(method), body, token);
		const lists = Array.isArray(answer)
			? [answer]
			: Object.values(answer).filter((value): value is Entry[] => Array.isArray(value));
		const isList = Array.isArray(answer) || 'pagesCount' in answer;
		records.push(...(isList ? (lists[0] ?? []) : [answer as Entry]));
	}
	return records;
}

const isRead = ({ method, path }: Entry) =>
	path !== '/auth/token' && (method === 'GET' || String(path).startsWith('/v2/search/'));

/** Runs every operation of the package in n8n. */
export function everyOperationChecks(checks: Checks, bench: Workbench): void {
	for (const one of listed) {
		const { title, operation } = one;
		checks.add(`${title}: runs in n8n, each item linked to its input`, async () => {
			const sandbox = await startSandbox({ documents: 60 });
			try {
				const { baseUrl, appId, appSecret } = sandbox;
				const data = { baseUrl, appId, appSecret };
				const id = await bench.session.createCredential({
					name: title,
					type: credentialType,
					data,
				});
				const input = inputOf(one, sandbox);
				const takesOutput = operation.fields.some(({ name }) => name === 'output');
				const parameters = { ...parametersOf(one), ...(takesOutput && { output: 'raw' }) };
				sandbox.admin.clearJournal();
				const node = ourNode({ id, name: title }, parameters);
				const out = itemsOf(await bench.run(input, node), 'Service');
				const inputs = out.flatMap(
					({ pairedItem }) => [pairedItem].flat() as Array<{ item: number }>,
				);
				// Equal items are read once, and the output belongs to the first one.
				const once =
					'oncePerInput' in operation && Object.keys(itemOf(one, sandbox, 0)).length === 0;
				const linked = [...new Set(inputs.map(({ item }) => item))].sort();
				deepStrictEqual(linked, once ? [0] : [0, 1]);
				deepStrictEqual(
					out.filter(({ json }) => 'error' in json).map(({ json }) => json.error),
					[],
				);
				const { entries } = sandbox.admin.journal();
				const sent = entries.map((entry) => ({ ...entry }) as unknown as Entry);
				const writes = sent.filter((entry) => entry.path !== '/auth/token' && !isRead(entry));
				strictEqual(writes.length > 0, operation.changes === true, 'what was sent');
				if (operation.changes || !takesOutput) return;
				const known = new Set(
					(await answersTo(sandbox, sent.filter(isRead))).map((record) => JSON.stringify(record)),
				);
				const strange = out.filter(({ json }) => !known.has(JSON.stringify(json)));
				deepStrictEqual(
					strange.map(({ json }) => json),
					[],
					'not as the service sent it',
				);
				ok(out.length > 0);
			} finally {
				await sandbox.close();
			}
		});
	}
}
