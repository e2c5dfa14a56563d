/** docs/reference/credential.md#read-only: n8n's HTTP Request node changes nothing either. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { credentialType, ourNode, type NodeSketch } from '../lib/flow';
import { authenticated, httpRequestType, httpRequestVersion } from '../lib/httpRequest';
import { withOwnService } from '../lib/ownService';
import { refusedWrite, writesOn } from '../lib/readOnly';
import { errorOf, itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

/** The switch in the credential, which applies to every node that uses it. */
export function readOnlyChecks(checks: Checks, bench: Workbench): void {
	checks.add("Read Only refuses writes of our node and of n8n's HTTP Request", async () => {
		await withOwnService(
			bench.session,
			'Read only',
			30,
			async (sandbox, { id, name }) => {
				const { baseUrl } = sandbox;
				const request = (parameters: Record<string, unknown>): NodeSketch => ({
					name: 'Service',
					type: httpRequestType,
					typeVersion: httpRequestVersion,
					parameters: { ...authenticated, ...parameters },
					credentials: { [credentialType]: { id, name } },
				});
				const task = {
					method: 'POST',
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '{"title":"A"}',
				};
				const [newest] = [sandbox.admin.documentAt(sandbox.admin.count() - 1)];
				const own = Object.values(writesOn(String(newest?.id)));
				const writes: NodeSketch[] = [
					...own.map((parameters) => ourNode({ id, name }, parameters)),
					request({ ...task, url: `${baseUrl}/v2/tasks` }),
					request({ method: 'DELETE', url: `${baseUrl}/v2/accountingdocuments/${newest?.id}` }),
				];
				for (const write of writes) {
					const run = await bench.run(write);
					const error = errorOf(run, 'Service');
					ok(error, JSON.stringify(write.parameters));
					match(error.message, refusedWrite);
					match(`${error.message} ${error.description}`, /turn off Read Only in the credential/);
				}
				// n8n gets a token before the credential handles a request of its HTTP Request node.
				const { entries: sent } = sandbox.admin.journal();
				deepStrictEqual(
					sent.filter(({ path }) => path !== '/auth/token'),
					[],
				);

				const list = { resource: 'accountingDocument', operation: 'getAll', limit: 5 };
				strictEqual(itemsOf(await bench.service(list, { id, name }), 'Service').length, 5);
				const search = { ...task, jsonBody: '{"page":1,"pageSize":10}' };
				const found = request({ ...search, url: `${baseUrl}/v2/search/accountingdocuments` });
				strictEqual(itemsOf(await bench.run(found), 'Service').length, 1);
				const { entries } = sandbox.admin.journal();
				deepStrictEqual(
					entries.filter(({ committed }) => committed === true),
					[],
				);
				strictEqual(entries.at(-1)?.status, 200);
			},
			{ readOnly: true },
		);
	});
}
