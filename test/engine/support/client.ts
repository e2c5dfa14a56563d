import { ExecuteContext } from 'n8n-core';
import { Workflow, createRunExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../../../nodes/shared/client/client';
import { connect, type RequestLimits } from '../../../nodes/shared/n8n/connection';
import type { CredentialStore } from './credentials';
import { additionalDataFor, nodeOf, nodeTypes } from './engine';

/** The client of a node in a context of n8n's own engine. */
export async function clientFor(
	credentials: CredentialStore,
	settings: RequestLimits = {},
	abort = new AbortController(),
): Promise<ServiceClient> {
	const node = nodeOf('Node', 'accountingService', {});
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataFor(credentials, workflow),
		'manual',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
		abort.signal,
	);
	return await connect(context, settings);
}
