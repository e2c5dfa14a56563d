import { resources } from '../nodes/AccountingService/resources';
import { table } from './table';

/**
 * The operations that the specification names (section 4), by its families, word by word. Behind a name: the
 * operation of the node that reaches it, as resource.operation.
 */
export const catalogue: Record<string, Record<string, string>> = {
	'Accounting Documents': {
		List: 'accountingDocument.getAll',
		Create: 'accountingDocument.create',
		Remove: 'accountingDocument.delete',
		Get: 'accountingDocument.get',
		Update: 'accountingDocument.update',
		'Get by token': 'accountingDocument.getByToken',
		Search: 'accountingDocument.search',
		'Create draft': '',
		'Get issues': '',
		'Send via Email': '',
		'List payment reminders': 'reminder.getAll',
		'Create payment reminders': 'reminder.create',
		'Delete payment reminders': 'reminder.delete',
		'Update payment reminders': 'reminder.update',
		'Get aggregated accounting documents report': '',
		'Create accounting document with scans': 'accountingDocument.createFromScans',
		'Generate PDF': '',
		'Generate QR code': '',
		'Download XLSX export for the list': '',
		'Create draft accounting document from template': '',
		'List connections': 'connection.getAll',
		'Connect connections': '',
		'Disconnect connections': '',
		'Change connection amount': 'connection.update',
		'List payments': '',
		'List document attachments': '',
		'Attach document attachments': '',
		'Remove document attachments': '',
		'Change state': 'accountingDocument.changeState',
		'List possible states': '',
		'Update country variant specific settings': '',
		'List bank accounts': '',
		'Attach bank accounts': '',
		'Detach bank accounts': '',
		'Update attached bank account': '',
		'Update line item': '',
		'Assign contact': 'accountingDocument.assignContact',
		'Assign sequence': '',
		'Attach scan': '',
		'Update VAT recap': 'accountingDocument.updateVatRecap',
	},
	'Bulk Operations': {
		'Bulk operation on accounting documents': 'accountingDocument.updateMany',
	},
	'Payment orders': {
		List: 'paymentOrder.getAll',
		Create: 'paymentOrder.create',
		'Upload bank statement': 'bankStatement.upload',
		'Process bank statement': '',
	},
	'Cash registers': {
		List: '',
		Create: '',
		Remove: '',
		Get: '',
		Update: '',
		'Aggregate balance': '',
		'List inventories': '',
		'Create inventories': '',
	},
	Contacts: {
		'Update contact': '',
		'Add person': '',
		'Update person': '',
		'Add address': '',
		'Update address': '',
	},
	Documents: { 'Change metadata for document or folder': '' },
	Miscellaneous: {
		'List VAT rates': 'vatRate.getAll',
		'List branches': '',
		'List projects': '',
		'List currencies': '',
		'List countries': '',
		'List banks': '',
	},
	Searching: {
		payments: '',
		contacts: '',
		documents: '',
		'payment orders': '',
		'bank statements': '',
		tasks: '',
		'financial accounts': '',
	},
	'Sequences (non-Cash Register)': {
		List: '',
		Create: '',
		Remove: '',
		Update: '',
		'Set last generated number': '',
	},
	'Sequences (Cash Register)': {
		List: '',
		Create: '',
		Remove: '',
		Update: '',
		'Set last generated number': '',
	},
	Tasks: { 'Create task': 'task.create', 'Update selected fields': '' },
	Templates: {
		Create: 'template.create',
		Get: 'template.get',
		Update: 'template.update',
		'Set scheduler': 'template.setScheduler',
		'Remove scheduler': 'template.removeScheduler',
	},
	Files: { 'Upload file': 'file.upload' },
	Reports: { 'Request generic report': '' },
};

/** How a name is reached, and on what basis. */
function wayTo(reached: string): [string, string] {
	const [resourceValue, operationValue] = reached.split('.');
	const resource = resources.find(({ option }) => option.value === resourceValue);
	const operation = resource?.operations.find(({ option }) => option.value === operationValue);
	if (!resource || !operation) {
		return ['API Request, with the path from your own documentation', 'no published path'];
	}
	const basis = [...new Set(operation.requests.map((request) => request.basis))].join('; ');
	return [`${resource.option.name}: ${operation.option.name}`, basis];
}

/** docs/internals/catalogue.md */
export function cataloguePage(): string {
	const rows = Object.entries(catalogue).flatMap(([family, operations]) =>
		Object.entries(operations).map(([name, reached]) => [family, name, ...wayTo(reached)]),
	);
	return `# Catalogue

Every operation that the specification of the API names, and how this package reaches it. If nobody has published the path
of an operation, use [API Request](../reference/api-request.md) with the path from your own documentation.

Tags: D a published page, C seen in client code, I inferred. Without a tag, the specification states it. This page is generated
by \`npm run generate\`.

${table([['Family', 'Operation', 'Reached by', 'Basis'], ...rows])}`;
}
