import { deepStrictEqual, ok } from 'node:assert/strict';

import { sameRecords, type Checks } from '../lib/checks';
import { nodeType } from '../lib/flow';
import type { Workbench } from '../lib/workbench';

const everything = {
	resource: 'accountingDocument',
	operation: 'getAll',
	returnAll: true,
	output: 'raw',
};

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

export function operationChecks(checks: Checks, bench: Workbench): void {
	checks.add('Get Many: all documents, each exactly as the service sent it', async () => {
		sameRecords(await bench.records(everything), await bench.reference.documents());
	});

	checks.add('every operation that n8n offers for the package was executed', async () => {
		const names = await offered(bench);
		ok(names.length >= 4, `n8n offers only ${names.join(', ')}`);
		const missing = names.filter((name) => !bench.executed.has(name));
		deepStrictEqual(missing, [], `not executed: ${missing.join(', ')}`);
	});
}
