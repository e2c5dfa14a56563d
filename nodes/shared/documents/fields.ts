import {
	amount,
	choice,
	date,
	flag,
	group,
	id,
	json,
	number,
	type RecordDescription,
	rows,
	type ServiceFields,
	text,
} from '../fields/describe';
import {
	directions,
	documentTypes,
	documentTypeWords,
	paymentTypes,
	processingStates,
	roundingTypes,
	vatCountryTypes,
	vatRecapModes,
} from './choices';
import { contactFields } from './contactFields';
import { contactName } from './contactName';
import { lineItemFields, vatRecapFields } from './lineFields';

const getOnly = { getOnly: true } as const;

const paymentFields: ServiceFields = {
	paid: flag('Paid', 'Whether the document counts as paid'),
	paidConfirmed: flag('Payment Confirmed', 'Whether the payment was confirmed', getOnly),
};

const languageFields: ServiceFields = {
	CS: text('Czech', 'The text in Czech', { placeholder: 'e.g. Faktura' }),
	EN: text('English', 'The text in English', { placeholder: 'e.g. Invoice' }),
	DE: text('German', 'The text in German', { placeholder: 'e.g. Rechnung' }),
};

/**
 * docs/api/resources.md#accounting-document, in the order in which columns offer them. Fields that the specification
 * describes without naming them are reached through Extra Fields.
 */
export const documentFields: ServiceFields = {
	id: id('ID', 'The number of the record in the service', getOnly),
	accountingDocumentNo: text('Document Number', 'The number printed on the document', getOnly),
	type: choice('Type', documentTypes, 'The kind of document', { choiceWords: documentTypeWords }),
	direction: choice('Direction', directions, 'Issued to a customer, or received from a supplier', {
		usual: 1,
	}),
	issueDate: date('Issue Date', 'When the document was issued'),
	dueDate: date('Due Date', 'When it has to be paid'),
	taxDate: date('Tax Date', 'The date of the taxable supply'),
	bookingDate: date('Booking Date', 'When it enters the books'),
	taxReturnDate: date('Tax Return Date', 'The period of the tax return that it belongs to'),
	contact: group('Contact', 'The customer or supplier', contactFields),
	currency: text('Currency', 'The ISO 4217 code of the currency', {
		required: true,
		placeholder: 'e.g. CZK',
	}),
	total: amount('Total', 'The amount with VAT. Left empty, the service adds up the lines.'),
	totalVatExcl: amount(
		'Total Without VAT',
		'The amount without VAT. Left empty, the service adds up the lines.',
	),
	totalVatAmount: amount('VAT Total', 'The VAT of the whole document', getOnly),
	roundingAmount: amount('Rounding', 'The amount that rounding added or took', getOnly),
	amountPaid: amount('Amount Paid', 'The sum of the payments paired with the document', getOnly),
	amountDrawn: amount(
		'Amount Drawn',
		'The sum that other documents draw from this one, such as from an advance',
		getOnly,
	),
	connectableAmount: amount(
		'Connectable Amount',
		'What can still be connected to other documents, such as the rest of an advance; only when asked for',
		getOnly,
	),
	payments: group('Payment State', 'Whether the document is paid', paymentFields),
	paymentType: choice('Payment Type', paymentTypes, 'How it is paid'),
	variableSymbol: text('Variable Symbol', 'The number that a payment carries to be matched', {
		placeholder: 'e.g. 20260017',
	}),
	specificSymbol: text('Specific Symbol', 'A further number of the payment', {
		placeholder: 'e.g. 17',
	}),
	constSymbol: text('Constant Symbol', 'The number for the kind of payment', {
		placeholder: 'e.g. 0308',
	}),
	orderNo: text('Order Number', 'The number of the order, any text', {
		placeholder: 'e.g. PO-1042',
	}),
	externalNo: text('External Number', 'The number of the document in another system', {
		placeholder: 'e.g. F-2026-17',
	}),
	description: text('Description', 'What the document is about', {
		placeholder: 'e.g. Consulting in January',
	}),
	state: text(
		'State',
		'The step of your workflow, as Get shows it (state) for a document in that step',
		{ placeholder: 'e.g. Waiting For Approval' },
	),
	processingState: choice(
		'Processing State',
		processingStates,
		'Whether the service has processed the document',
		getOnly,
	),
	processingMessage: text('Processing Message', 'What the service says of processing', getOnly),
	sequenceId: id('Number Sequence ID', 'The number sequence that the document number comes from'),
	cashRegisterId: id('Cash Register ID', 'The cash register of a cash document'),
	categoryId: id(
		'Category ID',
		'The category. Output Raw of Get shows the ID (categoryId) of a document that has it.',
	),
	categoryName: text('Category', 'The name of the category', getOnly),
	preferredBranch: text('Preferred Branch', 'The branch that the document belongs to', {
		placeholder: 'e.g. Brno',
	}),
	preferredProject: text('Preferred Project', 'The project that the document belongs to', {
		placeholder: 'e.g. Renovation',
	}),
	authorName: text('Author', 'Who made the document', getOnly),
	exchRate: number('Exchange Rate', 'The rate between the currency and that of your books'),
	exchRateDefault: number('Default Exchange Rate', 'The rate that the service proposes', getOnly),
	vatExchRate: number('VAT Exchange Rate', 'The exchange rate for VAT'),
	sadExchRate: number('Customs Exchange Rate', 'The exchange rate for the customs declaration'),
	explicitNo: text(
		'Explicit Number',
		'The document number as you set it. Not together with a Number Sequence ID.',
		{ placeholder: 'e.g. FV2026-000123' },
	),
	creditNoteDescription: text('Credit Note Reason', 'Why the credit note is issued', {
		placeholder: 'e.g. Returned goods',
	}),
	creditNoteDelayedVat: flag(
		'Credit Note Delays VAT',
		'Whether the VAT of a credit note is delayed',
	),
	relatedAccountingDocumentId: id(
		'Related Document ID',
		'The document that this one belongs to, such as the invoice that a cash receipt pays',
	),
	relatedAccountingDocumentNo: text('Related Document', 'The number of that document', getOnly),
	roundingType: choice('Rounding Type', roundingTypes, 'How the total is rounded'),
	vatCountryType: choice(
		'VAT Country Type',
		vatCountryTypes,
		'Where the other side is, for the rules of VAT',
		{ required: true },
	),
	vatPaymentMode: json('VAT Payment Mode', 'How VAT is paid; as your service describes it', {
		placeholder: 'e.g. { … }',
	}),
	vatRecapCalculationMode: choice(
		'VAT Summary Mode',
		vatRecapModes,
		'What the VAT summary is computed from. Manually for cash documents.',
	),
	signatureId: id('Signature ID', 'The signature printed on the document'),
	language: group('Language', 'Texts by language', languageFields),
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
		'The last part of the address at which the document can be opened without signing in',
		{ placeholder: 'e.g. b7Qm2cW9' },
	),
	lineItems: rows('Lines', 'Line', 'The lines of the document', lineItemFields),
	vatRecap: rows('VAT Summary', 'VAT Rate', 'The amounts by VAT rate', vatRecapFields),
};

export const documentRecord: RecordDescription = {
	one: 'accounting document',
	many: 'accounting documents',
	fields: documentFields,
	simplified: {
		id: 'id',
		accountingDocumentNo: 'accountingDocumentNo',
		type: 'type',
		direction: 'direction',
		contactName: { kind: 'text', read: ({ contact }) => contactName(contact) },
		issueDate: 'issueDate',
		dueDate: 'dueDate',
		total: 'total',
		currency: 'currency',
		paid: 'payments.paid',
	},
	extraForAgents: ['amountPaid'],
};
