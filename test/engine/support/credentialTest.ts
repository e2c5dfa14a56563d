import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	Workflow,
	createRunExecutionData,
	type IDataObject,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import type { CredentialStore } from './credentials';
import { bareDescription } from './nodeInEngine';
import { additionalDataFor, nodeOf } from './engine';

const { test, name } = new AccountingServiceApi();

/** n8n turns a credential's test into a node with that one request. */
const tester: INodeType = {
	description: bareDescription('temp', [
		{
			displayName: 'Temp',
			name: 'temp',
			type: 'string',
			routing: { request: test.request },
			default: '',
		},
	]),
};

/** The result that n8n shows, by the steps of its own tester: the request, then the rules. */
export async function testCredential(credentials: CredentialStore): Promise<string> {
	const node = nodeOf('Temp', 'temp', {});
	const nodeTypes = { getByName: () => tester, getByNameAndVersion: () => tester };
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as unknown as INodeTypes,
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataFor(credentials, workflow),
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const data = { ...credentials.stored };
	const rules = (test.rules ?? []) as Array<{
		type: 'responseCode' | 'responseSuccessBody';
		properties: { key: string; value: unknown; message: string };
	}>;
	try {
		const routing = new RoutingNode(context, tester, { id: '1', name: 'x', type: name, data });
		const response = await routing.runNode();
		const body = response?.[0]?.[0].json as IDataObject;
		const broken = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' && at(body, properties.key) === properties.value,
		);
		return broken?.properties.message ?? 'OK';
	} catch (thrown) {
		const error = thrown as Error & { httpCode?: string };
		const byCode = rules.find(
			({ type, properties }) =>
				type === 'responseCode' && String(properties.value) === error.httpCode,
		);
		return byCode?.properties.message ?? error.message;
	}
}

/** The value that n8n's tester reads for a key with dots. */
function at(body: unknown, key: string): unknown {
	return key
		.split('.')
		.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
}
