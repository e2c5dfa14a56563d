import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { payableTypes } from '../../shared/documents/choices';
import { isBlank, someInWords } from '../../shared/fields/values';
import { placeOf, type Draft } from './drafts';
import { issued, objectsIn } from './rules';

/**
 * What new documents of an execution or of a preview lack, although the service accepts them: what the customer of an
 * issued document needs, and the issue date, without which the filters of this node do not find a document.
 */
export class IncompleteDocuments {
	private readonly withoutRate: string[] = [];

	private readonly withoutDate: string[] = [];

	private readonly withoutDueDate: string[] = [];

	private isPreview = false;

	/** @param record the new document, if the service has shown it; in preview, only the request is known */
	add(draft: Draft, record: ServiceRecord | undefined): void {
		const { body, call } = draft;
		this.isPreview ||= call.preview !== undefined;
		const made = call.preview ? body : record;
		const place = placeOf(draft);
		const isIssued = Number(body.direction ?? issued) === issued;
		const lines = isIssued ? linesWithoutRate(body) : [];
		if (lines.length > 0) {
			this.withoutRate.push(
				`Line Item${lines.length > 1 ? 's' : ''} ${someInWords(lines)} of ${place}`,
			);
		}
		// A response with only the ID shows no dates.
		const isComplete = !isBlank(made?.type);
		if (isComplete && isBlank(made?.issueDate)) this.withoutDate.push(place);
		const isPayable = isIssued && payableTypes.includes(Number(body.type));
		if (isComplete && isPayable && isBlank(made?.dueDate)) this.withoutDueDate.push(place);
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
			...this.noteOf('Due Date', this.withoutDueDate, 'Such documents never count as overdue.'),
		];
	}

	private noteOf(label: string, places: string[], consequence: string): string[] {
		if (places.length === 0) return [];
		const what = this.isPreview ? `${label} is not sent` : `Created without ${label}`;
		return [`${what}: ${someInWords(places, 10, 'more rows')}. ${consequence}`];
	}
}

function linesWithoutRate(body: IDataObject): string[] {
	return objectsIn(body.lineItems).flatMap((line, index) =>
		['vatRate', 'vatRateId', 'vatRateType'].every((name) => isBlank(line[name]))
			? [String(index + 1)]
			: [],
	);
}
