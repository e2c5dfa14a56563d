import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { issued, payableTypes, sideOf } from '../../shared/documents/choices';
import { nameOfDocument } from '../../shared/documents/documentRecord';
import { dayOf } from '../../shared/fields/dates';
import { isBlank, someInWords } from '../../shared/fields/values';
import { idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';
import { placeOf, type Draft } from './drafts';
import { objectsIn } from './rules';

/**
 * What new documents of an execution or of a preview lack, although the service accepts them: what the customer of an
 * issued document needs, and the issue date, without which the filters of this node do not find a document. Also those
 * that are overdue from the start, by a slip in one of the dates.
 */
export class IncompleteDocuments {
	private readonly withoutRate: string[] = [];

	private readonly withoutDate: string[] = [];

	private readonly withoutDueDate: string[] = [];

	private readonly overdueAtOnce: string[] = [];

	private isPreview = false;

	/** @param record the new document, if the service has shown it; in preview, only the request is known */
	add(draft: Draft, record: ServiceRecord | undefined): void {
		const { body, call } = draft;
		this.isPreview ||= call.preview !== undefined;
		const made = call.preview ? body : record;
		const place = placeOf(draft);
		const lines = isIssued(body) ? linesWithoutRate(body) : [];
		if (lines.length > 0) {
			this.withoutRate.push(
				`Line Item${lines.length > 1 ? 's' : ''} ${someInWords(lines)} of ${place}`,
			);
		}
		// A response with only the ID shows no dates.
		const isComplete = !isBlank(made?.type);
		if (isComplete && isBlank(made?.issueDate)) this.withoutDate.push(place);
		if (!isComplete || !isPayable(body)) return;
		if (isBlank(made?.dueDate)) this.withoutDueDate.push(place);
		else if (dayOf(made?.dueDate) < dayOf(made?.issueDate)) this.overdueAtOnce.push(place);
	}

	/** For hints. */
	notes(): string[] {
		return [
			...this.noteOf('VAT Rate', this.withoutRate, 'If VAT applies, correct these line items.'),
			...this.noteOf(
				'Issue Date',
				this.withoutDate,
				'The Period filter does not find such documents.',
			),
			...this.noteOf('Due Date', this.withoutDueDate, neverOverdue),
			...noteOn('Due Date is before Issue Date', this.overdueAtOnce, 'Check both dates.'),
		];
	}

	private noteOf(label: string, places: string[], consequence: string): string[] {
		const what = this.isPreview ? `${label} is not sent` : `Created without ${label}`;
		return noteOn(what, places, consequence);
	}
}

const noteOn = (what: string, places: string[], consequence: string): string[] =>
	places.length === 0 ? [] : [`${what}: ${someInWords(places, 10, 'more rows')}. ${consequence}`];

const neverOverdue = 'Such documents never count as overdue.';

const isIssued = ({ direction }: IDataObject) => sideOf(direction ?? issued) === 'issued';

const isPayable = (document: IDataObject) =>
	isIssued(document) && payableTypes.includes(Number(document.type));

/** Reports that an update clears the Due Date of a document that a customer pays. */
export function hintClearedDueDate(
	{ hint, preview }: Pick<OperationCall, 'hint' | 'preview'>,
	before: ServiceRecord,
	{ dueDate, ...changes }: IDataObject,
): void {
	if (dueDate !== null || isBlank(before.dueDate)) return;
	if (!isPayable({ ...(before as IDataObject), ...changes })) return;
	const cleared = preview ? 'would be cleared' : 'was cleared';
	const name = nameOfDocument(before, idOf(before));
	hint(`Due Date ${cleared} in document ${name}. ${neverOverdue}`, 'clearedDueDate');
}

function linesWithoutRate(body: IDataObject): string[] {
	return objectsIn(body.lineItems).flatMap((line, index) =>
		['vatRate', 'vatRateId', 'vatRateType'].every((name) => isBlank(line[name]))
			? [String(index + 1)]
			: [],
	);
}
