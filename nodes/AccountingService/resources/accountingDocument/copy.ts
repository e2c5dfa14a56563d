import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../shared/client/envelope';
import { ExactNumber, parseToSend } from '../../../shared/client/json';
import { refuseInput } from '../../../shared/client/errors';
import { creditNote } from '../../../shared/documents/choices';
import { documentFields } from '../../../shared/documents/documentRecord';
import { dayAt, dayNumber, dayOf } from '../../../shared/fields/dates';
import { refuseMissing } from '../../../shared/fields/check';
import { collection, numberIn } from '../../../shared/fields/readForm';
import { bodyOf } from '../../../shared/fields/recordForm';
import { type Copied, copyOf } from '../../document/copyDocument';
import type { Draft } from '../../document/drafts';
import { existingLookBack, type Unique, uniqueFrom } from '../../document/key';
import { checkRules, refuseNothingToPay } from '../../document/rules';
import type { OperationCall } from '../../operation';
import { readAfterChanges } from '../../once/readDocument';
import { namesOfDocuments } from '../../sentence';
import { copyMembers, newFields, readCopyForm } from './copyForm';
import { accountingDocumentId } from './documentId';

/** A new document, made of another one. */
export interface Copy extends Draft, Copied {
	original: ServiceRecord;
	isReversed: boolean;
	/** Of the form. */
	vatCountry?: string;
	/** Whether it contains only some lines, or parts of them. */
	isPartial: boolean;
	/** The copy, if the original has these credit notes. */
	after(notes: ServiceRecord[]): Copied;
}

const related: Unique['field'] = 'relatedAccountingDocumentId';

/** The checked values of one input item. */
export interface CopyItem {
	call: OperationCall;
	/** Of the original. */
	id: string;
	settings: ReturnType<typeof readCopyForm>;
	/** The fields that the form has for the copy. */
	given: IDataObject;
	lookBack: number;
}

/** @throws ServiceError (badInput) that names the field */
export function readCopyItem(call: OperationCall): CopyItem {
	const { form } = call;
	return {
		call,
		settings: readCopyForm(call),
		given: bodyOf(form, newFields, copyMembers),
		lookBack: numberIn(collection(form, 'options'), existingLookBack),
		id: accountingDocumentId.read(form),
	};
}

/** @throws ServiceError as the request that reads the original; (badInput) if it cannot be copied */
export async function copyFor({ call, id, settings, given, lookBack }: CopyItem): Promise<Copy> {
	const original = await readAfterChanges(call, id, parseToSend);
	const own = settings.hasDueDateOfOriginal
		? { ...given, dueDate: dueDateLike(original, String(given.issueDate)) }
		: given;
	const type = settings.type ?? Number(original.type);
	const after = (notes: ServiceRecord[]): Copied => {
		const copied = copyOf(original, { ...settings, type }, notes);
		const link = settings.setsRelated && { [related]: new ExactNumber(id) };
		return { ...copied, body: { ...copied.body, ...own, ...link } };
	};
	const copied = after([]);
	const { body } = copied;
	refuseMissing(documentFields, body);
	if (!('lineItems' in body)) refuseNothingToPay(body);
	checkRules(body);
	const unique = uniqueFrom(settings.options, body);
	const isCreditNote = type === creditNote;
	// The next invoice of a series has another date. A second credit note of an invoice is a mistake.
	const isSeries = unique?.field === related && !isCreditNote;
	return {
		...copied,
		call,
		inputs: [call.itemIndex],
		unique: unique && isSeries ? { ...unique, issueDate: String(own.issueDate) } : unique,
		lookBack,
		...((isCreditNote || isSeries) && { originalId: id }),
		original,
		isReversed: settings.isReversed,
		vatCountry: settings.vatCountry,
		isPartial: settings.chosen !== undefined,
		after,
	};
}

/** As many days after the issue date as in the original. @throws ServiceError (badInput) if it lacks one of the two */
function dueDateLike(original: ServiceRecord, issueDate: string): string {
	const { issueDate: issued, dueDate: due } = documentFields;
	const [from, until] = [original.issueDate, original.dueDate].map((one) => dayNumber(dayOf(one)));
	if (Number.isNaN(from) || Number.isNaN(until)) {
		const lacking = Number.isNaN(until) ? due : issued;
		refuseInput(
			'dueDate',
			`Document ${namesOfDocuments([original])} has no ${lacking.label}, so the copy cannot have a Due Date like it`,
			'Enter Due Date, or remove Due Date Like the Original.',
		);
	}
	return dayAt(dayNumber(issueDate) + until - from);
}
