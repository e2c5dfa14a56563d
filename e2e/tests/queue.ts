import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { ShareReport } from '../../nodes/AccountingService/export/shareCheck';
import type { Share } from '../../nodes/AccountingService/export/shares';
import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { chain, ourNode, trigger } from '../lib/flow';
import type { N8nInstallation } from '../lib/install';
import { executionsOf, QueueStage, unfinished } from '../lib/queueStage';
import {
	hashWithout,
	idsIn,
	sha256Of,
	SharedExport,
	totalsIn,
	type RunningN8n,
} from '../lib/sharedExport';
import { QueueMain } from '../lib/triggerHost';
import { itemsOf } from '../lib/types';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';
import { pollingChecks, queueStartsIn } from './trigger';

const documents = 3_000;
const listPath = '/v2/accountingdocuments';

/** n8n in queue mode: a main process and three workers that share executions. */
export function queueChecks(
	checks: Checks,
	bench: Workbench,
	installation: N8nInstallation,
	tarball: string,
) {
	const stage = new QueueStage(installation, tarball);

	checks.add('queue mode: a main process and three workers start with the package', async () => {
		const { queue } = await stage.started();
		strictEqual(queue.workers.length, 3);
	});

	/** The examples share an export in this n8n; the files together are those of an export in one. */
	async function shareAnExport(n8n: RunningN8n): Promise<void> {
		const { sandbox, credential } = await stage.service(n8n, { documents });
		const shared = await SharedExport.import(n8n, credential);
		try {
			await shared.finished(await shared.start());
			const report = shared.manifest();
			const { count, totals } = sandbox.admin.totals();
			strictEqual(report.complete, true);
			deepStrictEqual([report.shares, report.documents], [4, count]);
			deepStrictEqual(report.totals, totals);
			const { account } = await shared.inOne();
			deepStrictEqual(account.totals, report.totals);
			strictEqual(sha256Of(shared.union(report)), account.sha256);
			const bytes = report.files.reduce((sum, file) => sum + file.bytes, 0);
			strictEqual(bytes, report.details.bytes);
			strictEqual((await n8n.session.executionsOf(shared.share)).length, report.shares);
		} finally {
			await shared.close();
		}
	}

	checks.add('queue mode: the examples share an export between the workers', async () => {
		const { queue } = await stage.started();
		await shareAnExport(await stage.n8n());
		const busy = queue.workers.filter((worker) => executionsOf(worker).finished.length > 0);
		ok(busy.length > 1, 'one worker did it all');
	});

	checks.add('without queue mode: the examples share an export as well', async () => {
		const { session, n8n } = bench;
		await shareAnExport({ session, baseUrl: n8n.baseUrl, filesFolder: n8n.filesFolder });
	});

	checks.add('queue mode: workers share the tokens of a service that ends older ones', async () => {
		const n8n = await stage.n8n();
		const { queue } = await stage.started();
		const options = { documents: 12_000, latencyMs: 150, validTokens: 'latest' } as const;
		const { sandbox, credential } = await stage.service(n8n, options);
		const shared = await SharedExport.import(n8n, credential);
		const before = queue.workers.map((worker) => executionsOf(worker).started.length);
		try {
			const coordinator = await shared.start();
			let expiries = 0;
			for (const pages of [30, 60, 90]) {
				await waitFor(`${pages} pages`, 60_000, async () =>
					Promise.resolve(pagesOf(sandbox) >= pages ? true : undefined),
				);
				sandbox.admin.expireTokens();
				expiries++;
			}
			await shared.finished(coordinator);
			const { complete, documents, runAgain } = shared.manifest();
			deepStrictEqual([complete, documents, runAgain], [true, 12_000, []]);
			const { entries } = sandbox.admin.journal();
			const exchanges = entries.filter(({ path }) => path === '/auth/token').length;
			// A token that was ended costs those that are under way one sending more; the page before the first one, for which
			// each process asks once, is refused, and nothing else.
			const isLookBefore = (query: unknown) => (query as { page?: string }).page === '0';
			deepStrictEqual(
				entries.filter(
					({ status, query }) => status !== 200 && status !== 401 && !isLookBefore(query),
				),
				[],
			);
			queue.workers.forEach((worker, index) =>
				ok(executionsOf(worker).started.length > (before[index] ?? 0), 'a worker did nothing'),
			);
			ok(exchanges <= expiries + queue.workers.length, `${exchanges} exchanges`);
		} finally {
			await shared.close();
		}
	});

	checks.add('queue mode: files for the database are of at most 32 MB', async () => {
		const n8n = await stage.n8n();
		const { sandbox, credential } = await stage.service(n8n, { documents: 20_000 });
		const parameters = {
			resource: 'accountingDocument',
			operation: 'exportToFile',
			format: 'ndjson',
			fileName: 'in-parts',
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

	checks.add(
		'queue mode: a worker that is killed costs its own shares and no document',
		async () => {
			const n8n = await stage.n8n();
			const { queue } = await stage.started();
			const { sandbox, credential } = await stage.service(n8n, {
				documents: 8_000,
				latencyMs: 400,
			});
			const shared = await SharedExport.import(n8n, credential);
			try {
				const coordinator = await shared.start();
				const victim = await waitFor('A worker in the middle of a share', 60_000, async () =>
					Promise.resolve(
						pagesOf(sandbox) < 40
							? undefined
							: queue.workers.find((worker) => {
									const own = unfinished(worker);
									return own.length > 0 && !own.includes(coordinator);
								}),
					),
				);
				const lost = unfinished(victim);
				await victim.kill();
				const shares = await Promise.all(lost.map(async (id) => await shared.shareOf(id)));
				const created = sandbox.admin.createDocuments({ count: 5 }).map(({ id }) => Number(id));
				// Out of what the dead worker had: a share that has exported a document already does not notice.
				const deleted = shares.map(({ untilId }) => {
					const id = Number(untilId ?? sandbox.admin.documentAt(7).id);
					sandbox.admin.deleteDocument(id);
					return id;
				});
				const result = await shared.finished(coordinator);

				const [check] = itemsOf(result, 'Check');
				const { runAgain } = check?.json as unknown as ShareReport;
				const numbersOf = (list: Share[]) => list.map(({ share }) => share).sort();
				deepStrictEqual(numbersOf(runAgain), numbersOf(shares));
				const exports = await n8n.session.executionsOf(shared.share);
				strictEqual(exports.length, 4 + shares.length);

				const report = shared.manifest();
				strictEqual(report.complete, true);
				const union = shared.union(report);
				const ids = idsIn(union);
				strictEqual(new Set(ids).size, ids.length, 'a document came twice');
				deepStrictEqual(
					ids.filter((id) => deleted.includes(id)),
					[],
				);
				strictEqual(report.documents, ids.length);
				deepStrictEqual(report.totals, totalsIn(union));
				// Whether a share that ran meanwhile has the new documents is left to chance.
				const whole = await shared.inOne();
				strictEqual(hashWithout(created, union), hashWithout(created, whole.content));
			} finally {
				await shared.close();
			}
		},
	);

	const polling = pollingChecks(
		checks,
		'queue mode: trigger',
		new QueueMain(stage),
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

const pagesOf = ({ admin }: RunningSandbox) =>
	admin.journal().entries.filter(({ path, status }) => path === listPath && status === 200).length;
