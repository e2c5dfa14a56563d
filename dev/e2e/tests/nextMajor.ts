/** docs/reference/install.md#before-you-upgrade: the defaults announced for n8n 3.0. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { startSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readExample, withCredential } from '../lib/example';
import { chain, credentialFile, ourNode, trigger } from '../lib/flow';
import type { N8nInstallation } from '../lib/install';
import { checkNightlyFile, nightlyWorkflow } from '../lib/nightly';
import { N8nInstance } from '../lib/n8n';
import { projectFolder } from '../lib/paths';
import { itemsOf } from '../lib/types';

/** The defaults that n8n announces for its version 3.0, as far as variables of 2.41 set them. */
const announced = {
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 * 1024),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_DISABLED_MODULES: 'mcp-registry,chat-hub',
	N8N_EXPRESSION_ENGINE: 'vm',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
};

/** What no variable changes here: 3.0 is a container, with a task runner in another one. */
const stillAnnounced = ['N8N_RUNNERS_MODE'];

/** n8n's "Migration Report": the rules that some workflow breaks. */
interface MigrationReport {
	report: { targetVersion: string; workflowResults: Array<{ ruleTitle: string }> };
}

/** One start of n8n with the defaults of its next major version. */
export function nextMajorChecks(
	checks: Checks,
	installation: N8nInstallation,
	tarball: string,
): void {
	checks.add(
		'defaults announced for n8n 3.0: the main jobs run, as imported before the start; nothing is to be migrated',
		async () => {
			const sandbox = await startSandbox({ documents: 1_000 });
			const n8n = await N8nInstance.withPackage(installation, tarball);
			try {
				const credential = { id: 'imported', name: 'Accounting' };
				const { baseUrl, appId, appSecret } = sandbox;
				const connection = { baseUrl, appId, appSecret };
				await n8n.importCredentials([credentialFile(credential.id, credential.name, connection)]);
				const nightly = nightlyWorkflow(credential, n8n.filesFolder);
				const exporting = 'importedExport';
				await n8n.importWorkflow({ ...nightly, id: exporting });
				const session = await n8n.open(announced);
				const warned = [...n8n.log().matchAll(/^ - (\w+) -> /gm)].map(([, name]) => name);
				deepStrictEqual(warned, stillAnnounced);

				for (const file of readdirSync(path.join(projectFolder, 'examples'))) {
					const example = path.basename(file, '.json');
					if (example !== file) await session.createWorkflow(readExample(example));
				}

				strictEqual((await session.execute(exporting, 'Execute Manually')).status, 'success');
				checkNightlyFile(sandbox, n8n.filesFolder);

				sandbox.admin.createDocuments({ fields: { type: 0, direction: 0 } });
				const polled = withCredential(readExample('new-received-invoice'), credential);
				const polling = await session.createWorkflow(polled);
				const event = await session.execute(polling, 'New Received Invoice');
				strictEqual(itemsOf(event, 'Write Message').length, 1);

				const parameters = {
					resource: 'accountingDocument',
					operation: 'exportToFile',
					format: 'xlsx',
				};
				const exported = await session.createWorkflow(
					chain('Export', ourNode(credential, parameters)),
				);
				const [item] = itemsOf(await session.execute(exported, trigger), 'Service');
				strictEqual(item?.json.documents, sandbox.admin.totals().count);

				const { report } = await session.request<MigrationReport>(
					'GET',
					'/breaking-changes/report?version=v3',
				);
				strictEqual(report.targetVersion, 'v3');
				deepStrictEqual(
					report.workflowResults.map(({ ruleTitle }) => ruleTitle),
					[],
				);
			} finally {
				await n8n.remove();
				await sandbox.close();
			}
		},
	);
}
