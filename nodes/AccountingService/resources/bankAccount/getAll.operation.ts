import { list } from '../../kinds/list';
import { bankAccountList, bankAccountRecord, bankAccountsRequest } from './bankAccountRecord';

export const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many bank accounts',
	description: 'List the bank accounts of your organization',
	activity: 'listing bank accounts',
	...bankAccountsRequest,
	path: {},
	record: bankAccountRecord,
	listName: bankAccountList,
	paged: true,
});
