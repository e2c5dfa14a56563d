/** What a column holds; only formats with typed cells make a difference. */
export type ColumnKind = 'text' | 'id' | 'number' | 'amount' | 'date' | 'boolean' | 'json';

type Kinds = Record<string, ColumnKind>;

const contact: Kinds = {
	contactId: 'id',
	companyName: 'text',
	companyRegNo: 'text',
	taxId: 'text',
	firstname: 'text',
	lastname: 'text',
	street: 'text',
	city: 'text',
	zipCode: 'text',
	country: 'text',
	email: 'text',
	externalId: 'text',
};

const payments: Kinds = {
	paid: 'boolean',
	paidConfirmed: 'boolean',
};

const language: Kinds = { CS: 'text', EN: 'text', DE: 'text' };

const lineItem: Kinds = {
	id: 'text',
	description: 'text',
	finAccount: 'text',
	qt: 'number',
	unitName: 'text',
	unitPrice: 'amount',
	unitPriceVatExcl: 'amount',
	total: 'amount',
	totalVatExcl: 'amount',
	vatValue: 'amount',
	vatRate: 'number',
	vatRateType: 'number',
	vatRateId: 'id',
	vatDeduction: 'boolean',
	reverseChargeCode: 'text',
	storeItemId: 'id',
	branch: 'text',
	project: 'text',
	autoFinancialAccountStatus: 'number',
};

/** Every field of specification section 2.1. */
const documentFields: Record<string, ColumnKind | Kinds> = {
	id: 'id',
	accountingDocumentNo: 'text',
	type: 'text',
	direction: 'text',
	issueDate: 'date',
	dueDate: 'date',
	taxDate: 'date',
	bookingDate: 'date',
	taxReturnDate: 'date',
	contact,
	currency: 'text',
	total: 'amount',
	totalVatExcl: 'amount',
	totalVatAmount: 'amount',
	roundingAmount: 'amount',
	amountPaid: 'amount',
	amountDrawn: 'amount',
	connectableAmount: 'amount',
	payments,
	paymentType: 'text',
	variableSymbol: 'text',
	specificSymbol: 'text',
	constSymbol: 'text',
	orderNo: 'text',
	externalNo: 'text',
	description: 'text',
	state: 'text',
	processingState: 'text',
	processingMessage: 'text',
	sequenceId: 'id',
	cashRegisterId: 'id',
	categoryId: 'id',
	categoryName: 'text',
	preferredBranch: 'text',
	preferredProject: 'text',
	authorName: 'text',
	exchRate: 'number',
	exchRateDefault: 'number',
	vatExchRate: 'number',
	sadExchRate: 'number',
	explicitNo: 'text',
	creditNoteDescription: 'text',
	creditNoteDelayedVat: 'boolean',
	relatedAccountingDocumentId: 'id',
	relatedAccountingDocumentNo: 'text',
	roundingType: 'text',
	vatCountryType: 'text',
	vatPaymentMode: 'text',
	vatRecapCalculationMode: 'text',
	signatureId: 'id',
	language,
	accountingDocumentNoPreview: 'text',
	variableSymbolPreview: 'text',
	permalinkToken: 'text',
	lineItems: 'json',
	vatRecap: 'json',
};

export const lineItemsField = 'lineItems';

function flatten(fields: Record<string, ColumnKind | Record<string, ColumnKind>>, prefix = '') {
	return Object.entries(fields).flatMap(([name, kind]): Array<[string, ColumnKind]> =>
		typeof kind === 'string'
			? [[prefix + name, kind]]
			: Object.entries(kind).map(([inner, innerKind]) => [`${prefix}${name}.${inner}`, innerKind]),
	);
}

/** By path. */
export const columnKinds = new Map([
	...flatten(documentFields),
	...flatten(lineItem, `${lineItemsField}.`),
]);

/** Paths that a row per document offers: every field, nested ones dotted. */
export const documentPaths = flatten(documentFields).map(([path]) => path);

/** Paths that a row per line item offers: those of the document, then those of the line. */
export const lineItemPaths = [
	...documentPaths.filter((path) => path !== lineItemsField),
	...flatten(lineItem, `${lineItemsField}.`).map(([path]) => path),
];

export const defaultDocumentPaths = [
	'id',
	'accountingDocumentNo',
	'type',
	'direction',
	'issueDate',
	'dueDate',
	'taxDate',
	'contact.companyName',
	'contact.companyRegNo',
	'contact.taxId',
	'variableSymbol',
	'currency',
	'totalVatExcl',
	'totalVatAmount',
	'total',
	'amountPaid',
	'paymentType',
	'state',
];

export const defaultLineItemPaths = [
	'id',
	'accountingDocumentNo',
	'issueDate',
	'contact.companyName',
	'currency',
	'lineItems.description',
	'lineItems.qt',
	'lineItems.unitName',
	'lineItems.unitPriceVatExcl',
	'lineItems.vatRate',
	'lineItems.totalVatExcl',
	'lineItems.vatValue',
	'lineItems.total',
	'lineItems.finAccount',
];
