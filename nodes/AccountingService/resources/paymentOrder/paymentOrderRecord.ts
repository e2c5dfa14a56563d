import {
	amount,
	choice,
	date,
	dateTime,
	getOnly,
	id,
	type RecordDescription,
	rows,
	type ServiceFields,
	text,
	named,
} from '../../../shared/fields/describe';
import { documentLink } from '../accountingDocument/documentId';

/** The processing state of an order that was not made. */
export const failedOrder = 2;

const orderStates = { 0: 'In Progress', 1: 'Ready', [failedOrder]: 'Error' } as const;

const orderFileFields: ServiceFields = {
	fileId: id('File ID', 'The ID of the file', getOnly),
	title: text('Title', 'The name of the file', getOnly),
	message: text('Message', 'The message of the service about the file', getOnly),
	state: choice('State', { 0: 'OK', 1: 'Error' }, 'Whether the file was created', getOnly),
	type: choice('Type', { 1: 'Payment Order', 2: 'NDP', 3: 'PDF' }, 'The type of the file', getOnly),
};

/** PaymentOrder (docs/api/resources.md#payment-order). */
const paymentOrderFields: ServiceFields = {
	id: id('ID', 'The ID of the payment order', getOnly),
	name: text('Name', 'The name of the payment order', {
		placeholder: 'e.g. Suppliers in January',
	}),
	dueDate: date('Due Date', 'When the bank should pay', { required: true }),
	accountingDocuments: rows(
		'Document IDs',
		'Document',
		'The accounting documents to pay. Enter their IDs comma-separated or as a list. Each input item creates one order for all its documents. Not together with Order Amount.',
		documentLink('An accounting document to pay', {
			label: 'Document',
			pickedFrom: 'searchDocumentsToPay',
		}),
		{
			...{ excludes: 'amount', placeholder: 'e.g. 10004567,10004569', onForm: true },
			comparedBy: 'accountingDocumentId',
		},
	),
	amount: amount(
		'Order Amount',
		'The amount of the payment order, if you enter no documents. The API has no field for the payee: check the payee in the service.',
		{
			placeholder: 'e.g. 1210.00',
			onForm: true,
		},
	),
	currency: text('Currency', 'The currency of the bank account', getOnly),
	bankAccountId: id('Bank Account ID', 'The bank account that pays', getOnly),
	files: rows('Files', 'File', 'The files of the payment order', orderFileFields, getOnly),
	processingState: choice(
		'Processing State',
		orderStates,
		'Whether the payment order is ready',
		getOnly,
	),
	processingMessage: text(
		'Processing Message',
		'The message of the service about processing',
		getOnly,
	),
	requestedTime: dateTime('Requested', 'When the payment order was created', getOnly),
	generatedDate: dateTime('Generated', 'When its files were created', getOnly),
};

export const paymentOrderRecord: RecordDescription = {
	one: 'payment order',
	many: 'payment orders',
	fields: paymentOrderFields,
	simplified: named(
		'id name dueDate amount currency bankAccountId processingState processingMessage requestedTime',
	),
};
