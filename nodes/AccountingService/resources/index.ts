import { refuseInput } from '../../shared/client/errors';
import { quoteValue } from '../../shared/fields/values';
import type { Operation, Resource } from '../operation';

/**
 * Resources in the order of their names, operations with the most used first. An operation is loaded on first use.
 */
export const resources: Resource[] = [
	{
		option: {
			name: 'Accounting Document',
			value: 'accountingDocument',
			description: 'Invoices, advances, credit notes, cash receipts and others',
		},
		operations: {
			getAll: async () => (await import('./accountingDocument/getAll.operation')).getAll,
			search: async () => (await import('./accountingDocument/search.operation')).search,
			get: async () => (await import('./accountingDocument/get.operation')).get,
			create: async () => (await import('./accountingDocument/create.operation')).create,
			upsert: async () => (await import('./accountingDocument/create.operation')).upsert,
			createFromDocument: async () =>
				(await import('./accountingDocument/createFromDocument.operation')).createFromDocument,
			update: async () => (await import('./accountingDocument/update.operation')).update,
			markPaid: async () => (await import('./accountingDocument/markPaid.operation')).markPaid,
			exportToFile: async () =>
				(await import('./accountingDocument/exportToFile.operation')).exportToFile,
			summarize: async () => (await import('./accountingDocument/summarize.operation')).summarize,
			matchPayments: async () =>
				(await import('./accountingDocument/matchPayments.operation')).matchPayments,
			changeState: async () =>
				(await import('./accountingDocument/changeState.operation')).changeState,
			downloadPdf: async () =>
				(await import('./accountingDocument/downloadPdf.operation')).downloadPdf,
			getLineItems: async () =>
				(await import('./accountingDocument/getLineItems.operation')).getLineItems,
			getByToken: async () =>
				(await import('./accountingDocument/getByToken.operation')).getByToken,
			createFromScans: async () =>
				(await import('./accountingDocument/createFromScans.operation')).createFromScans,
			assignContact: async () =>
				(await import('./accountingDocument/assignContact.operation')).assignContact,
			updateMany: async () =>
				(await import('./accountingDocument/updateMany.operation')).updateMany,
			exportChanges: async () =>
				(await import('./accountingDocument/exportChanges.operation')).exportChanges,
			updateVatRecap: async () =>
				(await import('./accountingDocument/updateVatRecap.operation')).updateVatRecap,
			delete: async () => (await import('./accountingDocument/delete.operation')).deleteDocuments,
		},
		defaultOperation: 'getAll',
	},
	{
		option: {
			name: 'API Request',
			value: 'apiRequest',
			description: 'Any other request, by the path in the documentation of your service',
		},
		operations: {
			send: async () => (await import('./apiRequest/send.operation')).send,
		},
		defaultOperation: 'send',
	},
	{
		option: {
			name: 'Bank Account',
			value: 'bankAccount',
			description: 'The bank accounts of your organization',
		},
		operations: {
			getAll: async () => (await import('./bankAccount/getAll.operation')).getAll,
		},
		defaultOperation: 'getAll',
	},
	{
		option: {
			name: 'Bank Statement',
			value: 'bankStatement',
			description: 'Statements of your bank accounts',
		},
		operations: {
			upload: async () => (await import('./bankStatement/upload.operation')).upload,
		},
		defaultOperation: 'upload',
	},
	{
		option: {
			name: 'Connection Check',
			value: 'check',
			description: 'Check whether the settings of the credential fit your service',
		},
		operations: {
			run: async () => (await import('./check/run.operation')).run,
		},
		defaultOperation: 'run',
	},
	{
		option: {
			name: 'Contact',
			value: 'contact',
			description: 'Customers and suppliers',
		},
		operations: {
			search: async () => (await import('./contact/search.operation')).search,
		},
		defaultOperation: 'search',
	},
	{
		option: {
			name: 'Document Connection',
			value: 'connection',
			description:
				'Amounts that one document takes from another, such as an invoice from an advance',
		},
		operations: {
			getAll: async () => (await import('./connection/getAll.operation')).getAll,
			update: async () => (await import('./connection/update.operation')).update,
		},
		defaultOperation: 'getAll',
	},
	{
		option: {
			name: 'File',
			value: 'file',
			description: 'Files to attach to tasks or turn into documents',
		},
		operations: {
			upload: async () => (await import('./file/upload.operation')).upload,
		},
		defaultOperation: 'upload',
	},
	{
		option: {
			name: 'Payment Order',
			value: 'paymentOrder',
			description: 'Orders for a bank to pay accounting documents',
		},
		operations: {
			getAll: async () => (await import('./paymentOrder/getAll.operation')).getAll,
			create: async () => (await import('./paymentOrder/create.operation')).create,
		},
		defaultOperation: 'getAll',
	},
	{
		option: {
			name: 'Payment Reminder',
			value: 'reminder',
			description: 'Reminder emails for unpaid accounting documents',
		},
		operations: {
			getAll: async () => (await import('./reminder/getAll.operation')).getAll,
			create: async () => (await import('./reminder/create.operation')).create,
			update: async () => (await import('./reminder/update.operation')).update,
			delete: async () => (await import('./reminder/delete.operation')).deleteReminder,
		},
		defaultOperation: 'getAll',
	},
	{
		option: {
			name: 'Task',
			value: 'task',
			description: 'Tasks for people, with documents and files',
		},
		operations: {
			create: async () => (await import('./task/create.operation')).create,
		},
		defaultOperation: 'create',
	},
	{
		option: {
			name: 'Template',
			value: 'template',
			description: 'Definitions that generate accounting documents on a schedule',
		},
		operations: {
			get: async () => (await import('./template/get.operation')).get,
			create: async () => (await import('./template/create.operation')).create,
			update: async () => (await import('./template/update.operation')).update,
			setScheduler: async () => (await import('./template/setScheduler.operation')).setScheduler,
			removeScheduler: async () =>
				(await import('./template/removeScheduler.operation')).removeScheduler,
		},
		defaultOperation: 'get',
	},
	{
		option: {
			name: 'VAT Rate',
			value: 'vatRate',
			description: 'The VAT rates that line items can have',
		},
		operations: {
			getAll: async () => (await import('./vatRate/getAll.operation')).getAll,
		},
		defaultOperation: 'getAll',
	},
];

/** @throws ServiceError (badInput) for an unknown pair, with the values that an expression or a model may use */
export async function findOperation(resource: unknown, operation: unknown): Promise<Operation> {
	const operations = resources.find(({ option }) => option.value === resource)?.operations;
	if (!operations) {
		const values = resources.map(({ option }) => String(option.value));
		return refuseInput(
			'resource',
			`There is no resource ${quoteValue(resource)}`,
			`Choose a Resource from the list. As an expression: ${values.join(', ')}.`,
		);
	}
	if (typeof operation === 'string' && Object.hasOwn(operations, operation))
		return await operations[operation]();
	return refuseInput(
		'operation',
		`The resource ${quoteValue(resource)} has no operation ${quoteValue(operation)}`,
		`Choose an Operation from the list. As an expression: ${Object.keys(operations).join(', ')}.`,
	);
}
