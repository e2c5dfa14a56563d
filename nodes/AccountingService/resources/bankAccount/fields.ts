import {
	amount,
	id,
	json,
	type RecordDescription,
	type ServiceFields,
	text,
	whole,
} from '../../../shared/fields/describe';

/**
 * A bank account as clients of the service have seen it (docs/api/resources.md#bank-account); nothing of it is sent.
 */
const bankAccountFields: ServiceFields = {
	id: id('ID', 'The number of the bank account in the service'),
	name: text('Name', 'What the bank account is called'),
	currency: text('Currency', 'The ISO 4217 code of the currency'),
	accountNo: text('Account Number', 'The number of the account'),
	accountCode: text('Bank Code', 'The code of the bank'),
	accountIban: text('IBAN', 'The international number of the account'),
	accountSwift: text('SWIFT', 'The international code of the bank'),
	bankName: text('Bank', 'The name of the bank'),
	bankId: id('Bank ID', 'The number of the bank in the service'),
	// Seen as a switch, as nothing, and as something else.
	isMain: json('Main Account', 'Marks the main account'),
	initialAmount: amount('Initial Amount', 'The balance that the account began with'),
	statementFormatId: id('Statement Format ID', 'The format of its bank statements'),
	paymentOrderFormatId: id('Payment Order Format ID', 'The format of its payment orders'),
	unmatchedPaymentCount: whole('Unmatched Payments', 'How many payments belong to no document yet'),
	processingState: whole('Processing State', 'How far the service has processed the account'),
	processingMessage: text('Processing Message', 'What the service says of processing'),
	processedFinAccount: text('Financial Account', 'The account of your books'),
};

export const bankAccountRecord: RecordDescription = {
	one: 'bank account',
	many: 'bank accounts',
	fields: bankAccountFields,
	simplified: {
		id: 'id',
		name: 'name',
		currency: 'currency',
		accountNo: 'accountNo',
		accountCode: 'accountCode',
		accountIban: 'accountIban',
		accountSwift: 'accountSwift',
		bankName: 'bankName',
		unmatchedPaymentCount: 'unmatchedPaymentCount',
	},
};

/** In the envelope and in an agent's answer (docs/api/requests.md#pagination). */
export const bankAccountList = 'bankAccounts';
