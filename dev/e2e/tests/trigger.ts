import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';

import type { AccountingDocument } from '../../sandbox';
import type { Checks } from '../lib/checks';
import type { N8nInstallation } from '../lib/install';
import { SingleProcess, type TriggerHost } from '../lib/triggerHost';
import { TriggerStage, type Engine, type EventItem } from '../lib/triggerStage';

const unpaid = { total: 10, amountPaid: 0, payments: { paid: false } };

const parameters = { event: ['created', 'paid'], output: 'raw' };

/** How n8n is started, and how it ends. */
interface Start {
	engine: Engine;
	end: 'stop' | 'kill';
}

/** n8n is started anew for each of these, with the state that the one before has left. */
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

/** Those of the starts that an n8n of this version has. */
function startsIn({ leavesOut }: N8nInstallation, list: Start[]): Start[] {
	return list.filter(({ engine }) => engine === 'inMemory' || !leavesOut.includes('scheduler'));
}

export function triggerChecks(checks: Checks, installation: N8nInstallation, tarball: string) {
	return pollingChecks(
		checks,
		'trigger',
		new SingleProcess(installation, tarball),
		startsIn(installation, starts),
	);
}

/**
 * A published workflow through restarts, a crash and both ways in which n8n polls. The checks build on
 * one another, since what one n8n leaves behind is what the next one has to go on from.
 */
export function pollingChecks(checks: Checks, name: string, host: TriggerHost, list: Start[]) {
	let stage: TriggerStage | undefined;
	const seen: EventItem[] = [];

	async function started(engine: Engine): Promise<TriggerStage> {
		stage ??= await TriggerStage.open(host);
		await stage.start(engine, parameters);
		return stage;
	}

	/** The events that came, which must be these and no others. */
	async function expectEvents(at: TriggerStage, expected: string[]): Promise<void> {
		const items = await at.items(expected.length);
		// A late document comes behind newer ones that an earlier poll, such as the one of a start, has returned.
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

		const [before] = created(at, 1);
		await at.rename(`Trigger ${index + 2}`);
		const [after] = created(at, 1);
		await expectEvents(at, [`${before?.id}:created`, `${after?.id}:created`]);
		deepStrictEqual(await at.itemsOfFurtherPolls(), []);
	}

	list.forEach(({ engine, end }, index) => {
		checks.add(`${name}, start ${index + 1} (${engine}): nothing lost, nothing twice`, async () => {
			// Created while n8n does not run; the first start has to leave out what it finds.
			const away = index > 0 && stage ? created(stage, 130) : [];
			const at = await started(engine);
			try {
				await go(at, index, away);
			} finally {
				await at.end(end);
			}
		});
	});

	checks.add(`${name}: no event id came twice in all of that`, () => {
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
