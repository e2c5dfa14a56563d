import { parseJsonExactly, textFrom } from '../client/json';
import {
	amount,
	choice,
	date,
	flag,
	group,
	getOnly,
	id,
	json,
	number,
	type RecordDescription,
	rows,
	type ServiceFields,
	text,
	named,
	valueAt,
} from '../fields/describe';
import { trimmed } from '../fields/values';
import {
	currencyCode,
	directions,
	typeChoices,
	paymentTypes,
	processingStates,
	roundingTypes,
	vatCountryTypes,
	vatRecapModes,
} from './choices';
import { contactName, contactFields } from './contactFields';
import { lineItemFields, vatRecapFields } from './lineFields';
import { amountDue, amountDueLabel, isPaid, paymentOf } from './paymentStatus';

/** The published fields have no date of the payment, and the amount paid is read-only. */
export const noPayment = 'No payment date or amount is recorded.';

const paymentFields: ServiceFields = {
	paid: flag(
		'Marked as Paid',
		'Whether the document is marked as paid',
		// As in Simplified.
		{ ownName: 'Paid', hint: noPayment },
	),
	paidConfirmed: flag('Payment Confirmed', 'Whether the payment was confirmed', getOnly),
};

const languageFields: ServiceFields = {
	CS: text('Czech', 'The text in Czech', { placeholder: 'e.g. Faktura' }),
	EN: text('English', 'The text in English', { placeholder: 'e.g. Invoice' }),
	DE: text('German', 'The text in German', { placeholder: 'e.g. Rechnung' }),
};

/** For an ID that no published request lists. */
const copied = (name: string) => ({
	hint: `To find it, run Get with Output Raw on a document that has one, and copy ${name}.`,
});

/**
 * docs/api/resources.md#accounting-document, in the order of the list of columns. The usual columns are in `export/columns.ts`. For fields that the specification does not name,
 * users have Extra Fields.
 */
export const documentFields: ServiceFields = {
	id: id('ID', 'The ID of the document in the service', getOnly),
	accountingDocumentNo: text('Document Number', 'The number printed on the document', getOnly),
	type: choice('Type', typeChoices, 'The kind of document'),
	direction: choice('Direction', directions, 'Issued to a customer, or received from a supplier', {
		usual: 1,
	}),
	issueDate: date('Issue Date', 'When the document was issued'),
	dueDate: date('Due Date', 'When the payment is due'),
	taxDate: date('Tax Date', 'The date of the taxable supply'),
	bookingDate: date('Booking Date', 'When the document is posted to the ledger'),
	taxReturnDate: date('Tax Return Date', 'The tax return period of the document'),
	contact: group('Contact', 'The customer or supplier', contactFields),
	currency: text('Currency', 'The ISO 4217 code of the currency', {
		required: true,
		placeholder: 'e.g. CZK',
		textOf: currencyCode,
	}),
	total: amount(
		'Total',
		'The amount with VAT. If it is empty, the service adds up the line items.',
		{ computed: true },
	),
	totalVatExcl: amount(
		'Total Without VAT',
		'The amount without VAT. If it is empty, the service adds up the line items.',
		{ placeholder: 'e.g. 1000.00', computed: true },
	),
	totalVatAmount: amount('VAT Total', 'The VAT of the whole document', getOnly),
	roundingAmount: amount('Rounding', 'The difference due to rounding', getOnly),
	amountPaid: amount('Amount Paid', 'The sum of the payments paired with the document', getOnly),
	amountDrawn: amount(
		'Amount Drawn',
		'The amount that other documents draw from this one, such as from an advance',
		getOnly,
	),
	connectableAmount: amount(
		'Connectable Amount',
		'The amount that you can still connect to other documents, such as the rest of an advance; only in lists, exports and the trigger',
		getOnly,
	),
	payments: group('Payment Status', 'Whether the document is marked as paid', paymentFields),
	paymentType: choice('Payment Type', paymentTypes, 'The payment method'),
	variableSymbol: text('Variable Symbol', 'The payment reference for matching payments', {
		placeholder: 'e.g. 20260017',
		isIdentifier: true,
	}),
	specificSymbol: text('Specific Symbol', 'An additional payment reference', {
		placeholder: 'e.g. 17',
		isIdentifier: true,
	}),
	constSymbol: text('Constant Symbol', 'The code for the type of payment', {
		placeholder: 'e.g. 0308',
		isIdentifier: true,
	}),
	orderNo: text('Order Number', 'The number of the order that the document belongs to', {
		placeholder: 'e.g. PO-1042',
		isIdentifier: true,
	}),
	externalNo: text('External Number', "The supplier's number, or that in another system", {
		placeholder: 'e.g. F-2026-17',
		isIdentifier: true,
	}),
	description: text('Description', 'What the document is about', {
		placeholder: 'e.g. Consulting in January',
	}),
	state: text(
		'State',
		'The state in the service, such as Draft. Change State lists those of the newest documents.',
		{ placeholder: 'e.g. Waiting For Approval', isIdentifier: true },
	),
	processingState: choice(
		'Processing State',
		processingStates,
		'Whether the service has processed the document',
		getOnly,
	),
	processingMessage: text(
		'Processing Message',
		'The message of the service about processing',
		getOnly,
	),
	sequenceId: id('Number Sequence ID', 'The number sequence of the document', copied('sequenceId')),
	cashRegisterId: id('Cash Register ID', 'The cash register of a cash document', {
		hint: 'To find it, run Get Many with the filter Type = Cash Receipt and Output Raw, and copy cashRegisterId.',
	}),
	categoryId: id('Category ID', 'The category of the document', copied('categoryId')),
	categoryName: text('Category', 'The name of the category', getOnly),
	preferredBranch: text('Preferred Branch', 'The branch that the document belongs to', {
		placeholder: 'e.g. Brno',
	}),
	preferredProject: text('Preferred Project', 'The project that the document belongs to', {
		placeholder: 'e.g. Renovation',
	}),
	authorName: text('Author', 'Who created the document', getOnly),
	exchRate: number(
		'Exchange Rate',
		'The rate between the document currency and your accounting currency',
		// Null if the document has the currency of the organization (docs/api/resources.md#accounting-document).
		{ serviceMayClear: true },
	),
	exchRateDefault: number('Default Exchange Rate', 'The rate that the service proposes', getOnly),
	vatExchRate: number('VAT Exchange Rate', 'The exchange rate for VAT'),
	sadExchRate: number('Customs Exchange Rate', 'The exchange rate for the customs declaration'),
	explicitNo: text(
		'Explicit Number',
		'A document number of your choice. Leave it empty if you set Number Sequence ID.',
		{ placeholder: 'e.g. FV2026-000123', excludes: 'sequenceId', isIdentifier: true },
	),
	creditNoteDescription: text('Credit Note Reason', 'Why the credit note is issued', {
		placeholder: 'e.g. Returned goods',
	}),
	creditNoteDelayedVat: flag(
		'Credit Note Delays VAT',
		'Whether the VAT of a credit note is delayed',
	),
	relatedAccountingDocumentId: id(
		'Related Document',
		'The document that this one belongs to, such as the invoice of a credit note or cash receipt',
		{
			heading: 'Related Document ID',
			pickedFrom: 'searchDocumentIds',
			placeholder: 'e.g. 10004567',
		},
	),
	relatedAccountingDocumentNo: text(
		'Related Document Number',
		'The number of the related document',
		getOnly,
	),
	roundingType: choice('Rounding Type', roundingTypes, 'How the total is rounded', {
		valueIfEmpty: 1,
	}),
	vatCountryType: choice(
		'VAT Country Type',
		vatCountryTypes,
		'Where the customer or supplier is, for VAT purposes',
		{ required: true },
	),
	vatPaymentMode: json('VAT Payment Mode', 'How VAT is paid, as documented by your service', {
		placeholder: 'e.g. { … }',
	}),
	vatRecapCalculationMode: choice(
		'VAT Recap Mode',
		vatRecapModes,
		'How the VAT recap is calculated. Use Manually for cash documents.',
		{ valueIfEmpty: 0 },
	),
	signatureId: id('Signature ID', 'The signature printed on the document', copied('signatureId')),
	language: group('Language', 'The text in each language', languageFields),
	accountingDocumentNoPreview: text(
		'Document Number Preview',
		'The number that the document would get',
		getOnly,
	),
	variableSymbolPreview: text(
		'Variable Symbol Preview',
		'The variable symbol that the document would get',
		getOnly,
	),
	permalinkToken: text(
		'Permalink Token',
		'The last part of the link that opens the document without signing in',
		{ placeholder: 'e.g. b7Qm2cW9' },
	),
	lineItems: rows('Line Items', 'Line Item', 'The line items of the document', lineItemFields),
	vatRecap: {
		...rows('VAT Recap', 'Rate', 'The amounts by VAT rate', vatRecapFields),
		computed: true,
	},
};

/** The simplified fields of every document; `documentRecord` adds its payment. A new document has none yet. */
export const documentWithoutPayment: RecordDescription = {
	one: 'accounting document',
	many: 'accounting documents',
	fields: documentFields,
	simplified: {
		...named('id accountingDocumentNo type direction'),
		contactName: {
			kind: 'text',
			words: ['Contact Name', 'The company, or the first and last name of a person'],
			read: ({ contact }) => contactName(contact),
		},
		...named('variableSymbol orderNo issueDate dueDate total currency state'),
	},
	extraForAgents: ['amountPaid'],
};

export const documentRecord: RecordDescription = {
	...documentWithoutPayment,
	simplified: {
		...documentWithoutPayment.simplified,
		amountDue: {
			kind: 'amount',
			words: [amountDueLabel, 'What is still to be paid'],
			read(record) {
				const due = amountDue(record);
				return due && parseJsonExactly(due.toString());
			},
		},
		paid: {
			kind: 'flag',
			words: ['Paid', 'Whether it is marked as paid, or paid in full'],
			read: (record) => isPaid(paymentOf(record)),
		},
	},
};

/** The number of a document, by which people know it, or its ID if it has none. */
export const nameOfDocument = (document: unknown, id: string): string =>
	trimmed(textFrom(valueAt(document, 'accountingDocumentNo'))).slice(0, 60) || `ID ${id}`;
