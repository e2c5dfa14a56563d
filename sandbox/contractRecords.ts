/** The records of section 2 of the specification as strict zod schemas (names beyond it: published-facts, sections 5 and 6). */
import { z } from 'zod';

const int64 = z.union([z.int(), z.string().regex(/^-?\d{1,19}$/)]);
export const date = z.iso.date();
const dateTime = z.iso.datetime({ offset: true });
export const text = z.string().nullish();
const amount = z.number().nullish();
const id = int64.nullish();
const flag = z.boolean().nullish();
const day = date.nullish();

export const accountingDocumentType = z.literal([0, 1, 2, 3, 7, 8, 10, 11, 12]);
const direction = z.literal([0, 1]);
const paymentType = z.literal([1, 2, 3, 4, 5, 6]);
const vatRateType = z.literal([1, 2, 3, 4, 5]);

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
export const payment = z.strictObject({
	id,
	amount,
	currency: text,
	domesticAmount: amount,
	domesticCurrency: text,
	cashRegisterId: id,
	direction: direction.nullish(),
	date: day,
	type: paymentType.nullish(),
});
export const bankAccount = z.strictObject({
	number: text,
	bankCode: text,
	iban: text,
	swift: text,
	bankAccountId: id,
	localId: z.guid().nullish(),
});
export const expectedPayment = z.strictObject({
	transactionId: z.string(),
	expectedAmount: amount,
	expectedCurrency: text,
});
export const note = z.strictObject({
	uniqueId: z.guid().nullish(),
	authorUniqueId: z.guid(),
	authorName: text,
	createdTime: dateTime.nullish(),
	updatedTime: dateTime.nullish(),
	type: z.literal(1).nullish(),
	text,
});
export const printingInfo = z.strictObject({
	lineItemsHeader: text,
	lineItemsFooter: text,
	headerNote: text,
	footerNote: text,
	language: language.nullish(),
});
export const eet = z.strictObject({ use: flag, fik: text, bkp: text, pkp: text, operation: text });
export const scan = z.strictObject({
	guid: z.guid().nullish(),
	size: z.int().nullish(),
	fileId: id,
	filename: text,
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
	vatRecapCalculationMode: z.literal([0, 1, 2]).nullish(),
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
	vatCountryType: z.literal([1, 2, 3]),
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

export const scheduler = z
	.strictObject({
		start: date,
		end: day,
		generateMaxCount: z.int().nullish(),
		frequency: z.literal([1, 2, 3, 4]),
		useWorkflow: z.boolean(),
		generateOnEndOfMonth: flag,
		emailRecipients: z.array(z.string()).nullish(),
		emailTemplateId: id,
	})
	.refine(
		(value) => value.end == null || value.generateMaxCount == null,
		'end and generateMaxCount exclude each other',
	)
	.refine(
		(value) => value.generateOnEndOfMonth !== true || value.frequency === 3,
		'generateOnEndOfMonth needs Monthly',
	);
export const template = z.strictObject({
	id,
	name: text,
	accountingDocumentId: id,
	content: accountingDocument.partial().nullish(),
	scheduler: scheduler.nullish(),
});
