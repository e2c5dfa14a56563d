import type { Resource } from '../../operation';
import { assignContact } from './assignContact.operation';
import { changeState } from './changeState.operation';
import { checkShares } from './checkShares.operation';
import { create, upsert } from './create.operation';
import { createFromScans } from './createFromScans.operation';
import { deleteDocuments } from './delete.operation';
import { downloadPdf } from './downloadPdf.operation';
import { exportChanges } from './exportChanges.operation';
import { exportToFile } from './exportToFile.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getByToken } from './getByToken.operation';
import { getLineItems } from './getLineItems.operation';
import { search } from './search.operation';
import { splitForExport } from './splitForExport.operation';
import { summarize } from './summarize.operation';
import { update } from './update.operation';
import { updateMany } from './updateMany.operation';
import { updateVatRecap } from './updateVatRecap.operation';

export const accountingDocument: Resource = {
	option: {
		name: 'Accounting Document',
		value: 'accountingDocument',
		description: 'Invoices, advances, credit notes, cash receipts and others',
	},
	operations: [
		assignContact,
		changeState,
		checkShares,
		create,
		createFromScans,
		upsert,
		deleteDocuments,
		downloadPdf,
		exportChanges,
		exportToFile,
		get,
		getByToken,
		getLineItems,
		getAll,
		search,
		splitForExport,
		summarize,
		update,
		updateMany,
		updateVatRecap,
	],
	defaultOperation: 'getAll',
};
