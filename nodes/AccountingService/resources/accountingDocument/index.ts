import type { Resource } from '../../operation';
import { checkShares } from './checkShares.operation';
import { create } from './create.operation';
import { exportToFile } from './exportToFile.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getByToken } from './getByToken.operation';
import { search } from './search.operation';
import { splitForExport } from './splitForExport.operation';

export const accountingDocument: Resource = {
	option: {
		name: 'Accounting Document',
		value: 'accountingDocument',
		description: 'Invoices, advances, credit notes, cash receipts and the like',
	},
	operations: [checkShares, create, exportToFile, get, getByToken, getAll, search, splitForExport],
	defaultOperation: 'getAll',
};
