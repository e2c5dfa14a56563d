import type { IBinaryKeyData, IDataObject, INodeProperties } from 'n8n-workflow';

import type { LoadedResource, Operation } from '../../../nodes/AccountingService/operation';
import { resources } from '../../../dev/scripts/resources';
import type { Bench, Parameters } from './withSandbox';

/** Every operation of every resource, so that the common tests include new ones. */
export interface Listed {
	title: string;
	resource: LoadedResource;
	operation: Operation;
}

export const listed: Listed[] = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		title: `${resource.option.name}: ${operation.option.name}`,
		resource,
		operation,
	})),
);

export type Which = 0 | 1 | 2;

type Sample = (sandbox: Bench['sandbox'], which: Which) => IDataObject[string];
/** For a collection: samples of its fields. */
type Samples = Record<string, Sample | Record<string, Sample>>;

/** Values for required fields by name, three of each. A new required field needs a line here. */
const samples: Record<string, Sample> = {
	token: ({ admin }, which) => String(admin.documentAt(which).permalinkToken),
	templateId: ({ admin }, which) => admin.templateIds()[which],
	accountingDocumentId: ({ admin }, which) => openDocument(admin, which),
	bankAccountId: (_sandbox, which) => 301 + which,
	exceededDays: (_sandbox, which) => 7 + which,
	emailTemplateId: () => 31,
	reminderId: ({ admin }, which) => String(reminderOf(admin, which).id),
	connectedAccountingDocumentId: ({ admin }, which) => connectedTo(admin, which),
	countryCode: (_sandbox, which) => ['CZ', 'SK', 'DE'][which],
	date: () => '2026-11-20',
	vatCountryType: () => 1,
	accountingDocumentDirection: () => 1,
	vatRecapCalculationMode: (_sandbox, which) => [0, 1, 0][which],
	issueDate: () => '2026-11-20',
	dueDate: () => '2026-12-01',
	binaryPropertyName: () => 'data',
	filesFrom: () => 'input',
	method: () => 'GET',
	path: ({ admin }, which) => `templates/${admin.templateIds()[which]}`,
	fileIds: () => '',
	type: () => 0,
	direction: () => 1,
	currency: () => 'CZK',
};

const oneLine: Sample = (_sandbox, which) =>
	JSON.stringify([{ description: 'Chairs', qt: which + 1, price: 100 }]);

/** Additional or different values of one operation: `resource.operation`. */
const ofOperation: Record<string, Samples> = {
	'accountingDocument.changeState': { state: () => 'Draft' },
	'accountingDocument.update': {
		updateFields: { orderNo: (_sandbox, which) => `Order ${which}` },
	},
	'accountingDocument.updateMany': { change: () => 'setcategory', categoryId: () => '41' },
	'accountingDocument.create': {
		options: { lineItemsJson: oneLine },
	},
	'accountingDocument.upsert': {
		options: { lineItemsJson: oneLine, uniqueBy: () => 'orderNo' },
		additionalFields: { orderNo: (_sandbox, which) => `A-${which}` },
	},
	'accountingDocument.assignContact': { companyName: (_sandbox, which) => `Example ${which}` },
	'accountingDocument.matchPayments': {
		paymentAmount: (_sandbox, which) => `${which + 1}2,50`,
		paymentCurrency: () => 'CZK',
	},
	'connection.getAll': {
		accountingDocumentId: ({ admin }, which) => {
			connectedTo(admin, which);
			return openDocument(admin, which);
		},
	},
	'connection.update': { updateFields: { amount: (_sandbox, which) => `${which + 1}2.50` } },
	'paymentOrder.create': { amount: (_sandbox, which) => `${which + 1}.50` },
	'paymentOrder.getAll': {
		bankAccountId: ({ admin }, which) => Number(admin.order(301 + which, 10).bankAccountId),
	},
	'reminder.getAll': {
		accountingDocumentId: ({ admin }, which) => {
			reminderOf(admin, which);
			return openDocument(admin, which);
		},
	},
	'reminder.update': { updateFields: { exceededDays: (_sandbox, which) => 30 + which } },
	'task.create': { title: (_sandbox, which) => `Task ${which}` },
	'template.create': {
		name: (_sandbox, which) => `Template ${which}`,
		accountingDocumentId: ({ admin }, which) => String(admin.documentAt(which).id),
	},
	'template.setScheduler': {
		start: () => '2026-12-01',
		additionalFields: { generateMaxCount: (_sandbox, which) => 3 + which },
	},
	'template.update': { updateFields: { name: (_sandbox, which) => `Name ${which}` } },
};

type Admin = Bench['sandbox']['admin'];

/** A document that can be changed: no cash document, and not processed. */
function openDocument(admin: Admin, which: Which): string {
	let left: number = which;
	for (let place = 0; place < admin.count(); place++) {
		const { id, type } = admin.documentAt(place);
		if (Number(type) >= 4 || left-- > 0) continue;
		admin.changeDocument(String(id), { processingState: 0 });
		return String(id);
	}
	throw new Error('The sandbox has no such document');
}

function reminderOf(admin: Admin, which: Which) {
	const document = openDocument(admin, which);
	return admin.reminders(document)[0] ?? admin.remind(document, 1);
}

/** The document that is connected to {@link openDocument}. */
function connectedTo(admin: Admin, which: Which): string {
	const document = openDocument(admin, which);
	const other = String(admin.documentAt(admin.count() - 1 - which).id);
	const isConnected = admin
		.connections(document)
		.some((one) => String(one.connectedAccountingDocumentId) === other);
	if (!isConnected) admin.connect(document, other, 100);
	return other;
}

/** A small file that the service accepts. */
export function scan(which: Which | string): IBinaryKeyData {
	const data = Buffer.from(`%PDF-1.4 ${which}`).toString('base64');
	return { data: { data, mimeType: 'application/pdf', fileName: `scan-${which}.pdf` } };
}

function samplesOf({ resource, operation }: Listed): Samples {
	const key = `${String(resource.option.value)}.${String(operation.option.value)}`;
	return { ...samples, ...ofOperation[key] };
}

/** A field of the operation, in its Options or above. */
export function fieldNamed({ operation }: Listed, name: string): INodeProperties | undefined {
	const { fields } = operation;
	const options = fields.find((field) => field.name === 'options')?.options ?? [];
	return [...(options as INodeProperties[]), ...fields].find((one) => one.name === name);
}

/** Whether a default is empty, so that a required field needs a sample. */
const isNothing = (start: unknown) => start === '' || typeof start === 'object';

/** The required fields without a default, and those with a sample of this operation. */
function filled(one: Listed): INodeProperties[] {
	const key = `${String(one.resource.option.value)}.${String(one.operation.option.value)}`;
	const named = Object.keys(ofOperation[key] ?? {});
	return one.operation.fields.filter(
		({ name, required, default: start }) =>
			named.includes(name) || (required && (name in samples || isNothing(start))),
	);
}

/** The node with an expression for every required field. */
export function parametersOf(one: Listed, changes: Parameters = {}): Parameters {
	const { resource, operation } = one;
	const sampled = samplesOf(one).options ?? {};
	const ofOptions = Object.keys(sampled).map((name) => [name, `={{ $json.options.${name} }}`]);
	const { options } = changes;
	return {
		resource: resource.option.value as string,
		operation: operation.option.value as string,
		...Object.fromEntries(
			filled(one).map(({ name, modes }) => {
				const known = samplesOf(one)[name];
				if (typeof known === 'object') {
					const inner = Object.keys(known).map((one_) => [one_, `={{ $json.${name}.${one_} }}`]);
					return [name, Object.fromEntries(inner)];
				}
				const value = `={{ $json.${name} }}`;
				const typed = modes?.find((mode) => mode.type === 'string');
				return [name, typed ? { __rl: true, mode: typed.name, value } : value];
			}),
		),
		...changes,
		...(options && { options: { ...Object.fromEntries(ofOptions), ...(options as object) } }),
	};
}

/** An input item for {@link parametersOf}. */
export function itemOf(one: Listed, sandbox: Bench['sandbox'], which: Which): IDataObject {
	const known = samplesOf(one);
	return Object.fromEntries(
		filled(one).map(({ name }) => {
			if (!(name in known)) {
				const where = 'to samples in test/engine/support/samples.ts';
				throw new Error(
					`${one.title} requires ${name}. Add values that the sandbox accepts ${where}`,
				);
			}
			return [name, valueOf(known[name], sandbox, which)];
		}),
	);
}

function valueOf(
	sample: Samples[string],
	sandbox: Bench['sandbox'],
	which: Which,
): IDataObject[string] {
	if (typeof sample === 'function') return sample(sandbox, which);
	return Object.fromEntries(
		Object.entries(sample).map(([name, inner]) => [name, inner(sandbox, which)]),
	);
}

/** The operations that search for a text: its label on their forms, and the parameters that show it. */
export const searching = listed.flatMap((one) =>
	one.operation.fields
		.filter(({ name }) => name === 'searchText')
		.map(({ displayName: label, displayOptions: { show = {} } = {} }) => {
			const chosen = Object.entries(show).map(([name, choices]) => [
				name,
				(choices as unknown[])[0],
			]);
			const parameters = { ...parametersOf(one), ...Object.fromEntries(chosen) } as Parameters;
			return { title: one.title, label, parameters };
		}),
);
