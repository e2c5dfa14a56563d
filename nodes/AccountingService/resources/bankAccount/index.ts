import { list } from '../../kinds/list';
import type { Resource } from '../../operation';
import { bankAccountList, bankAccountRecord } from './fields';

const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many bank accounts',
	description: 'List the bank accounts of your organization',
	doing: 'listing bank accounts',
	request: 'GET /v2/bankaccounts',
	basis: 'bank-accounts [C]',
	path: {},
	record: bankAccountRecord,
	listName: bankAccountList,
	paged: true,
});

export const bankAccount: Resource = {
	option: {
		name: 'Bank Account',
		value: 'bankAccount',
		description: 'The bank accounts of your organization',
	},
	operations: [getAll],
	defaultOperation: 'getAll',
};
