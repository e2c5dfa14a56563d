import type { AccountingDocument, Admin, RunningSandbox } from '../../sandbox';
import { fromUnits, sumsBy, toUnits } from '../lib/decimal';
import type { QueueServices } from '../lib/services';
import type { Item } from '../lib/types';
import type { Day } from './calendar';
import type { Company, Row } from './company';
import { orderDifferences } from './orders';

export const eventsTable = 'events';

export const createEvents = `CREATE TABLE ${eventsTable} (n bigserial, kind text, event_id text, document text, body jsonb)`;

interface NotedEvent {
	n: number;
	kind: string;
	event_id: string;
	document: string;
	changes: Array<{ field: string; from: unknown; to: unknown }>;
}

/** Compares the data of the company with the service. Each comparison returns the differences as text. */
export class Books {
	private lastEvent = 0;

	private readonly eventIds = new Map<string, number>();

	private readonly counts = { created: new Map<string, number>(), paid: new Map<string, number>() };

	/** The last reported value of each field, by document. */
	private readonly latest = new Map<string, Map<string, unknown>>();

	private readonly breaks: string[] = [];

	/** Repeated events with the same ID, as after a crash of n8n. */
	repeated = 0;

	constructor(
		private readonly sandbox: RunningSandbox,
		private readonly company: Company,
		private readonly database: QueueServices,
	) {}

	documents(): AccountingDocument[] {
		return documentsOf(this.sandbox.admin);
	}

	/** Every order of the sheet and the shop has exactly one document, with the lines of its rows. */
	orders(): string[] {
		const expected = new Map<string, Row[]>(this.company.orders);
		for (const [order, row] of this.company.drafts) expected.set(order, [row]);
		return orderDifferences(expected, this.sandbox.admin.createdDocuments());
	}

	/** The table of the nightly changes equals the service, including deletions. */
	async table(): Promise<string[]> {
		const columns =
			'id, number, state, issue_date, due_date, contact, currency, total, amount_paid';
		const question = `SELECT json_agg(json_build_array(${columns.replace('state', "document->>'state'")}) ORDER BY id) FROM accounting_documents`;
		const rows = JSON.parse(await this.database.query(question)) as unknown[][];
		const inTable = new Map(rows.map((row) => [String(row[0]), JSON.stringify(row)]));
		const documents = this.documents();
		const wrong = documents.flatMap((document) => {
			const { id, state, issueDate, dueDate, contact, currency, total, amountPaid } = document;
			const number = document.accountingDocumentNo;
			const wanted = [
				...[Number(id), number, state, issueDate, dueDate, contact?.companyName, currency],
				...[total, amountPaid],
			].map((value) => value ?? null);
			const kept = inTable.get(String(id));
			return kept === JSON.stringify(wanted) ? [] : [`${id} is ${kept ?? 'missing'} in the table`];
		});
		const surplus = rows.length - documents.length;
		return surplus === 0 ? wrong : [...wrong, `the table has ${surplus} rows too many`];
	}

	/** Reads the events since the last call. */
	async readEvents(): Promise<void> {
		const question = `SELECT coalesce(json_agg(json_build_object('n', n, 'kind', kind, 'event_id', event_id, 'document', document, 'changes', body->'changes') ORDER BY n), '[]') FROM ${eventsTable} WHERE n > ${this.lastEvent}`;
		for (const event of JSON.parse(await this.database.query(question)) as NotedEvent[]) {
			this.lastEvent = event.n;
			const seen = this.eventIds.get(event.event_id) ?? 0;
			this.eventIds.set(event.event_id, seen + 1);
			if (seen > 0) this.repeated++;
			else this.enter(event);
		}
	}

	private enter({ kind, document, changes }: NotedEvent): void {
		if (kind === 'created' || kind === 'paid') {
			const counts = this.counts[kind];
			counts.set(document, (counts.get(document) ?? 0) + 1);
			return;
		}
		const fields = this.latest.get(document) ?? new Map<string, unknown>();
		this.latest.set(document, fields);
		for (const { field, from, to } of changes) {
			const before = fields.get(field);
			if (fields.has(field) && before !== from)
				this.breaks.push(
					`${field} of ${document} was ${String(before)}, then changed from ${String(from)}`,
				);
			fields.set(field, to);
		}
	}

	/** Each document that appeared was reported as created, exactly once. */
	created(): string[] {
		return differing(this.counts.created, new Map([...this.company.appeared].map((id) => [id, 1])));
	}

	/** Each payment was reported exactly once. */
	paid(): string[] {
		return differing(this.counts.paid, this.company.payments);
	}

	/** The changes of each field form an unbroken chain that ends with the value in the service. */
	changed(): string[] {
		const ends = [...this.company.edits].flatMap(([id, fields]) => {
			const document = this.find(id);
			return [...fields].flatMap((field) => {
				const last = this.latest.get(id)?.get(field);
				const now = document?.[field as keyof AccountingDocument];
				return document === undefined || last === now
					? []
					: [`${field} of ${id} is ${String(now)}, the last event says ${String(last)}`];
			});
		});
		return [...this.breaks, ...ends];
	}

	private find(id: string): AccountingDocument | undefined {
		try {
			return this.sandbox.admin.document(id);
		} catch {
			return undefined; // It was deleted.
		}
	}

	/** Each overdue invoice has one reminder for each step that it has reached. */
	reminders({ date }: Day): string[] {
		const { admin } = this.sandbox;
		const credits = creditsIn(this.documents());
		return this.documents().flatMap((document) => {
			const days = admin.reminders(String(document.id)).map(({ exceededDays }) => exceededDays);
			const steps = days.map(stepOf);
			const reached = isToBeReminded(document, date, credits)
				? stepOf(daysLate(document, date))
				: undefined;
			const isRight =
				new Set(steps).size === steps.length && (reached === undefined || steps.includes(reached));
			return isRight ? [] : [`${document.id} has reminders of the days ${days.join(', ') || '-'}`];
		});
	}

	/** No small draft is left among the issued invoices of two months; the example looks at three. */
	states({ date }: Day): string[] {
		const from = monthsBefore(date, 2);
		const left = this.documents().filter(
			({ type, direction, state, total, issueDate }) =>
				type === 0 &&
				direction === 1 &&
				state === 'Draft' &&
				Number(total) < 10_000 &&
				(issueDate ?? '') > from,
		);
		return left.map(({ id }) => `${id} is still a draft`);
	}

	/** The total of the Monday report equals the amounts due. */
	report(items: Item[]): string[] {
		const open = this.documents().filter(
			({ direction, type, payments }) =>
				direction === 1 && (type === 0 || type === 3) && payments?.paid !== true,
		);
		const wanted = sumsBy(
			open,
			({ currency }) => String(currency),
			({ total, amountPaid }) =>
				fromUnits(toUnits(String(total ?? 0)) - toUnits(String(amountPaid ?? 0))),
		);
		const found = sumsBy(
			items,
			({ json }) => String(json.currency),
			({ json }) => String(json.amountDue),
		);
		return JSON.stringify(wanted) === JSON.stringify(found)
			? []
			: [`the report says ${JSON.stringify(found)}, the service ${JSON.stringify(wanted)}`];
	}
}

export const documentsOf = (admin: Admin): AccountingDocument[] =>
	Array.from({ length: admin.count() }, (_, position) => admin.documentAt(position));

const steps = [30, 14, 7];
const stepOf = (days: number): number | undefined => steps.find((step) => days >= step);

const daysLate = ({ dueDate }: AccountingDocument, date: string): number =>
	(Date.parse(date) - Date.parse(dueDate ?? date)) / 86_400_000;

function monthsBefore(date: string, months: number): string {
	const from = new Date(date);
	from.setUTCMonth(from.getUTCMonth() - months);
	return from.toISOString().slice(0, 10);
}

/** Whether the example reminds of it: issued invoices of six months that payments and credit notes do not cover. */
function isToBeReminded(
	document: AccountingDocument,
	date: string,
	credits: Map<string, number>,
): boolean {
	const { id, type, direction, payments, total, amountPaid, issueDate } = document;
	const left = Number(total) - Number(amountPaid ?? 0) - (credits.get(String(id)) ?? 0);
	const isOpen = payments?.paid !== true && left > 0.005;
	const isYoung = (issueDate ?? '') > monthsBefore(date, 6);
	return type === 0 && direction === 1 && isOpen && isYoung && daysLate(document, date) >= 7;
}

/** What issued credit notes take off each document. */
function creditsIn(documents: AccountingDocument[]): Map<string, number> {
	const credits = new Map<string, number>();
	for (const { type, direction, relatedAccountingDocumentId, total } of documents) {
		if (type !== 3 || direction !== 1) continue;
		const credited = String(relatedAccountingDocumentId);
		credits.set(credited, (credits.get(credited) ?? 0) + Math.abs(Number(total)));
	}
	return credits;
}

/** The differences between two counts. */
function differing(found: Map<string, number>, expected: Map<string, number>): string[] {
	return [...new Set([...found.keys(), ...expected.keys()])]
		.map((id) => [id, found.get(id) ?? 0, expected.get(id) ?? 0] as const)
		.filter(([, times, wanted]) => times !== wanted)
		.map(([id, times, wanted]) => `${id} was reported ${times} times instead of ${wanted}`);
}
