/** docs/reference/operations.md: each operation in n8n. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import {
	fieldNamed,
	itemOf,
	listed,
	parametersOf,
	scan,
	type Listed,
} from '../../../test/engine/support/samples';
import type { Checks } from '../lib/checks';
import { nodeType, ourNode, type NodeSketch, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import { Reference } from '../lib/reference';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

export function everyOperationChecks(checks: Checks, bench: Workbench): void {
	checks.add('n8n offers exactly the operations that are executed here', async () => {
		const executed = listed.map(
			({ resource, operation }) => `${resource.option.value}.${operation.option.value}`,
		);
		deepStrictEqual((await offered(bench)).sort(), executed.sort());
	});

	for (const one of listed)
		checks.add(`${one.title}: runs in n8n, each item linked to its input`, async () => {
			await withOwnService(bench.session, one.title, 60, async (sandbox, credential) => {
				await execute(bench, one, sandbox, credential);
			});
		});
}

interface NodeDescription {
	name: string;
	properties: Array<{
		name: string;
		options?: Array<{ value: string }>;
		displayOptions?: { show?: { resource?: string[] } };
	}>;
}

/** Every operation, as "resource.operation", that n8n offers for the installed package. */
async function offered({ session }: Workbench): Promise<string[]> {
	const types = await session.nodeTypes<NodeDescription>();
	const description = types.find(({ name }) => name === nodeType);
	ok(description, `n8n does not know the node ${nodeType}`);
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				options
					// n8n adds this one itself: it points to the HTTP Request node.
					.filter(({ value }) => value !== '__CUSTOM_API_CALL__')
					.map(({ value }) => `${resource}.${value}`),
			),
		);
}

async function execute(
	bench: Workbench,
	one: Listed,
	sandbox: RunningSandbox,
	credential: StoredCredential,
): Promise<void> {
	const { operation } = one;
	const takesOutput = fieldNamed(one, 'output') !== undefined;
	const isAbove = operation.fields.some(({ name }) => name === 'output');
	const raw = isAbove ? { output: 'raw' } : { options: { output: 'raw' } };
	const parameters = parametersOf(one, takesOutput ? raw : {});
	const input = inputOf(one, sandbox);
	sandbox.admin.clearJournal();
	const out = itemsOf(await bench.run(input, ourNode(credential, parameters)), 'Service');
	const inputs = out.flatMap(({ pairedItem }) => [pairedItem].flat() as Array<{ item: number }>);
	// Equal items are read once, and the output belongs to the first one.
	const once = 'oncePerInput' in operation && Object.keys(itemOf(one, sandbox, 0)).length === 0;
	deepStrictEqual([...new Set(inputs.map(({ item }) => item))].sort(), once ? [0] : [0, 1]);
	deepStrictEqual(
		out.filter(({ json }) => 'error' in json).map(({ json }) => json.error),
		[],
	);
	const sent = sandbox.admin.journal().entries.filter(({ path }) => path !== '/auth/token');
	const reads = sent.filter(
		({ method, path }) => method === 'GET' || path.startsWith('/v2/search/'),
	);
	strictEqual(sent.length > reads.length, operation.changes === true, 'what was sent');
	if (operation.changes || !takesOutput) return;
	const reference = new Reference(sandbox);
	const known = new Set<string>();
	for (const read of reads.filter(({ status }) => status === 200))
		for (const record of await reference.recordsOf(read)) known.add(JSON.stringify(record));
	ok(out.length > 0);
	deepStrictEqual(
		out.map(({ json }) => json).filter((json) => !known.has(JSON.stringify(json))),
		[],
		'not as the service sent it',
	);
}

/** Two input items for an operation, with a file each if it sends one. */
function inputOf(one: Listed, sandbox: RunningSandbox): NodeSketch {
	const list = ([0, 1] as const).map((number) => ({
		json: itemOf(one, sandbox, number),
		binary: scan(number),
	}));
	const parameters = { jsCode: `return ${JSON.stringify(list)};` };
	return { name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters };
}
