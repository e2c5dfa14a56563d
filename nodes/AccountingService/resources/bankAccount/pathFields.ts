import { idLocator } from '../../kinds/declared';

export const bankAccountId = idLocator(
	'bankAccountId',
	'Bank Account',
	'The bank account, picked from the list or by its ID',
	'e.g. 501',
	'searchBankAccounts',
);
