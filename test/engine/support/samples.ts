import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../../../nodes/AccountingService/operation';
import { resources } from '../../../nodes/AccountingService/resources';
import type { Bench, Parameters } from './withSandbox';

/** Every operation of every resource, so that a new one is held to the common rules by itself. */
export interface Listed {
	title: string;
	resource: Resource;
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

/** Values for required fields by name, three of each. A new required field needs a line here. */
const samples: Record<string, Sample> = {
	token: ({ admin }, which) => String(admin.documentAt(which).permalinkToken),
	templateId: ({ admin }, which) => admin.templateIds()[which],
	accountingDocumentId: ({ admin }, which) => String(admin.documentAt(which).id),
	plan: () => JSON.stringify([{ share: 1, shares: 1, afterId: null, untilId: null, expected: 5 }]),
	type: () => 0,
	direction: () => 1,
	currency: () => 'CZK',
	vatCountryType: () => 1,
};

/** Values that one operation needs besides, or another one than the others: `resource.operation`. */
const ofOperation: Record<string, Record<string, Sample>> = {
	'accountingDocument.create': {
		lineItemsFrom: () => 'json',
		lineItemsJson: (_sandbox, which) =>
			JSON.stringify([{ description: 'Chairs', qt: which + 1, price: 100 }]),
	},
};

function samplesOf({ resource, operation }: Listed): Record<string, Sample> {
	const key = `${String(resource.option.value)}.${String(operation.option.value)}`;
	return { ...samples, ...ofOperation[key] };
}

/** The required fields, and those that this operation's samples name. */
function filled(one: Listed): INodeProperties[] {
	const key = `${String(one.resource.option.value)}.${String(one.operation.option.value)}`;
	const named = Object.keys(ofOperation[key] ?? {});
	return one.operation.fields.filter(({ name, required }) => required || named.includes(name));
}

/** The node with an expression for every field that has to be filled in. */
export function parametersOf(one: Listed, changes: Parameters = {}): Parameters {
	const { resource, operation } = one;
	return {
		resource: resource.option.value as string,
		operation: operation.option.value as string,
		...Object.fromEntries(
			filled(one).map(({ name, type }) => {
				const value = `={{ $json.${name} }}`;
				return [name, type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value];
			}),
		),
		...changes,
	};
}

/** An input item for {@link parametersOf}. */
export function itemOf(one: Listed, sandbox: Bench['sandbox'], which: Which): IDataObject {
	const known = samplesOf(one);
	return Object.fromEntries(
		filled(one).map(({ name }) => {
			if (!(name in known)) throw new Error(`samples.ts has no value for ${name}`);
			return [name, known[name](sandbox, which)];
		}),
	);
}
