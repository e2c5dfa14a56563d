import type { IExecuteFunctions } from 'n8n-workflow';

import { displayText } from '../client/redact';
import { inWords, someInWords } from '../fields/values';

/** More hints would hide the output. Those of one kind count once. */
const maxHints = 50;

/** Hints of one kind. n8n saves each with the execution. */
const maxOfKind = 200;

const omitted = 'More hints were omitted.';

/** A model reads the summary in place of further ones. */
const maxOfKindForModel = 3;

/**
 * What many items of one execution may report, and how n8n sums it up: several hints of one kind become one line that
 * opens. The types of n8n 2.8 lack `group`, and that version shows each hint. The most important kind comes first.
 */
const summaries = {
	otherValues: 'The service returned {count} records with other values than were sent.',
	creditedMore: '{count} credit notes take more from their documents than was invoiced.',
	otherTotal: '{count} new documents have another total than their originals.',
	otherVatRates: '{count} copies keep VAT rates that the service does not list for their date.',
	unknownCopies: '{count} documents may have copies that the node does not know.',
	returnedUnchanged:
		'{count} items differ from the existing records, which are returned unchanged.',
	severalExist: '{count} items match several existing documents. The newest of each is returned.',
	otherAmount: '{count} payment orders have another amount than is due for their documents.',
	samePayment: '{count} payment orders have the same amount and day as existing ones.',
	repeatedRow: '{count} items repeat earlier ones, which created the records.',
	sameKey: '{count} items replace the values of an earlier item with the same Unique By value.',
	serviceRemark: '{count} documents are done, but the service reported something about each.',
	readAfterwards:
		'The service did not confirm {count} requests. The node read the records to find out.',
	notReadAfterwards: '{count} records were updated, but could not be read afterwards.',
	cleared: '{count} records lost, or may have lost, fields that their rows left out.',
	linesReplaced: 'All line items are replaced in {count} documents.',
	otherSums: 'The service computed the total of {count} documents again, and it differs.',
	nothingToUpdate: '{count} items have no fields to update.',
	clearedDueDate: 'The Due Date is cleared in {count} documents, which never count as overdue.',
	alreadyPaid: '{count} documents had this payment status already.',
	noContact: '{count} items match no contact of the service.',
	unneeded: '{count} documents may need no reminder.',
	pastReminder: '{count} payment reminders are for a day that has passed.',
	notDeducted: '{count} new invoices do not deduct the advances that were paid.',
	notChecked: '{count} documents could not be checked beforehand.',
	otherLineTotal: '{count} line items have a total that quantity and unit price do not explain.',
	excelDate: '{count} numbers were read as Excel dates.',
	waited: 'The node waited {count} times for other executions.',
} as const;

/** What needs no correction. */
const harmless = new Set<string>(['alreadyPaid', 'waited']);

export type HintKind = keyof typeof summaries;

const hintSummary = (kind: HintKind, count: number) =>
	summaries[kind].replace('{count}', String(count));

type HintType = 'warning' | 'info';

interface Hint {
	message: string;
	type: HintType;
	kind?: HintKind;
}

/** Warnings by their kind, then those without one, then the rest. */
function importanceOf({ type, kind }: Hint): number {
	const kinds = Object.keys(summaries);
	if (type === 'info') return kinds.length + 1;
	return kind ? kinds.indexOf(kind) : kinds.length;
}

/** The hints of one kind. */
interface HintGroup {
	count: number;
	/** What n8n gets with each of them. */
	shown: { key: HintKind; summary: string };
}

/** Hints in the output pane. Each text appears once, even if it concerns many items. */
export class Hints {
	private readonly added = new Set<string>();

	private readonly sent: Hint[] = [];

	private readonly groups = new Map<HintKind, HintGroup>();

	/** How many lines n8n shows: a kind is one. */
	private lines = 0;

	/** Names of records that existed before. */
	private readonly existing = new Map<string, string>();

	private existingNouns = { one: 'record', many: 'records' };

	/** How many items each of these sentences is about. */
	private readonly repeated = new Map<string, number>();

	/** How many items have each result. */
	private readonly results = new Map<string, number>();

	constructor(private readonly host: IExecuteFunctions) {}

	warn(message: string, kind?: HintKind): void {
		this.add(message, kind && harmless.has(kind) ? 'info' : 'warning', kind);
	}

	note(message: string): void {
		this.add(message, 'info');
	}

	/** About all items, after them: shown however many hints there are. */
	sumUp(message: string): void {
		this.send(message, 'warning');
	}

	/**
	 * An item got an existing record instead of a new one. One hint reports all of them.
	 * @param name its number, or "ID 5" @param key equal for the same record
	 */
	existed(name: string, nouns: { one: string; many: string }, key: string): void {
		if (!this.existing.has(key)) this.existing.set(key, name);
		this.existingNouns = nouns;
	}

	/** One hint counts the results of all items. */
	count(result: string): void {
		this.results.set(result, (this.results.get(result) ?? 0) + 1);
	}

	/** Counts items that each made something that one item could make for all. @param sentence with {count}, shown if there are several */
	several(sentence: string): void {
		this.repeated.set(sentence, (this.repeated.get(sentence) ?? 0) + 1);
	}

	/** After all items. */
	end(): void {
		this.noteExisting();
		for (const [sentence, count] of this.repeated) {
			if (count > 1) this.sumUp(sentence.replace('{count}', String(count)));
		}
		if (this.results.size === 0) return;
		const counts = [...this.results].sort(([, a], [, b]) => b - a);
		this.send(
			`Results: ${inWords(counts.map(([result, count]) => `${count} ${result}`))}.`,
			'info',
		);
	}

	private noteExisting(): void {
		const names = [...this.existing.values()];
		if (names.length === 0) return;
		const { one, many } = this.existingNouns;
		const [records, them] = names.length === 1 ? [one, 'it'] : [many, 'them'];
		this.note(
			`${names.length} ${records} existed already, so the node created nothing for ${them}: ${someInWords(names)}.`,
		);
	}

	/** All hints for a model: the most important first, and of each kind a few and how many there are. */
	forModel(): string[] {
		const counts = new Map<HintKind, number>();
		return [...this.sent]
			.sort((a, b) => importanceOf(a) - importanceOf(b))
			.flatMap(({ message, kind }) => {
				if (kind === undefined) return [message];
				const count = (counts.get(kind) ?? 0) + 1;
				counts.set(kind, count);
				if (count <= maxOfKindForModel) return [message];
				const all = this.groups.get(kind)?.count ?? count;
				return count === maxOfKindForModel + 1 ? [hintSummary(kind, all)] : [];
			});
	}

	private add(message: string, type: HintType, kind?: HintKind): void {
		if (this.added.has(message)) return;
		this.added.add(message);
		const group = kind && this.groupOf(kind);
		const isFirst = group === undefined || group.count === 0;
		if (isFirst && this.lines >= maxHints) return this.omit();
		this.lines += Number(isFirst);
		if (kind === undefined || group === undefined) return this.send(message, type);
		group.count++;
		if (group.count <= maxOfKind) return this.send(message, type, group.shown);
		// n8n counts only the hints that it has. All hints of the kind share this object.
		group.shown.summary = hintSummary(kind, group.count);
		this.omit();
	}

	private omit(): void {
		if (this.added.has(omitted)) return;
		this.added.add(omitted);
		this.send(omitted, 'warning');
	}

	private send(message: string, type: HintType, group?: HintGroup['shown']): void {
		this.sent.push({ message, type, kind: group?.key });
		this.host.addExecutionHints({
			message: displayText(message),
			type,
			location: 'outputPane',
			...(group && { group }),
		});
	}

	private groupOf(kind: HintKind): HintGroup {
		const group = this.groups.get(kind) ?? {
			count: 0,
			shown: { key: kind, summary: summaries[kind] },
		};
		this.groups.set(kind, group);
		return group;
	}
}
