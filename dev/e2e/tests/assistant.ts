/** docs/internals/verification.md: n8n's assistant finds the nodes, and builds working ones. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import {
	itemOf,
	listed,
	parametersOf,
	scan,
	type Listed,
} from '../../../test/engine/support/samples';
import type { Checks } from '../lib/checks';
import { nodeType, triggerType } from '../lib/flow';
import { McpClient } from '../lib/mcp';
import { withOwnService } from '../lib/ownService';
import { sdkWorkflow } from '../lib/sdk';
import { typedParameters } from '../lib/typedParameters';
import type { Workbench } from '../lib/workbench';

const version = 1;

/** Questions of users, and the nodes of the package that the search has to find. */
const questions = {
	accounting: [nodeType, triggerType],
	'create invoice': [nodeType, triggerType],
	'export invoices to csv': [nodeType],
	'invoice paid': [nodeType, triggerType],
};

export function assistantChecks(checks: Checks, bench: Workbench): void {
	let opened: Promise<McpClient> | undefined;
	const open = async () => await (opened ??= McpClient.openOfN8n(bench.session, bench.n8n.baseUrl));

	for (const [question, types] of Object.entries(questions)) {
		checks.add(`assistant: "${question}" finds the nodes and what they can do`, async () => {
			const { results } = await (await open()).call('search_nodes', { queries: [question] });
			const text = String(results);
			for (const type of types) ok(text.includes(`- ${type}`), `no ${type}`);
			ok(text.includes('@builderHint Use this node'), 'no hint');
			const missing = listed.filter(
				({ operation }) => !text.includes(`- ${String(operation.option.value)}\n`),
			);
			deepStrictEqual(
				missing.map(({ title }) => title),
				[],
			);
		});
	}

	for (const one of listed) {
		checks.add(`assistant, ${one.title}: built from n8n's types, valid, and runs`, async () => {
			await buildAndRun(await open(), bench, one);
		});
	}
}

/** Every step has to succeed at the first attempt, without a warning. */
async function buildAndRun(mcp: McpClient, bench: Workbench, one: Listed): Promise<void> {
	const { title, operation } = one;
	const name = `Assistant, ${title}`;
	await withOwnService(bench.session, name, 60, async (sandbox, credential) => {
		const parameters = parametersOf(one);
		await expectInTypes(mcp, parameters);
		const item = { json: itemOf(one, sandbox, 0), binary: scan(0) };
		const items = { jsCode: `return ${JSON.stringify([item])};` };
		const code = sdkWorkflow(name, [
			{ name: 'Items', type: 'n8n-nodes-base.code', version: 2, parameters: items },
			{ name: 'Service', type: nodeType, version, parameters, credential },
		]);
		const checked = await mcp.call('validate_workflow', { code });
		deepStrictEqual(
			[checked.valid, checked.errors, checked.warnings],
			[true, undefined, undefined],
		);
		const created = await mcp.call('create_workflow_from_code', { code, name });
		deepStrictEqual([created.error, created.warnings], [undefined, undefined]);
		sandbox.admin.clearJournal();
		const { workflowId } = created;
		const run = await mcp.call('test_workflow', { workflowId, pinData: {} });
		deepStrictEqual([run.status, run.error], ['success', undefined]);
		const sent = sandbox.admin.journal().entries.filter(({ path }) => path !== '/auth/token');
		// An operation that declares no request sends none, or the one of its form.
		if (operation.requests.length > 0) ok(sent.length > 0, 'nothing was sent');
	});
}

/** n8n's types of the node name every parameter, and require no others. */
async function expectInTypes(mcp: McpClient, parameters: Record<string, unknown>): Promise<void> {
	const { resource, operation, ...given } = parameters;
	const nodeIds = [{ nodeId: nodeType, version: String(version), resource, operation }];
	const { definitions } = await mcp.call('get_node_types', { nodeIds });
	const typed = typedParameters(String(definitions), String(resource), String(operation));
	const unknown = Object.keys(given).filter((name) => !typed.some((field) => field.name === name));
	deepStrictEqual(unknown, [], 'not in the types');
	const demanded = typed.filter(({ name, required }) => required && !(name in given));
	strictEqual(demanded.map(({ name }) => name).join(', '), '', 'demanded by the types alone');
}
