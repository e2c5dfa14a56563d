import { idLocator } from '../../kinds/declared';

/** The bank account that a request is about. */
export const bankAccountId = idLocator(
	'bankAccountId',
	'Bank Account',
	'The bank account, picked from the list or by its ID',
	'e.g. 501',
	'searchBankAccounts',
);
