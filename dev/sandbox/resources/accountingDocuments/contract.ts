/**
 * The accounting document as strict zod schemas: other fields are rejected
 * (docs/api/resources.md#accounting-document and the sections after it).
 *
 * Fields that the specification describes without a name (docs/api/resources.md#names-that-are-not-published) are
 * missing.
 */
import { z } from 'zod';

import type { Plain } from '../../http/exactJson';
import { amount, day, flag, getOnly, id, text } from '../fields';

export const accountingDocumentType = z.literal([0, 1, 2, 3, 7, 8, 10, 11, 12]);
export const direction = z.literal([0, 1]);
export const paymentType = z.literal([1, 2, 3, 4, 5, 6]);
/** 1 Standard, 2 Out of VAT, 3 DoNotApplyVat, 4 Reverse Charge, 5 ExemptFromVAT. */
export const vatRateType = z.literal([1, 2, 3, 4, 5]);
/** 1 Domestic, 2 EU, 3 Foreign. */
export const vatCountryType = z.literal([1, 2, 3]);
export const vatRecapCalculationMode = z.literal([0, 1, 2]);

export const language = z.strictObject({ CS: text, EN: text, DE: text });
export const paymentInfo = z.strictObject({ paidConfirmed: flag, paid: flag });
export const contact = z.strictObject({
	contactId: id,
	firstname: text,
	lastname: text,
	companyRegNo: text,
	companyName: text,
	taxId: text,
	city: text,
	street: text,
	country: text,
	zipCode: text,
	email: text,
	externalId: text,
});
export const lineItem = z.strictObject({
	id: z.guid().nullish(),
	description: text,
	finAccount: text,
	unitPrice: amount,
	unitName: text,
	qt: amount,
	total: amount,
	totalVatExcl: amount,
	reverseChargeCode: text,
	storeItemId: id,
	unitPriceVatExcl: amount,
	vatValue: amount,
	vatRate: amount,
	vatRateType: vatRateType.nullish(),
	vatRateId: id,
	branch: text,
	project: text,
	vatDeduction: flag,
	autoFinancialAccountStatus: z.literal([1, 2, 3]).nullish(),
});
export const vatRecapLine = z.strictObject({
	vatRate: z.number(),
	base: amount,
	vatAmount: amount,
	total: amount,
	vatRateType: vatRateType.nullish(),
});

export const accountingDocument = z.strictObject({
	id,
	sequenceId: id,
	accountingDocumentNo: text,
	cashRegisterId: id,
	type: accountingDocumentType.nullish(),
	issueDate: day,
	dueDate: day,
	bookingDate: day,
	taxDate: day,
	taxReturnDate: day,
	direction: direction.nullish(),
	externalNo: text,
	exchRate: amount,
	vatExchRate: amount,
	sadExchRate: amount,
	specificSymbol: text,
	variableSymbol: text,
	constSymbol: text,
	currency: z.string().regex(/^[A-Z]{3}$/),
	payments: paymentInfo.nullish(),
	orderNo: text,
	contact: contact.nullish(),
	paymentType: paymentType.nullish(),
	processingState: z.literal([0, 1, 2, 3]).nullish(),
	processingMessage: text,
	total: amount,
	totalVatExcl: amount,
	description: text,
	explicitNo: text,
	creditNoteDescription: text,
	state: text,
	vatRecapCalculationMode: vatRecapCalculationMode.nullish(),
	categoryName: text,
	categoryId: id,
	preferredBranch: text,
	preferredProject: text,
	roundingType: z.literal([1, 2, 3, 4]).nullish(),
	relatedAccountingDocumentId: id,
	relatedAccountingDocumentNo: text,
	exchRateDefault: amount,
	authorName: text,
	totalVatAmount: amount,
	vatCountryType,
	creditNoteDelayedVat: flag,
	signatureId: id,
	connectableAmount: amount,
	roundingAmount: amount,
	language: language.nullish(),
	amountPaid: amount,
	amountDrawn: amount,
	vatPaymentMode: z.union([z.string(), z.number()]).nullish(),
	accountingDocumentNoPreview: text,
	variableSymbolPreview: text,
	permalinkToken: text,
	lineItems: z.array(lineItem).nullish(),
	vatRecap: z.array(vatRecapLine).nullish(),
});

/** The body of POST and PUT: the record without its GET only fields. */
export const documentInput = accountingDocument.extend({
	id: getOnly,
	accountingDocumentNo: getOnly,
	processingState: getOnly,
	processingMessage: getOnly,
	categoryName: getOnly,
	relatedAccountingDocumentNo: getOnly,
	exchRateDefault: getOnly,
	authorName: getOnly,
	totalVatAmount: getOnly,
	connectableAmount: getOnly,
	roundingAmount: getOnly,
	amountPaid: getOnly,
	amountDrawn: getOnly,
	accountingDocumentNoPreview: getOnly,
	variableSymbolPreview: getOnly,
	payments: paymentInfo.extend({ paidConfirmed: getOnly }).nullish(),
	lineItems: z.array(lineItem.extend({ id: getOnly })).nullish(),
});

/** Fields of a record that only the service writes. */
const GET_ONLY_FIELDS = Object.entries(documentInput.shape)
	.filter(([, field]) => field.safeParse(undefined).success && !field.safeParse(null).success)
	.map(([name]) => name);

/** The fields of a read record that a client may send. */
export function postable(document: DocumentRecord): DocumentInput {
	const { payments, lineItems, ...rest } = document;
	const all = {
		...rest,
		payments: { paid: payments?.paid },
		lineItems: lineItems?.map(({ id: _id, ...line }) => line),
	};
	const kept = Object.entries(all).filter(([name]) => !GET_ONLY_FIELDS.includes(name));
	return documentInput.parse(Object.fromEntries(kept));
}

/** Fields that a test may set in a document: all but the ID and the list-only field. */
export const documentFields = accountingDocument
	.omit({ id: true, connectableAmount: true })
	.partial();

export type DocumentRecord = z.infer<typeof accountingDocument>;
export type DocumentInput = z.infer<typeof documentInput>;
export type DocumentFields = z.infer<typeof documentFields>;
export type LineItem = z.infer<typeof lineItem>;
export type VatRecapLine = z.infer<typeof vatRecapLine>;
export type Contact = z.infer<typeof contact>;
export type DocumentType = z.infer<typeof accountingDocumentType>;
export type Direction = z.infer<typeof direction>;
/** As tests see it: IDs beyond 2^53 as text. */
export type AccountingDocument = Plain<DocumentRecord>;
