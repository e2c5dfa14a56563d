import {
	amount,
	id,
	json,
	type RecordDescription,
	type ServiceFields,
	text,
	whole,
	named,
} from '../../../shared/fields/describe';
import { idLocator } from '../../kinds/declared';

/**
 * A bank account, as other clients describe it (docs/api/resources.md#bank-account). Read only.
 */
const bankAccountFields: ServiceFields = {
	id: id('ID', 'The ID of the bank account in the service'),
	name: text('Name', 'What the bank account is called'),
	currency: text('Currency', 'The ISO 4217 code of the currency'),
	accountNo: text('Account Number', 'The number of the account'),
	accountCode: text('Bank Code', 'The code of the bank'),
	accountIban: text('IBAN', 'The international number of the account'),
	accountSwift: text('SWIFT', 'The international code of the bank'),
	bankName: text('Bank', 'The name of the bank'),
	bankId: id('Bank ID', 'The ID of the bank in the service'),
	// Seen as a boolean, null and other values.
	isMain: json('Main Account', 'Marks the main account'),
	initialAmount: amount('Initial Amount', 'The opening balance of the account'),
	statementFormatId: id('Statement Format ID', 'The format of its bank statements'),
	paymentOrderFormatId: id('Payment Order Format ID', 'The format of its payment orders'),
	unmatchedPaymentCount: whole(
		'Unmatched Payments',
		'How many payments are not matched to a document',
	),
	processingState: whole('Processing State', 'How far the service has processed the account'),
	processingMessage: text('Processing Message', 'The message of the service about processing'),
	processedFinAccount: text('Financial Account', 'The account in your books'),
};

export const bankAccountRecord: RecordDescription = {
	one: 'bank account',
	many: 'bank accounts',
	fields: bankAccountFields,
	simplified: named(
		'id name currency accountNo accountCode accountIban accountSwift bankName unmatchedPaymentCount',
	),
};

export const bankAccountsRequest = {
	route: 'GET /v2/bankaccounts',
	basis: 'bank-accounts [C]',
} as const;

/** The name in the envelope (docs/api/requests.md#pagination) and in the output for an agent. */
export const bankAccountList = 'bankAccounts';

export const bankAccountId = idLocator(
	'bankAccountId',
	'Bank Account',
	'The bank account, picked from the list or by its ID',
	'e.g. 501',
	'searchBankAccounts',
);
