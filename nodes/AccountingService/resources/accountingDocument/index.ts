import { assumedRoutes } from '../../../shared/client/settings';
import { documentRecord } from '../../../shared/documents/fields';
import { oneRecord } from '../../kinds/oneRecord';
import type { Resource } from '../../operation';
import { assignContact } from './assignContact.operation';
import { bulkOnDocuments } from './bulkOperation';
import { changeState } from './changeState.operation';
import { checkShares } from './checkShares.operation';
import { create, upsert } from './create.operation';
import { createFromScans } from './createFromScans.operation';
import { getAll, search } from './documentList';
import { downloadPdf } from './downloadPdf.operation';
import { exportChanges } from './exportChanges.operation';
import { exportToFile } from './exportToFile.operation';
import { getByToken } from './getByToken.operation';
import { getLineItems } from './getLineItems.operation';
import { accountingDocumentId } from './pathFields';
import { splitForExport } from './splitForExport.operation';
import { summarize } from './summarize.operation';
import { update } from './update.operation';
import { updateMany } from './updateMany.operation';
import { updateVatRecap } from './updateVatRecap.operation';

const deleteDocuments = bulkOnDocuments({
	name: 'Delete',
	value: 'delete',
	action: 'Delete invoice or other document',
	description: 'Delete accounting documents',
	doing: 'deleting accounting documents',
	fields: [],
	output: { deleted: 'flag', id: 'id' },
	change: () => ({
		operation: 'remove',
		result: { deleted: true },
		isDone: (record) => record === undefined,
	}),
});

const get = oneRecord({
	name: 'Get',
	value: 'get',
	action: 'Get invoice or other document',
	description: 'Fetch one accounting document by its ID',
	doing: 'fetching accounting document {accountingDocumentId}',
	request: assumedRoutes.documentPath,
	basis: 'one-document [I]',
	assumption: 'The path; can be changed in the credential (Path of Get Document)',
	path: { accountingDocumentId },
	record: documentRecord,
	id: 'accountingDocumentId',
});

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
