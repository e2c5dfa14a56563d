import type { ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput, toResult } from '../../../shared/client/errors';
import { Decimal } from '../../../shared/decimal';
import { advance, creditNote, invoice } from '../../../shared/documents/choices';
import { documentWithoutPayment } from '../../../shared/documents/documentRecord';
import { isPaid, paymentOf } from '../../../shared/documents/paymentStatus';
import { optionsOfChange } from '../../../shared/fields/options';
import { simplifiedKinds } from '../../../shared/fields/output';
import { inWords } from '../../../shared/fields/values';
import { excessOf, signed } from '../../document/credited';
import { existingLookBack } from '../../document/key';
import { vatRatesRequest } from '../../document/vatRateList';
import type { KnownDocuments } from '../../once/knownDocuments';
import { checkEach } from '../../checkEach';
import type { GatheringOperation, Outcome, PreviewOutcome } from '../../operation';
import { createRequest } from '../../send/create';
import { searchRequest } from '../../once/newestDocuments';
import { readRequest } from '../../once/readDocument';
import { writeDrafts } from '../../send/writeDrafts';
import { namesOfDocuments } from '../../sentence';
import { type Copy, copyFor, type CopyItem, readCopyItem } from './copy';
import { copyFields, copyOptions } from './copyForm';
import { hintOtherRates } from './copiedRates';
import { refuseOtherSign } from './creditNoteSign';
import { accountingDocumentId } from './documentId';
import { creditNotesOf, existingCopy } from './existingCopies';

/** Creates a credit note, a copy or the next document of a series from an existing document. */
export const createFromDocument: GatheringOperation = {
	option: {
		name: 'Create From Document',
		value: 'createFromDocument',
		action: 'Create from document as credit note or copy',
		description: 'Create a credit note, a copy or the next invoice from an existing document',
	},
	fields: [
		accountingDocumentId.property,
		...copyFields,
		optionsOfChange(existingLookBack, ...copyOptions),
	],
	requests: [readRequest, createRequest, vatRatesRequest, searchRequest],
	output: { ...simplifiedKinds(documentWithoutPayment), existed: 'flag' },
	changes: true,
	sentence: (_form, request) =>
		request?.method === 'PUT'
			? 'Update {existing}[: {changes}]'
			: 'Create {newDocument}. The original is {document}',
	async prepare(calls) {
		const { passed, failed } = await checkEach(calls, readCopyItem);
		return { failed, run: () => createCopies(passed) };
	},
};

async function* createCopies(items: CopyItem[]): AsyncGenerator<Outcome | PreviewOutcome> {
	const copies: Copy[] = [];
	for (const item of items) {
		const copy = await toResult(async () => await copyFor(item));
		if (copy.failure) yield { inputs: [item.call.itemIndex], failure: copy.failure };
		else copies.push(copy.value);
	}
	yield* writeDrafts(copies, { before: checkedCopy, after: hintOtherTotal });
}

/** The copy as it is now, with the documents that exist. @throws ServiceError (badInput) if it must not be created */
async function checkedCopy(copy: Copy, known: KnownDocuments): Promise<Copy> {
	const notes = await creditNotesOf(copy, known);
	const existing = await existingCopy(copy, known, notes);
	if (existing) return existing;
	const now = { ...copy, ...copy.after(notes) };
	await refuseOtherSign(now, known);
	refuseTooMuch(now, notes);
	hintUnknownCopies(now, known);
	hintPaidAdvance(now);
	await hintOtherRates(now);
	return now;
}

/** No line and no document is credited by more than was invoiced. @throws ServiceError (badInput) */
function refuseTooMuch(copy: Copy, notes: ServiceRecord[]) {
	const { body, balance, tooMany, original, expected } = copy;
	if (body.type !== creditNote) return;
	const name = namesOfDocuments([original]);
	const known = `already credited (${namesOfDocuments(notes)})`;
	if (tooMany && notes.length > 0) {
		const { lineNumbers, invoiced, credited, own } = tooMany;
		const lines =
			lineNumbers.length === 1
				? `Line item ${lineNumbers.join()} of document ${name} has`
				: `Line items ${inWords(lineNumbers.map(String))} of document ${name} have one description and together`;
		refuseInput(
			'linesToCopy',
			`${lines} the Quantity ${invoiced.toString()}, of which ${credited.toString()} is ${known}. Crediting ${own.toString()} more is too much`,
			adviceOnRest(invoiced.minus(credited)),
		);
	}
	if (!balance?.isTooMuch || !expected) return;
	const { invoiced, credited } = balance;
	const own = `a credit note of ${expected.total.toString(2)} is too much`;
	const total = `Document ${name} has the total ${invoiced.toString(2)}`;
	if (notes.length === 0) {
		const advice = 'Choose its discounts too. To credit more than was invoiced, use Create.';
		refuseInput('linesToCopy', `${total}, so ${own}`, advice);
	}
	refuseInput(
		'linesToCopy',
		`${total}, of which ${credited.toString(2)} is ${known}, so ${own}`,
		adviceOnRest(invoiced.abs().minus(credited.abs()), 2),
	);
}

const adviceOnRest = (rest: Decimal, decimals?: number): string =>
	rest.sign > 0
		? `${rest.toString(decimals)} is left to credit. Enter only that in Chosen Line Items, or use Create.`
		: 'Nothing is left to credit. Check its credit notes. To credit more than was invoiced, use Create.';

/** Says if older copies may exist that the node does not know. */
function hintUnknownCopies(copy: Copy, known: KnownDocuments): void {
	const { call, body, balance, original, originalId } = copy;
	if (originalId === undefined) return;
	if (!known.reaches(originalId)) {
		call.hint(
			`The node searched for copies of document ${namesOfDocuments([original])} among the newest ${known.extent}. An older one may exist. To search further, increase Look Back (Documents).`,
			'unknownCopies',
		);
	} else if (body.type === creditNote && !balance) {
		call.hint(
			`The node could not check whether the credit notes of document ${namesOfDocuments([original])} exceed its total, because a total is missing or in another currency. Compare them in the service.`,
			'unknownCopies',
		);
	}
}

/** The customer has paid it, and would be asked to pay again. Only the service connects the two. */
function hintPaidAdvance({ call, body, original }: Copy): void {
	const isOfAdvance = Number(original.type) === advance && body.type === invoice;
	if (!isOfAdvance || !isPaid(paymentOf(original))) return;
	call.hint(
		`The invoice does not deduct ${namesOfDocuments([original])}, which is paid. Connect the two in the service, or the customer is asked to pay again.`,
		'notDeducted',
	);
}

/** Rounding may differ, e.g. if the original was rounded by hand, or because each part is rounded. */
function hintOtherTotal(copy: Copy, made: ServiceRecord): void {
	const { call, expected, original } = copy;
	const [total, rounding] = [made.total, made.roundingAmount].map(Decimal.from);
	if (!total || !expected || isExcessSaid(copy, made, total)) return;
	const compared = expected.isUnrounded && rounding ? total.minus(rounding) : total;
	const apart = compared.minus(expected.total).abs();
	if (apart.isZero || expected.totalByLine?.equals(compared)) return;
	call.hint(
		`Document ${namesOfDocuments([made])} has the total ${compared.toString(2)}. According to document ${namesOfDocuments([original])}, it should be ${expected.total.toString(2)} (${apart.toString(2)} apart). Check its rounding.`,
		'otherTotal',
	);
}

/** No credit note takes more than was invoiced without a word. @returns whether it does */
function isExcessSaid(copy: Copy, made: ServiceRecord, total: Decimal): boolean {
	const { call, body, original, balance, isReversed } = copy;
	if (body.type !== creditNote || !balance) return false;
	const excess = excessOf(balance, signed(total, isReversed));
	if (excess.isZero) return false;
	const invoiced = balance.invoiced.abs();
	call.hint(
		`Credit note ${namesOfDocuments([made])} has the total ${total.toString(2)}. With it, ${invoiced.plus(excess).toString(2)} of document ${namesOfDocuments([original])} is credited, which is ${excess.toString(2)} more than its total of ${invoiced.toString(2)}. Check the rounding of its credit notes, and correct one of them in the service.`,
		'creditedMore',
	);
	return true;
}
