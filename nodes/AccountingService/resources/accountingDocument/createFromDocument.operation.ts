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
import { idOf } from '../../../shared/lists/ids';
import type { GatheringOperation, OperationCall } from '../../operation';
import { readDocument, readRequest } from '../../send/readDocument';
import { copyOf } from '../../document/copyDocument';
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
	/** What the total of the new document should be; undefined if only some lines are copied. */
	expectedTotal?: Decimal;
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
				refuseOtherSign(copy, known);
				refuseOtherCopy(copy, known);
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
	const body = {
		...copyOf(original, { ...settings, type }),
		...own,
		...(settings.setsRelated && { relatedAccountingDocumentId: new ExactNumber(originalId) }),
	};
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
		expectedTotal: settings.chosen ? undefined : expectedTotalOf(original, settings.isReversed),
	};
}

function expectedTotalOf({ total }: ServiceRecord, isReversed: boolean): Decimal | undefined {
	const amount = Decimal.from(total);
	return amount && isReversed ? Decimal.zero.minus(amount) : amount;
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

/** A document of the same original with other lines, such as another part of it, is not the one to return. */
function refuseOtherCopy({ unique, body, originalId }: Copy, known: KnownDocuments): void {
	if (unique?.field !== 'relatedAccountingDocumentId' || unique.ifExists !== 'return') return;
	const found = known.withKey(unique, body).filter(({ lineItems }) => lineItems !== undefined);
	const { lineItems } = body;
	if (found.length === 0 || lineItems === undefined) return;
	const others = found.map((one) => differences(documentFields, { lineItems }, one));
	if (others.some((different) => different.length === 0)) return;
	const type = String(choiceLabel(documentTypes, body.type));
	refuseInput(
		'uniqueBy',
		`Document ${originalId} already has the ${type} ${found.map(idOf).join(', ')} with other lines (${listed(others[0], 'new', 'existing')})`,
		'To create another one, choose a field in Options > Unique By whose value only the new document has, e.g. External Number.',
	);
}

/** Rounding may differ, e.g. if the original was rounded by hand. */
function hintOtherTotal({ call, expectedTotal, originalId }: Copy, made: ServiceRecord): void {
	const total = Decimal.from(made.total);
	if (!total || !expectedTotal || total.equals(expectedTotal)) return;
	const apart = total.minus(expectedTotal).abs().toString(2);
	call.hint(
		`Document ${idOf(made)} has the total ${total.toString(2)}. According to document ${originalId}, it should be ${expectedTotal.toString(2)} (${apart} apart). Check its rounding.`,
		'otherTotal',
	);
}
