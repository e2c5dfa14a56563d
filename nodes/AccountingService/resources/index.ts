import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { accountingDocument } from './accountingDocument';
import type { Operation, Resource } from '../operation';
import { apiRequest } from './apiRequest';
import { bankAccount } from './bankAccount';
import { bankStatement } from './bankStatement';
import { check } from './check';
import { connection } from './connection';
import { file } from './file';
import { paymentOrder } from './paymentOrder';
import { reminder } from './reminder';
import { task } from './task';
import { template } from './template';
import { vatRate } from './vatRate';

export const resources: Resource[] = [
	accountingDocument,
	apiRequest,
	bankAccount,
	bankStatement,
	connection,
	check,
	file,
	paymentOrder,
	reminder,
	task,
	template,
	vatRate,
];

/** @throws ServiceError (badInput) for a pair that the lists do not hold */
export function findOperation(resource: unknown, operation: unknown): Operation {
	const found = resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === operation);
	return (
		found ??
		refuseInput(
			'operation',
			`There is no operation "${String(operation)}" for the resource "${String(resource)}"`,
			'Choose a resource and an operation from the lists of the node.',
		)
	);
}

/**
 * The line below the node on the canvas, in the words of the form. The canvas cuts it at some 27
 * characters, so the resource that most people use is not repeated in it.
 */
export function subtitle(): string {
	const texts = resources.flatMap((resource, index) =>
		resource.operations.map(({ option }) => [
			`${String(resource.option.value)}.${String(option.value)}`,
			index === 0 ? option.name : `${option.name} ${resource.option.name}`,
		]),
	);
	const table = JSON.stringify(Object.fromEntries(texts));
	return `={{ (${table})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** The form of the node, made from the lists: resource, operation, then each operation's own fields. */
export function formProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: 'accountingDocument',
		},
		...resources.map(operationProperty),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				operation.fields.map((field) => shownFor(field, resource, operation)),
			),
		),
	];
}

function operationProperty(resource: Resource): INodeProperties {
	const property: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.option.value] } },
		options: resource.operations.map(({ option }) => option),
		default: '',
	};
	return { ...property, default: resource.defaultOperation };
}

function shownFor(field: INodeProperties, resource: Resource, operation: Operation) {
	const show: IDisplayOptions['show'] = {
		...field.displayOptions?.show,
		resource: [resource.option.value],
		operation: [operation.option.value],
	};
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}
