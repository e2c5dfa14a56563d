/** Turns the body of a POST or PUT into a stored record. */
import { guid } from '../../generated/random';
import { API_AUTHOR, categoryName, CURRENCY, defaultExchangeRate, TODAY } from '../organization';
import { completedLine, recapOf, totalsOf } from './amounts';
import type { DocumentInput, DocumentRecord } from './contract';
import { type Known, withVatRate } from './rules';
import type { WrittenDocument } from './store';

const CREDIT_NOTE = 3;
const START_FROM_VAT_EXCLUDED = 0;
const NO_ROUNDING = 1;
const NOT_PROCESSED = 0;

export type Origin = {
	known: Known;
	seed: number;
	/** Makes the GUIDs of lines differ between documents and between writes. */
	salt: number;
	/** State of a new document that names none (docs/api/resources.md#states). */
	numberOf(related: NonNullable<DocumentRecord['id']>): string | null;
};

/** The document's number: explicitNo, or the one that it already has, or the next of its sequence. */
function numberFor(input: DocumentInput, origin: Origin, current?: DocumentRecord): string | null {
	if (input.explicitNo) return input.explicitNo;
	if (input.sequenceId == null) return current?.accountingDocumentNo ?? null;
	if (current?.accountingDocumentNo != null && current.sequenceId === input.sequenceId)
		return current.accountingDocumentNo;
	const year = (input.issueDate ?? TODAY).slice(0, 4);
	return origin.known.sequences.next(input.sequenceId, input.direction ?? 1, year);
}

/**
 * The record of a valid input. With `current`, it replaces that document: missing fields are cleared, except those that
 * only the service writes.
 */
export function recordFrom(
	input: DocumentInput,
	origin: Origin,
	current?: DocumentRecord,
): WrittenDocument {
	const mode = input.vatRecapCalculationMode ?? START_FROM_VAT_EXCLUDED;
	const lineItems = (input.lineItems ?? []).map((line, index) => ({
		...completedLine(withVatRate(line, input)),
		id: guid(origin.seed, origin.salt, index),
	}));
	const vatRecap = input.vatRecap ?? recapOf(lineItems, mode);
	const related = input.relatedAccountingDocumentId;
	const isDomestic = input.currency === CURRENCY;
	return {
		...input,
		accountingDocumentNo: numberFor(input, origin, current),
		exchRate: isDomestic ? null : input.exchRate,
		exchRateDefault: defaultExchangeRate(input.currency),
		payments: {
			paidConfirmed: current?.payments?.paidConfirmed ?? false,
			paid: input.payments?.paid ?? false,
		},
		contact: input.contact == null ? null : origin.known.contacts.completed(input.contact),
		processingState: current?.processingState ?? NOT_PROCESSED,
		processingMessage: current?.processingMessage ?? null,
		creditNoteDescription: input.type === CREDIT_NOTE ? input.creditNoteDescription : null,
		creditNoteDelayedVat: input.creditNoteDelayedVat ?? false,
		state: input.state ?? current?.state ?? 'Waiting For Approval',
		vatRecapCalculationMode: mode,
		roundingType: input.roundingType ?? NO_ROUNDING,
		categoryName: input.categoryId == null ? null : categoryName(input.categoryId),
		relatedAccountingDocumentNo: related == null ? null : origin.numberOf(related),
		authorName: current?.authorName ?? API_AUTHOR,
		amountPaid: current?.amountPaid ?? 0,
		amountDrawn: current?.amountDrawn ?? 0,
		permalinkToken: input.permalinkToken ?? current?.permalinkToken,
		lineItems,
		vatRecap,
		...totalsOf(vatRecap, input),
		accountingDocumentNoPreview: current?.accountingDocumentNoPreview,
		variableSymbolPreview: current?.variableSymbolPreview,
	};
}
