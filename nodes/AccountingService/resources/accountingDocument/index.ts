import type { Resource } from '../../operation';
import { assignContact } from './assignContact.operation';
import { checkShares } from './checkShares.operation';
import { create } from './create.operation';
import { createFromScans } from './createFromScans.operation';
import { exportToFile } from './exportToFile.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getByToken } from './getByToken.operation';
import { search } from './search.operation';
import { splitForExport } from './splitForExport.operation';
import { updateVatRecap } from './updateVatRecap.operation';

export const accountingDocument: Resource = {
	option: {
		name: 'Accounting Document',
		value: 'accountingDocument',
		description: 'Invoices, advances, credit notes, cash receipts and the like',
	},
	operations: [
		assignContact,
		checkShares,
		create,
		createFromScans,
		exportToFile,
		get,
		getByToken,
		getAll,
		search,
		splitForExport,
		updateVatRecap,
	],
	defaultOperation: 'getAll',
};
