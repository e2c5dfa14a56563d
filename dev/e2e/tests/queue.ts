/** docs/reference/queue-mode.md: workers share an export and tokens, and a killed one costs its months. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { RunningSandbox } from '../../sandbox';
import { changeAtOnce, latencyMs } from '../lib/atOnce';
import type { Checks } from '../lib/checks';
import { chain, ourNode, trigger, type StoredCredential } from '../lib/flow';
import type { N8nInstallation } from '../lib/install';
import type { SignedInN8n } from '../lib/n8n';
import { executionsOf, inTheMiddleOfAMonth, pagesOf, QueueStage } from '../lib/queueStage';
import { fillYear, idsIn, sha256Of, SharedExport, type Months } from '../lib/sharedExport';
import { itemsOf } from '../lib/types';
import { waitFor } from '../lib/wait';
import { queueAgentChecks } from './queueAgents';
import { pollingChecks, queueStartsIn } from './trigger';

const perMonth = 250;

interface Sharing {
	sandbox: RunningSandbox;
	shared: SharedExport;
}

/** The two examples of a shared export in this n8n, for a service with that many documents a month. */
async function sharing(
	n8n: SignedInN8n,
	{ sandbox, credential }: { sandbox: RunningSandbox; credential: StoredCredential },
	documents: number,
	work: (parts: Sharing) => Promise<void>,
	months?: Months,
): Promise<void> {
	fillYear(sandbox, documents);
	const shared = await SharedExport.import(n8n, credential, months);
	try {
		await work({ sandbox, shared });
	} finally {
		await shared.close();
	}
}

/** The examples share an export in this n8n; all files together equal one export. */
export async function shareAYear(
	n8n: SignedInN8n,
	sandbox: RunningSandbox,
	credential: StoredCredential,
): Promise<void> {
	await sharing(n8n, { sandbox, credential }, perMonth, async ({ shared }) => {
		const run = await shared.finished(await shared.start());
		const manifest = shared.check(run, sandbox);
		deepStrictEqual([manifest.months, manifest.round], [12, 1]);
		deepStrictEqual(shared.lines(manifest).sort(), (await shared.inOne()).sort());
		strictEqual((await n8n.session.executionsOf(shared.month)).length, 12);
	});
}

/** n8n in queue mode: a main process and three workers that share executions. */
export function queueChecks(checks: Checks, installation: N8nInstallation, tarball: string) {
	const stage = new QueueStage(installation, tarball);

	checks.add('queue mode: a main process and three workers start with the package', async () => {
		const queue = await stage.started();
		strictEqual(queue.workers.length, 3);
	});

	checks.add('queue mode: the examples share twelve months between the workers', async () => {
		const queue = await stage.started();
		const { sandbox, credential } = await stage.service({ documents: 0 });
		await shareAYear(queue, sandbox, credential);
		const busy = queue.workers.filter((worker) => executionsOf(worker).finished.length > 0);
		ok(busy.length > 1, 'one worker did it all');
	});

	queueAgentChecks(checks, stage);

	checks.add(
		'queue mode: documents that are in no month end the export with their number',
		async () => {
			const service = await stage.service({ documents: 0 });
			await sharing(await stage.started(), service, 4, async ({ sandbox, shared }) => {
				const before = shared.check(await shared.finished(await shared.start()), sandbox);
				const { admin } = sandbox;
				admin.createDocuments({ count: 3, fields: { issueDate: '2025-12-31' } });
				admin.createDocuments({ count: 2, fields: { issueDate: '2027-01-01' } });
				admin.createDocuments({ count: 1, fields: { issueDate: null } });
				await rejects(shared.finished(await shared.start()), {
					message:
						/: 6 documents would be in no file: 1 without an issue date, 3 of 2025-12, 2 of 2027-01\. Change the first/,
				});
				// The last complete export stays, with files of its own.
				deepStrictEqual(shared.manifest(), before);
				strictEqual(shared.lines(before).length, before.documents);
			});
		},
	);

	checks.add(
		'queue mode: a shared export that cannot reach the webhook ends with the reason',
		async () => {
			const service = await stage.service({ documents: 0 });
			await sharing(await stage.started(), service, 1, async ({ shared }) => {
				await shared.close();
				await rejects(shared.finished(await shared.start()), {
					message:
						/: The export is not complete\. 2026-01: its export failed \(.*404.*2026-12: its/,
				});
				strictEqual(existsSync(path.join(shared.folder, 'manifest.json')), false);
			});
		},
	);

	checks.add('queue mode: a shared export refuses a text that is no month', async () => {
		const service = await stage.service({ documents: 0 });
		const months = { first: '2026-1', last: '2026-03' };
		const refused = async ({ shared }: Sharing) =>
			await rejects(shared.finished(await shared.start()), {
				message: /: "2026-1" is not a month such as 2026-01\. Change it in Months\./,
			});
		await sharing(await stage.started(), service, 0, refused, months);
	});

	checks.add('queue mode: a shared export repeats its only month after a failure', async () => {
		const service = await stage.service({ documents: 0 });
		const { admin } = service.sandbox;
		admin.createDocuments({ count: 30, fields: { issueDate: '2026-03-11' } });
		const repeated = async ({ sandbox, shared }: Sharing) => {
			// A page with 500 ends an export at once.
			admin.addFault({ kind: 'status', status: 500, times: 1, match: { path: 'search' } });
			const run = await shared.finished(await shared.start());
			const { round, documents } = shared.check(run, sandbox);
			deepStrictEqual([round, documents, (await shared.failures()).length], [2, 30, 1]);
		};
		const month = { first: '2026-03', last: '2026-03' };
		await sharing(await stage.started(), service, 0, repeated, month);
	});

	checks.add(
		'queue mode: months without the names of the date filters in the credential are noticed',
		async () => {
			const service = await stage.service({ documents: 0 }, {});
			await sharing(await stage.started(), service, 20, async ({ shared }) => {
				await rejects(shared.finished(await shared.start()), {
					message: /: Every month read all documents\. Enter the names of the issue-date filters/,
				});
			});
		},
	);

	checks.add(
		'queue mode: workers that export months share the tokens of a service that ends older ones',
		async () => {
			const n8n = await stage.started();
			const options = { documents: 0, latencyMs: 150, validTokens: 'latest' } as const;
			const before = n8n.workers.map((worker) => executionsOf(worker).started.length);
			await sharing(n8n, await stage.service(options), 1_000, async ({ sandbox, shared }) => {
				const coordinator = await shared.start();
				let expiries = 0;
				for (const pages of [30, 60, 90]) {
					await waitFor(`${pages} pages`, 60_000, async () =>
						Promise.resolve(pagesOf(sandbox) >= pages ? true : undefined),
					);
					sandbox.admin.expireTokens();
					expiries++;
				}
				const { documents, round } = shared.check(await shared.finished(coordinator), sandbox);
				deepStrictEqual([documents, round, await shared.failures()], [12_000, 1, []]);
				const { entries } = sandbox.admin.journal();
				const exchanges = entries.filter(({ path }) => path === '/auth/token').length;
				// A token that ended costs each request in flight one retry. Only page 0, which each process requests once, is
				// refused.
				const isLookBefore = (...sent: unknown[]) =>
					sent.some((one) => Number((one as { page?: string } | null)?.page ?? 1) === 0);
				deepStrictEqual(
					entries.filter(
						({ status, query, body }) =>
							status !== 200 && status !== 401 && !isLookBefore(query, body),
					),
					[],
				);
				n8n.workers.forEach((worker, index) =>
					ok(executionsOf(worker).started.length > (before[index] ?? 0), 'a worker did nothing'),
				);
				// At the start and after each end, all workers may get a token before the first one has stored its own. At the
				// start they usually do.
				ok(exchanges <= (1 + expiries) * n8n.workers.length, `${exchanges} exchanges`);
			});
		},
	);

	checks.add('queue mode: files for the database are of at most 32 MB', async () => {
		const n8n = await stage.started();
		const { sandbox, credential } = await stage.service({ documents: 20_000 });
		const parameters = {
			resource: 'accountingDocument',
			operation: 'exportToFile',
			format: 'ndjson',
			options: { fileNamePattern: 'in-parts' },
		};
		const write = {
			name: 'Write',
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1.1,
			parameters: {
				operation: 'write',
				fileName: `=${n8n.filesFolder}/{{ $json.fileName }}`,
				options: {},
			},
		};
		const workflow = chain('In parts', ourNode(credential, parameters), write);
		const id = await n8n.session.createWorkflow(workflow);
		const result = await n8n.session.execute(id, trigger);
		const parts = itemsOf(result, 'Service');
		ok(parts.length > 1);
		for (const { json, binary } of parts) {
			match(String(binary?.data?.id), /^database:/);
			const content = readFileSync(path.join(n8n.filesFolder, String(json.fileName)));
			ok(content.length <= 32 * 2 ** 20, `${content.length} bytes`);
			strictEqual(json.sha256, sha256Of(content));
		}
		const documentsIn = parts.map(({ json }) => Number(json.documents));
		strictEqual(
			documentsIn.reduce((sum, count) => sum + count, 0),
			sandbox.admin.totals().count,
		);
	});

	checks.add('queue mode: a killed worker costs its months, and no document', async () => {
		const n8n = await stage.started();
		const service = await stage.service({ documents: 0, latencyMs: 400 });
		await sharing(n8n, service, 700, async ({ sandbox, shared }) => {
			const coordinator = await shared.start();
			const { victim, lost } = await inTheMiddleOfAMonth(n8n.workers, coordinator, sandbox);
			await victim.kill();
			const months = await Promise.all(lost.map(async (id) => await shared.monthOf(id)));
			// A document that is created in the meantime changes its month, which is repeated if it was exported before.
			const [created] = sandbox.admin.createDocuments({ fields: { issueDate: '2026-12-31' } });
			sandbox.admin.deleteDocument(sandbox.admin.documentAt(5).id ?? '');
			const run = await shared.finished(coordinator);
			const manifest = shared.check(run, sandbox);
			ok(manifest.round > 1, 'nothing was repeated');
			const exports = await n8n.session.executionsOf(shared.month);
			ok(exports.length >= 12 + months.length, `${exports.length} executions`);
			const ids = idsIn(shared.lines(manifest));
			ok(ids.includes(Number(created?.id)));
			deepStrictEqual(shared.lines(manifest).sort(), (await shared.inOne()).sort());
		});
	});

	checks.add(
		'queue mode with one worker: 20 executions at once lose no change, and double no key',
		async () => {
			const n8n = await stage.started();
			await Promise.all(n8n.workers.map(async (worker) => await worker.stop()));
			await n8n.workers[0]?.start(20);
			const { sandbox, credential } = await stage.service({ documents: 60, latencyMs });
			await changeAtOnce(n8n, sandbox, credential);
		},
	);

	const polling = pollingChecks(
		checks,
		'queue mode: trigger',
		async () => (await stage.started()).mainAlone,
		queueStartsIn(installation),
	);

	return {
		lastLog: (count: number) => stage.lastLog(count),
		close: async () => {
			await polling.close();
			await stage.close();
		},
	};
}
