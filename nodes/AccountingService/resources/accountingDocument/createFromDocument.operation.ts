import type { ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput, toResult } from '../../../shared/client/errors';
import { ExactNumber, parseToSend } from '../../../shared/client/json';
import { Decimal } from '../../../shared/decimal';
import { creditNote, documentTypes } from '../../../shared/documents/choices';
import { isPositiveCreditNote } from '../../../shared/documents/creditNotes';
import { documentWithoutPayment, documentFields } from '../../../shared/documents/record';
import { refuseMissing } from '../../../shared/fields/check';
import { choiceLabel } from '../../../shared/fields/describe';
import { differences, listed } from '../../../shared/fields/differences';
import { collection, numberIn } from '../../../shared/fields/readForm';
import { advancedOfChange } from '../../../shared/fields/options';
import { simplifiedKinds } from '../../../shared/fields/output';
import { bodyOf } from '../../../shared/fields/recordForm';
import { compareIds, idOf } from '../../../shared/lists/ids';
import type { GatheringOperation, OperationCall } from '../../operation';
import { readDocument, readRequest } from '../../once/readDocument';
import { copyOf } from '../../document/copyDocument';
import type { ExpectedTotal } from '../../document/expectedTotal';
import { createRequest } from '../../send/create';
import type { Draft } from '../../document/drafts';
import type { KnownDocuments } from '../../once/knownDocuments';
import { checkRules, refuseNothingToPay } from '../../document/rules';
import { existingLookBack, uniqueFrom } from '../../document/key';
import { lookAgainSeconds, secondsToLook } from '../../document/lookAgain';
import { writeDrafts } from '../../send/writeDrafts';
import { copyFields, newFields, readCopyForm } from './copyForm';
import { accountingDocumentId } from './documentId';

/** A new document, made of another one. */
interface Copy extends Draft {
	originalId: string;
	isReversed: boolean;
	expected?: ExpectedTotal;
	/** The body and its total, if the original has these credit notes. */
	after(notes: ServiceRecord[]): Pick<Copy, 'body' | 'expected'>;
}

/** Creates a credit note, a copy or the next document of a series from an existing document. */
export const createFromDocument: GatheringOperation = {
	option: {
		name: 'Create From Document',
		value: 'createFromDocument',
		action: 'Create credit note or copy of document',
		description: 'Create a credit note, a copy or the next invoice from an existing document',
	},
	fields: [
		accountingDocumentId.property,
		...copyFields,
		advancedOfChange(existingLookBack, lookAgainSeconds),
	],
	requests: [
		readRequest,
		createRequest,
		{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
	],
	output: { ...simplifiedKinds(documentWithoutPayment), existed: 'flag' },
	changes: true,
	sentence: (_form, request) =>
		request?.method === 'PUT'
			? 'Update {existing}[: {changes}]'
			: 'Create {newDocument}. The original is {document}',
	async *runAll(calls) {
		const copies: Copy[] = [];
		for (const call of calls) {
			const copy = await toResult(async () => await copyFor(call));
			if (copy.failure) yield { inputs: [call.itemIndex], failure: copy.failure };
			else copies.push(copy.value);
		}
		yield* writeDrafts(copies, {
			optionsName: 'copyOptions',
			before(copy, known) {
				const notes = creditNotesOf(copy, known);
				const existing = existingCopy(copy, known, notes);
				if (existing) return existing;
				refuseOtherSign(copy, known);
				return { ...copy, ...copy.after(notes) };
			},
			after: hintOtherTotal,
		});
	},
};

async function copyFor(call: OperationCall): Promise<Copy> {
	const { form, itemIndex } = call;
	const settings = readCopyForm(call);
	const own = bodyOf(form, newFields);
	secondsToLook(form);
	const lookBack = numberIn(collection(form, 'options'), existingLookBack);
	const originalId = accountingDocumentId.read(form);
	const original = await readDocument(call, originalId, parseToSend);
	const type = settings.type ?? Number(original.type);
	const after = (notes: ServiceRecord[]) => {
		const { body, expected } = copyOf(original, { ...settings, type }, notes);
		const related = settings.setsRelated && {
			relatedAccountingDocumentId: new ExactNumber(originalId),
		};
		return { body: { ...body, ...own, ...related }, expected };
	};
	const { body, expected } = after([]);
	refuseMissing(documentFields, body);
	if (!('lineItems' in body)) refuseNothingToPay(body);
	checkRules(body);
	const unique = uniqueFrom(settings.options, body);
	// The next invoice of a series has another date. A second credit note of an invoice is a mistake.
	const isSeries = unique?.field === 'relatedAccountingDocumentId' && type !== creditNote;
	return {
		call,
		inputs: [itemIndex],
		body,
		unique: unique && isSeries ? { ...unique, issueDate: String(own.issueDate) } : unique,
		lookBack,
		originalId,
		isReversed: settings.isReversed,
		expected,
		after,
	};
}

/** The oldest first. */
function creditNotesOf({ body, originalId }: Copy, known: KnownDocuments): ServiceRecord[] {
	if (body.type !== creditNote) return [];
	const field = 'relatedAccountingDocumentId';
	return known
		.withKey({ field, value: originalId }, body)
		.sort((a, b) => compareIds(idOf(a), idOf(b)));
}

function refuseOtherSign({ isReversed }: Copy, known: KnownDocuments): void {
	if (!isReversed) return;
	const positive = known.find(isPositiveCreditNote);
	if (!positive) return;
	refuseInput(
		'reverseAmounts',
		`Credit note ${idOf(positive)} has a positive total, so your service may want positive amounts`,
		'Compare your credit notes in the service. If they are positive, turn off Reverse Amounts.',
	);
}

/**
 * The copy as it was when an existing one was made: a part that completes a line depends on the credit notes before it.
 * @returns undefined if none exists
 * @throws ServiceError (badInput) if those of the same original have other lines, such as another part of it
 */
function existingCopy(copy: Copy, known: KnownDocuments, notes: ServiceRecord[]): Copy | undefined {
	const { unique, originalId } = copy;
	const found = unique ? known.withKey(unique, copy.body) : [];
	if (unique === undefined || found.length === 0) return undefined;
	const asBefore = found.map((one) => {
		const { body } = copy.after(
			notes.slice(0, notes.includes(one) ? notes.indexOf(one) : undefined),
		);
		const { lineItems } = body;
		return {
			body,
			different: one.lineItems === undefined ? [] : differences(documentFields, { lineItems }, one),
		};
	});
	const same = asBefore.find(({ different }) => different.length === 0);
	const isOriginal = unique.field === 'relatedAccountingDocumentId';
	if (same || !isOriginal || unique.ifExists !== 'return') {
		return { ...copy, body: (same ?? asBefore[0]).body };
	}
	const type = String(choiceLabel(documentTypes, copy.body.type));
	return refuseInput(
		'uniqueBy',
		`Document ${originalId} already has the ${type} ${found.map(idOf).join(', ')} with other lines (${listed(asBefore[0].different, 'new', 'existing')})`,
		'To create another one, choose a field in Options > Unique By whose value only the new document has, e.g. External Number.',
	);
}

/** Rounding may differ, e.g. if the original was rounded by hand. */
function hintOtherTotal({ call, expected, originalId }: Copy, made: ServiceRecord): void {
	const [total, rounding] = [made.total, made.roundingAmount].map(Decimal.from);
	if (!total || !expected) return;
	const compared = expected.isUnrounded && rounding ? total.minus(rounding) : total;
	const apart = compared.minus(expected.total).abs();
	if (apart.isZero) return;
	call.hint(
		`Document ${idOf(made)} has the total ${compared.toString(2)}. According to document ${originalId}, it should be ${expected.total.toString(2)} (${apart.toString(2)} apart). Check its rounding.`,
		'otherTotal',
	);
}
