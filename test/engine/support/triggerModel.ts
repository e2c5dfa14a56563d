import fc from '../../property';

import {
	isPaidByValues,
	trackedFields,
	valuesOf,
	type Scalar,
	type TrackedField,
} from '../../../nodes/AccountingServiceTrigger/state';
import { isAbove } from '../../../nodes/AccountingServiceTrigger/state';
import type { GivenFault } from '../../../dev/sandbox';
import { passTime } from './clock';
import { publishings, type Item, type PublishedWorkflow, type Publishing } from './trigger';
import type { Bench } from './withSandbox';

/** Events of the service, of n8n and of the connection. */
export type Happening =
	| { kind: 'create'; count: number; isLate: boolean }
	| { kind: 'change'; field: TrackedField; pick: number }
	| { kind: 'delete'; pick: number }
	| { kind: 'poll' | 'pollTwiceAtOnce' | 'restart' | 'crash' | 'rename' }
	| { kind: 'publish'; when: Publishing; waits: boolean }
	| { kind: 'fail'; fault: GivenFault };

const pick = fc.nat({ max: 10_000 });
const match = (call: number) => ({ path: 'search' as const, call });

export const happening = (largestBurst: number): fc.Arbitrary<Happening> =>
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('create' as const),
				count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: largestBurst })),
				isLate: fc.boolean(),
			}),
		},
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constant('change' as const),
				field: fc.constantFrom(...trackedFields),
				pick,
			}),
		},
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constantFrom(
					'poll' as const,
					'poll' as const,
					'poll' as const,
					'pollTwiceAtOnce' as const,
					'restart' as const,
					'crash' as const,
					'rename' as const,
				),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant('publish' as const),
				when: fc.constantFrom(...publishings),
				waits: fc.boolean(),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('fail' as const),
				fault: fc.oneof(
					fc.record({
						kind: fc.constant('status' as const),
						status: fc.constantFrom(400, 403, 500),
						match: fc.integer({ min: 1, max: 3 }).map(match),
					}),
					fc.record({
						kind: fc.constantFrom('html' as const, 'noRecords' as const, 'errorBody' as const),
						match: fc.integer({ min: 1, max: 3 }).map(match),
					}),
				),
			}),
		},
	);

interface Past {
	/** Values when the trigger started; absent for a document that was created later. */
	atStart?: Scalar[];
	/** Created with an ID below others. */
	isLate: boolean;
	/** Whether the trigger has to report it: a late document may have been outside of the watched ones. */
	isPromised: boolean;
}

type ChangedDocument = ReturnType<Bench['sandbox']['admin']['documentAt']>;
type Fields = Parameters<Bench['sandbox']['admin']['changeDocument']>[1];

/** Amounts change only while a document stays unpaid: being paid is a change of its own. */
const ifUnpaid = (document: ChangedDocument, fields: Fields): Fields | undefined =>
	isPaidByValues(valuesOf(document)) || isPaidByValues(valuesOf({ ...document, ...fields }))
		? undefined
		: fields;

/**
 * How each tracked field changes, except by a payment. Never back to an earlier value: the trigger cannot see a change and
 * its reversal between two polls.
 */
const edits: Record<
	Exclude<TrackedField, 'payments.paid'>,
	(document: ChangedDocument, version: number) => Fields | undefined
> = {
	accountingDocumentNo: (_, version) => ({ accountingDocumentNo: `Number ${version}` }),
	state: (_, version) => ({ state: `State ${version}` }),
	processingState: ({ processingState }, version) =>
		processingState === 0 || processingState === 2
			? { processingState: version % 2 === 0 ? 1 : 3 }
			: undefined,
	amountPaid: (document) =>
		ifUnpaid(document, { amountPaid: Number(document.amountPaid ?? 0) + grows(document) }),
	total: (document) => ifUnpaid(document, { total: Number(document.total) + grows(document) }),
	dueDate: (_, version) => ({
		dueDate: new Date(86_400_000 * (30_000 + version)).toISOString().slice(0, 10),
	}),
};

/** Away from zero, so that no amount returns to an earlier one. */
const grows = ({ total }: ChangedDocument): number => Math.sign(Number(total));

/** Plays events, and records what the trigger has to report in the end. */
export class Model {
	readonly past = new Map<string, Past>();

	/** Items of executions with a saved state, and of those whose state was lost in a crash. */
	readonly delivered: Item[] = [];

	readonly deliveredInCrash: Item[] = [];

	/** Event IDs of a crash, of documents that n8n had not saved: they come again under another ID (engines.test.ts). */
	readonly unsavedInCrash = new Set<string>();

	private versions = 0;

	constructor(
		private readonly at: Bench,
		private readonly workflow: PublishedWorkflow,
		private readonly newestDocuments: number,
		private readonly canCrash: boolean,
	) {
		for (const document of this.existing()) {
			const atStart = valuesOf(document);
			this.past.set(String(document.id), { atStart, isLate: false, isPromised: true });
		}
	}

	existing() {
		const { admin } = this.at.sandbox;
		return Array.from({ length: admin.count() }, (_, position) => admin.documentAt(position));
	}

	async happen(what: Happening): Promise<void> {
		const { admin } = this.at.sandbox;
		const { workflow } = this;
		if (what.kind === 'create') return this.create(what.count, what.isLate);
		if ('pick' in what) return this.touch(what);
		if (what.kind === 'fail') admin.addFault(what.fault);
		const before = workflow.state;
		const crash = what.kind === 'crash' && this.canCrash;
		const looks = this.newestIds();
		let failed = false;
		if (what.kind === 'pollTwiceAtOnce') {
			const both = await workflow.pollTwiceAtOnce();
			failed = both.every(({ status }) => status === 'rejected');
		} else if (what.kind === 'publish') {
			await workflow.pollAndPublish(what.when);
			if (what.waits) passTime(61_000);
		} else if (what.kind === 'restart') await workflow.activate();
		else if (what.kind === 'rename') await workflow.rename(`Trigger ${++this.versions}`);
		else
			failed = await workflow.poll({ crash }).then(
				() => false,
				() => true,
			);
		admin.clearFaults();
		const items = workflow.take();
		(crash ? this.deliveredInCrash : this.delivered).push(...items);
		if (!failed)
			this.dropUnpromised(before?.newestKnownId ?? '', before?.oldestKnownId ?? '', looks);
		if (crash) {
			const saved = new Set(workflow.state?.known.map(([id]) => id));
			for (const { eventId, document } of items)
				if (!saved.has(String(document.id))) this.unsavedInCrash.add(eventId);
			await workflow.activate();
			this.delivered.push(...workflow.take());
		}
	}

	/** Polls until nothing is left to report. */
	async settle(): Promise<void> {
		// Of a delivery that n8n may have discarded, a poll waits a minute for its state to be saved.
		passTime(61_000);
		for (let quiet = 0; quiet < 2;) {
			const before = this.delivered.length;
			await this.happen({ kind: 'poll' });
			quiet = this.delivered.length === before ? quiet + 1 : 0;
		}
	}

	/** The last reported value of a field of a document; undefined if it was never reported. */
	lastReported(id: string, field: (typeof trackedFields)[number]): Scalar | undefined {
		const items = [...this.deliveredInCrash, ...this.delivered];
		const own = items.filter(({ document }) => String(document.id) === id);
		const changes = own.flatMap((item) => item.changes).filter((change) => change.field === field);
		if (changes.length > 0) return changes[changes.length - 1].to;
		const created = own.findLast(({ event }) => event === 'created');
		return created && valuesOf(created.document)[trackedFields.indexOf(field)];
	}

	private create(count: number, isLate: boolean): void {
		const { admin } = this.at.sandbox;
		// A document can be late only after there is one, and not below the first ones. Below each other one, one fits.
		const others = [...this.past.values()].filter((one) => !one.isLate).length;
		const late = isLate && admin.count() > 20 && 2 * others - this.past.size > 20;
		const fields = {
			state: 'New',
			processingState: 0 as const,
			total: 100,
			amountPaid: 0,
			payments: { paid: false },
		};
		const given = { count: late ? Math.min(count, 3) : count, fields, outOfOrder: late };
		for (const { id } of admin.createDocuments(given)) {
			this.past.set(String(id), { isLate: late, isPromised: true });
		}
	}

	private touch(what: Extract<Happening, { pick: number }>): void {
		const { admin } = this.at.sandbox;
		if (admin.count() === 0) return;
		const document = admin.documentAt(what.pick % admin.count());
		const { id } = document;
		if (id === undefined || id === null) return;
		if (what.kind === 'delete') return admin.deleteDocument(id);
		if (what.field === 'payments.paid') return void admin.payDocument(id);
		const changed = edits[what.field](document, ++this.versions);
		if (changed) admin.changeDocument(id, changed);
	}

	private newestIds(): Set<string> {
		const { admin } = this.at.sandbox;
		const count = Math.min(admin.count(), this.newestDocuments);
		const from = admin.count() - count;
		return new Set(
			Array.from({ length: count }, (_, position) => String(admin.documentAt(from + position).id)),
		);
	}

	private dropUnpromised(mark: string, floor: string, looks: Set<string>): void {
		const reported = new Set(this.delivered.map(({ document }) => String(document.id)));
		for (const [id, past] of this.past) {
			if (!past.isLate || reported.has(id) || isAbove(id, mark)) continue;
			if (!looks.has(id) || !isAbove(id, floor)) past.isPromised = false;
		}
	}
}
