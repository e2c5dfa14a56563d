import { RoutingNode } from 'n8n-core';
import type { IDataObject, INodeType } from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { executeContext } from './contexts';
import type { CredentialStore } from './credentials';
import { bareDescription } from './nodeInEngine';

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
	const context = executeContext(credentials, { type: tester });
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
