/** docs/reference/trigger.md#after-a-crash-of-n8n: n8n is killed and stopped while it polls. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import type { TriggerItem } from '../../../nodes/AccountingServiceTrigger/item';
import type { AccountingDocument } from '../../sandbox';
import type { Checks } from '../lib/checks';
import type { N8nInstallation } from '../lib/install';
import { N8nInstance, type RestartedN8n } from '../lib/n8n';
import { TriggerStage, type Engine } from '../lib/triggerStage';

const unpaid = { total: 10, amountPaid: 0, payments: { paid: false } };

const parameters = { event: ['created', 'paid'], output: 'raw' };

/** How n8n starts, and how it ends. */
interface Start {
	engine: Engine;
	end: 'stop' | 'kill';
}

/** The starts of n8n, each with the state of the previous one. */
const starts: Start[] = [
	{ engine: 'inMemory', end: 'stop' },
	{ engine: 'inMemory', end: 'kill' },
	{ engine: 'scheduler', end: 'stop' },
	{ engine: 'durableCursors', end: 'kill' },
	{ engine: 'durableCursors', end: 'stop' },
];

/** The same for the main process of queue mode. */
const queueStarts: Start[] = [
	{ engine: 'inMemory', end: 'kill' },
	{ engine: 'durableCursors', end: 'kill' },
	{ engine: 'durableCursors', end: 'stop' },
];

export const queueStartsIn = (installation: N8nInstallation) => startsIn(installation, queueStarts);

/** The starts that this n8n version supports. */
function startsIn({ leavesOut }: N8nInstallation, list: Start[]): Start[] {
	return list.filter(({ engine }) => engine === 'inMemory' || !leavesOut.includes('scheduler'));
}

export function triggerChecks(checks: Checks, installation: N8nInstallation, tarball: string) {
	return pollingChecks(
		checks,
		'trigger',
		async () => await N8nInstance.withPackage(installation, tarball),
		startsIn(installation, starts),
	);
}

/**
 * A published workflow through restarts, a crash and both ways in which n8n polls. The checks depend on one another,
 * because each n8n continues with the data of the previous one.
 */
export function pollingChecks(
	checks: Checks,
	name: string,
	create: () => Promise<RestartedN8n>,
	list: Start[],
) {
	let stage: TriggerStage | undefined;
	const seen: TriggerItem[] = [];

	async function started(engine: Engine): Promise<TriggerStage> {
		stage ??= await TriggerStage.open(await create());
		await stage.start(engine, parameters);
		return stage;
	}

	/** The received events, which must be exactly these. */
	async function expectEvents(at: TriggerStage, expected: string[]): Promise<void> {
		const items = await at.items(expected.length);
		// A late document follows newer ones that an earlier poll, such as that of a start, has returned.
		const eventIds = items.map(({ eventId }) => eventId.split(':').slice(0, 2).join(':'));
		deepStrictEqual(eventIds.sort(byDocument), [...expected].sort(byDocument));
		for (const { event, document } of items) {
			if (event === 'created') ok(document.lineItems, 'the document did not come as it is');
		}
		seen.push(...items);
	}

	const created = (at: TriggerStage, count: number) =>
		at.sandbox.admin.createDocuments({ count, fields: unpaid });

	async function go(at: TriggerStage, index: number, away: AccountingDocument[]): Promise<void> {
		if (index === 0) strictEqual((await at.fetchTestEvent()).length, 1);
		const [late] = at.sandbox.admin.createDocuments({ outOfOrder: true, fields: unpaid });
		const here = created(at, 3);
		const all = [...away, late, ...here].map((document) => Number(document?.id));
		await expectEvents(
			at,
			all.sort((a, b) => a - b).map((id) => `${id}:created`),
		);

		const paid = here[0]?.id ?? 0;
		at.sandbox.admin.payDocument(paid);
		await expectEvents(at, [`${paid}:paid`]);

		// Published while a poll waits for its response: n8n 2.41 may discard what that returns.
		const [before] = created(at, 1);
		at.sandbox.admin.addFault({ kind: 'slowBody', ms: 3_000, times: 0, match: { path: 'search' } });
		await at.polls(1);
		await at.rename(`Trigger ${index + 2}`);
		at.sandbox.admin.clearFaults();
		const [after] = created(at, 1);
		await expectEvents(at, [`${before?.id}:created`, `${after?.id}:created`]);
		deepStrictEqual(await at.itemsOfFurtherPolls(), []);
	}

	list.forEach(({ engine, end }, index) => {
		checks.add(`${name}, start ${index + 1} (${engine}): no event lost or repeated`, async () => {
			// Created while n8n is stopped; the first start must not report them.
			const away = index > 0 && stage ? created(stage, 130) : [];
			const at = await started(engine);
			try {
				await go(at, index, away);
			} finally {
				await at.end(end);
			}
		});
	});

	checks.add(`${name}: no event ID was repeated`, () => {
		const ids = seen.map(({ eventId }) => eventId);
		ok(ids.length > 0);
		deepStrictEqual(
			ids.filter((id, index) => ids.indexOf(id) !== index),
			[],
		);
	});

	return { close: async () => await stage?.close() };
}

const byDocument = (a: string, b: string) => parseInt(a, 10) - parseInt(b, 10);
