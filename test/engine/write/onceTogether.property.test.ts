/** docs/api/writes.md#never-twice: executions that run together, in preview, stopped and with late lists. */
import type { IDataObject } from 'n8n-workflow';

import fc, { propertyMs } from '../../property';
import { probeOnce } from '../support/clock';
import { create } from '../support/create';
import { lateService, type LateService } from '../support/lateService';
import { byId, goOn, type Parameters } from '../support/withSandbox';

beforeEach(probeOnce);

/** Workflows that run at the same time and one after another. */
const trials = Number(process.env.TRIALS ? 10_000 : 200);

const kinds = ['document', 'copy', 'order'] as const;
type Kind = (typeof kinds)[number];

interface Row {
	/** The key of a document, or the ID of the document to copy or to pay. */
	key: number;
	isPreviewed: boolean;
}

interface Run {
	kind: Kind;
	rows: Row[];
	/** Companies may have several applications. */
	application: 'one' | 'two';
	/** Stopped when this many of its changes have arrived. */
	stopsAfter?: number;
}

const run = fc.record(
	{
		kind: fc.constantFrom<Kind>('document', ...kinds),
		rows: fc.array(fc.record({ key: fc.integer({ min: 1, max: 3 }), isPreviewed: fc.boolean() }), {
			minLength: 1,
			maxLength: 3,
		}),
		application: fc.constantFrom<Run['application']>('one', 'one', 'two'),
		stopsAfter: fc.constantFrom<number | undefined>(undefined, undefined, undefined, 1),
	},
	{ requiredKeys: ['kind', 'rows', 'application'] },
);

/** Runs of one round start together: usually a few, sometimes ten. */
const rounds = fc.array(
	fc.oneof(
		{ weight: 9, arbitrary: fc.array(run, { minLength: 1, maxLength: 5 }) },
		{ weight: 1, arbitrary: fc.array(run, { minLength: 10, maxLength: 10 }) },
	),
	{ minLength: 1, maxLength: 2 },
);

/** Milliseconds after which the list shows a record. */
const lag = fc.oneof(
	fc.constantFrom(0, 0, 1_000, 10_000, 59_999, 60_000),
	fc.integer({ min: 0, max: 60_000 }),
);

const common = {
	options: { preview: '={{ $json.isPreviewed }}' },
	output: 'raw',
};
const parameters: Record<Kind, Parameters> = {
	document: create({
		...common,
		uniqueBy: 'orderNo',
		additionalFields: { orderNo: '=A-{{ $json.key }}' },
	}),
	copy: {
		...{ ...common, resource: 'accountingDocument', operation: 'createFromDocument' },
		...{ accountingDocumentId: byId('={{ $json.key }}'), issueDate: '2026-12-01' },
	},
	order: {
		...{ ...common, resource: 'paymentOrder', operation: 'create' },
		...{ bankAccountId: byId('303'), dueDate: '2026-12-01' },
		accountingDocuments: '={{ $json.key }}',
	},
};

const line = {
	...{ description: 'Chairs', qt: 1, vatRate: 21, vatRateType: 1 },
	...{ unitPrice: 121, unitPriceVatExcl: 100, total: 121, totalVatExcl: 100, totalVat: 21 },
};

/** A company with received invoices. */
async function companyWith(lagMs: () => number): Promise<LateService> {
	const service = await lateService({ lagMs });
	const invoice = {
		...{ type: 0, direction: 0, total: 121, amountPaid: 0, currency: 'CZK', vatCountryType: 1 },
		...{ contact: { companyName: 'Example Ltd', companyRegNo: '123' }, lineItems: [line] },
	};
	service.documents.push(
		...[1, 2, 3].map((id) => ({ ...invoice, id, accountingDocumentNo: `R-${id}`, shownAt: 0 })),
	);
	return service;
}

/** The records of a kind with a key. */
function recordsOf({ documents, orders }: LateService, kind: Kind, key: number): IDataObject[] {
	if (kind === 'document') return documents.filter(({ orderNo }) => orderNo === `A-${key}`);
	if (kind === 'copy') {
		return documents.filter(({ relatedAccountingDocumentId: id }) => String(id) === String(key));
	}
	return orders.filter(({ accountingDocuments: paid }) =>
		JSON.stringify(paid).includes(`"accountingDocumentId":${key}}`),
	);
}

const isChange = ({ method, path }: { method: string; path: string }) =>
	method !== 'GET' && !path.includes('/search/');

async function start(service: LateService, { kind, rows, application, stopsAfter }: Run) {
	const before = service.arrived.filter(isChange).length;
	let isStopped = false;
	const result = await service.run(parameters[kind], {
		...{ items: rows.map((row) => ({ ...row })), node: goOn },
		credentials: service.credential(application === 'two' ? { appId: 'two' } : {}),
		onStart: ({ cancel, ended }) => {
			if (stopsAfter === undefined) return;
			const watch = setInterval(() => {
				if (service.arrived.filter(isChange).length < before + stopsAfter) return;
				isStopped = true;
				cancel();
			}, 1);
			const stop = () => clearInterval(watch);
			void ended.then(stop, stop);
		},
	});
	return { ...result, isStopped };
}

it(
	`nothing is made twice, by a preview, or lost, in ${trials} trials`,
	async () => {
		let made = 0;
		await fc.assert(
			fc.asyncProperty(rounds, fc.infiniteStream(lag), async (plan, lags) => {
				let slowest = 0;
				const service = await companyWith(() => {
					const ms = lags.next().value as number;
					slowest = Math.max(slowest, ms);
					return ms;
				});
				const wanted = new Set<string>();
				const stoppedRounds: boolean[] = [];
				for (const runs of plan) {
					const results = await Promise.all(runs.map((run) => start(service, run)));
					stoppedRounds.push(results.some(({ isStopped }) => isStopped));
					for (const [index, { json, error, isStopped, hints }] of results.entries()) {
						const { kind, rows } = runs[index];
						for (const { key, isPreviewed } of rows) if (!isPreviewed) wanted.add(`${kind} ${key}`);
						if (isStopped) continue;
						expect(error).toBeUndefined();
						// A record is lost if a row that ran shows none.
						for (const [at, { key, isPreviewed }] of rows.entries()) {
							if (isPreviewed || json[at].error !== undefined) continue;
							const ids = recordsOf(service, kind, key).map(({ id }) => String(id));
							expect(ids).toContain(String(json[at].id));
						}
						const isQuick = slowest === 0 && !stoppedRounds.includes(true);
						if (isQuick) expect(hints.join()).not.toMatch(/spent \d+ seconds/);
					}
				}
				for (const kind of kinds) {
					for (const key of [1, 2, 3]) {
						const { length } = recordsOf(service, kind, key);
						expect(`${kind} ${key}: ${length}`).toMatch(
							wanted.has(`${kind} ${key}`) ? /: [01]$/ : /: 0$/,
						);
						made += length;
					}
				}
			}),
			{ numRuns: trials },
		);
		expect(made).toBeGreaterThan(trials);
	},
	propertyMs,
);
