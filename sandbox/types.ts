/**
 * The records of the service, field for field as section 2 of the specification names them.
 * Types only: labels of the enums belong to the dialect.
 *
 * A field that is not required may be absent or null. Fields that the specification describes without a
 * name (the document's lists of bank accounts, scans, notes, printing information and expected payments,
 * and its country specific properties) have a type here but no place on the document.
 */

/** An int64: a number up to 2^53 - 1; a string of digits beyond, where a number would lose its last digits. */
export type Int64 = number | string;

/** An ISO 8601 date, `YYYY-MM-DD`. */
export type IsoDate = string;

/** An ISO 8601 date with time. */
export type IsoDateTime = string;

export type AccountingDocumentType = 0 | 1 | 2 | 3 | 7 | 8 | 10 | 11 | 12;
export type Direction = 0 | 1;
export type PaymentType = 1 | 2 | 3 | 4 | 5 | 6;
export type ProcessingState = 0 | 1 | 2 | 3;
export type VatRecapCalculationMode = 0 | 1 | 2;
export type RoundingType = 1 | 2 | 3 | 4;
export type VatCountryType = 1 | 2 | 3;
export type VatRateType = 1 | 2 | 3 | 4 | 5;
export type AutoFinancialAccountStatus = 1 | 2 | 3;
export type Frequency = 1 | 2 | 3 | 4;

/** Section 2.1. Amounts are in the document's `currency`. */
export type AccountingDocument = {
	id?: Int64 | null;
	sequenceId?: Int64 | null;
	accountingDocumentNo?: string | null;
	cashRegisterId?: Int64 | null;
	type?: AccountingDocumentType | null;
	issueDate?: IsoDate | null;
	dueDate?: IsoDate | null;
	bookingDate?: IsoDate | null;
	taxDate?: IsoDate | null;
	taxReturnDate?: IsoDate | null;
	direction?: Direction | null;
	externalNo?: string | null;
	exchRate?: number | null;
	vatExchRate?: number | null;
	sadExchRate?: number | null;
	specificSymbol?: string | null;
	variableSymbol?: string | null;
	constSymbol?: string | null;
	/** ISO 4217 code. */
	currency: string;
	payments?: AccountingDocumentPaymentInfo | null;
	orderNo?: string | null;
	contact?: AccountingDocumentContact | null;
	paymentType?: PaymentType | null;
	processingState?: ProcessingState | null;
	processingMessage?: string | null;
	total?: number | null;
	totalVatExcl?: number | null;
	description?: string | null;
	explicitNo?: string | null;
	creditNoteDescription?: string | null;
	/** User-defined state of the organization's workflow. */
	state?: string | null;
	vatRecapCalculationMode?: VatRecapCalculationMode | null;
	categoryName?: string | null;
	categoryId?: Int64 | null;
	preferredBranch?: string | null;
	preferredProject?: string | null;
	roundingType?: RoundingType | null;
	relatedAccountingDocumentId?: Int64 | null;
	relatedAccountingDocumentNo?: string | null;
	exchRateDefault?: number | null;
	authorName?: string | null;
	totalVatAmount?: number | null;
	vatCountryType: VatCountryType;
	creditNoteDelayedVat?: boolean | null;
	signatureId?: Int64 | null;
	/** Present only when the list scope CA is requested. */
	connectableAmount?: number | null;
	roundingAmount?: number | null;
	language?: AccountingDocumentLanguage | null;
	amountPaid?: number | null;
	amountDrawn?: number | null;
	/** Its members are not published. */
	vatPaymentMode?: string | number | null;
	accountingDocumentNoPreview?: string | null;
	variableSymbolPreview?: string | null;
	permalinkToken?: string | null;
	lineItems?: AccountingDocumentLineItem[] | null;
	/** Named in published-facts, section 6.1. */
	vatRecap?: AccountingDocumentVatRecapLine[] | null;
};

/** Section 2.2. */
export type AccountingDocumentLineItem = {
	/** GUID. */
	id?: string | null;
	description?: string | null;
	finAccount?: string | null;
	/** VAT included. */
	unitPrice?: number | null;
	unitName?: string | null;
	/** Quantity. */
	qt?: number | null;
	/** VAT included. */
	total?: number | null;
	totalVatExcl?: number | null;
	/** Empty: reverse charge is not applied to this line. */
	reverseChargeCode?: string | null;
	storeItemId?: Int64 | null;
	unitPriceVatExcl?: number | null;
	/** In the document's currency. */
	vatValue?: number | null;
	/** Per cent. */
	vatRate?: number | null;
	vatRateType?: VatRateType | null;
	vatRateId?: Int64 | null;
	branch?: string | null;
	project?: string | null;
	/** Received documents only. */
	vatDeduction?: boolean | null;
	autoFinancialAccountStatus?: AutoFinancialAccountStatus | null;
};

/** Section 2.3. */
export type AccountingDocumentContact = {
	contactId?: Int64 | null;
	firstname?: string | null;
	lastname?: string | null;
	companyRegNo?: string | null;
	companyName?: string | null;
	taxId?: string | null;
	city?: string | null;
	street?: string | null;
	country?: string | null;
	zipCode?: string | null;
	email?: string | null;
	externalId?: string | null;
};

/** Section 2.4. */
export type AccountingDocumentPayment = {
	id?: Int64 | null;
	amount?: number | null;
	currency?: string | null;
	domesticAmount?: number | null;
	domesticCurrency?: string | null;
	cashRegisterId?: Int64 | null;
	direction?: Direction | null;
	date?: IsoDate | null;
	type?: PaymentType | null;
};

/** Section 2.5. */
export type AccountingDocumentPaymentInfo = {
	paidConfirmed?: boolean | null;
	paid?: boolean | null;
};

/** Section 2.5. `bankAccountId` alone matters on an issued document and is not allowed on a received one. */
export type AccountingDocumentBankAccount = {
	number?: string | null;
	bankCode?: string | null;
	iban?: string | null;
	swift?: string | null;
	bankAccountId?: Int64 | null;
	/** GUID. */
	localId?: string | null;
};

/** Section 2.5. */
export type AccountingDocumentExpectedPayment = {
	transactionId: string;
	expectedAmount?: number | null;
	expectedCurrency?: string | null;
};

/** Section 2.5; `vatRateType` from published-facts, section 9. */
export type AccountingDocumentVatRecapLine = {
	/** Per cent. */
	vatRate: number;
	base?: number | null;
	vatAmount?: number | null;
	total?: number | null;
	vatRateType?: VatRateType | null;
};

/** Section 2.5. */
export type AccountingDocumentNote = {
	/** UUID. */
	uniqueId?: string | null;
	/** UUID. */
	authorUniqueId: string;
	authorName?: string | null;
	createdTime?: IsoDateTime | null;
	updatedTime?: IsoDateTime | null;
	/** 1 Default. */
	type?: 1 | null;
	text?: string | null;
};

/** Section 2.5. */
export type AccountingDocumentPrintingInfo = {
	lineItemsHeader?: string | null;
	lineItemsFooter?: string | null;
	headerNote?: string | null;
	footerNote?: string | null;
	language?: AccountingDocumentLanguage | null;
};

/** Section 2.5. */
export type AccountingDocumentLanguage = {
	CS?: string | null;
	EN?: string | null;
	DE?: string | null;
};

/** Section 2.5, the CZ.EET object of the country specific properties. */
export type AccountingDocumentEet = {
	use?: boolean | null;
	fik?: string | null;
	bkp?: string | null;
	pkp?: string | null;
	/** send_eet or cancel_eet. */
	operation?: string | null;
};

/** Section 2.5. */
export type AccountingDocumentScan = {
	/** GUID. */
	guid?: string | null;
	/** Bytes. */
	size?: number | null;
	fileId?: Int64 | null;
	filename?: string | null;
};

/** Section 2.6, names from published-facts, section 5: `end` and `generateMaxCount` exclude each other. */
export type TemplateScheduler = {
	start: IsoDate;
	end?: IsoDate | null;
	generateMaxCount?: number | null;
	frequency: Frequency;
	useWorkflow: boolean;
	generateOnEndOfMonth?: boolean | null;
	emailRecipients?: string[] | null;
	emailTemplateId?: Int64 | null;
};

/** Section 2.6. The names other than `id` are inferred (published-facts, section 5). */
export type Template = {
	id?: Int64 | null;
	name?: string | null;
	accountingDocumentId?: Int64 | null;
	content?: Partial<AccountingDocument> | null;
	scheduler?: TemplateScheduler | null;
};

/** Answer of the token exchange, section 5. `expires_in` is in seconds. */
export type TokenAnswer = {
	access_token: string;
	expires_in: number;
	token_type: string;
	refresh_token: string;
};

/** One member of a ValidationError: published-facts, section 4. */
export type ValidationFieldError = {
	name?: string | null;
	message?: string | null;
	code?: string | null;
	params?: { [name: string]: unknown } | null;
};

/** The published error body: published-facts, section 4. */
export type ValidationError = {
	code?: string | null;
	message?: string | null;
	params?: { [name: string]: unknown } | null;
	fieldsAffected?: ValidationFieldError[] | null;
};
