import type { INodeProperties } from 'n8n-workflow';

import { withDateHint } from './dateHint';
import type { LoadedResource, Operation } from '../../nodes/AccountingService/operation';

/** The form of the node: resource, operation, then the fields of each operation. */
export function formProperties(resources: LoadedResource[]): INodeProperties[] {
	const pairs = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			resource,
			operation: { ...operation, fields: withDateHint(operation.fields) },
		})),
	);
	const shared = [
		...fieldsOnce(pairs, (field) => !isOptions(field)),
		...fieldsOnce(pairs, isOptions),
	];
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
		...shared.flatMap(({ field, pairs: having }) =>
			blocksOf(having, pairs).map((block) => shownForOperations(field, block)),
		),
	];
}

function operationProperty(resource: LoadedResource): INodeProperties {
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

/** Always the last field of an operation. */
const isOptions = ({ name }: INodeProperties) => name === 'options';

/** A resource with one of its operations. */
interface ResourceOperation {
	resource: LoadedResource;
	operation: Operation;
}

/** A field and its operations. */
interface SharedField {
	field: INodeProperties;
	pairs: ResourceOperation[];
}

/** The fields of all operations in their order. Equal fields of several operations are merged. */
function fieldsOnce(
	pairs: ResourceOperation[],
	isWanted: (field: INodeProperties) => boolean,
): SharedField[] {
	const placed: Array<SharedField & { text: string }> = [];
	for (const pair of pairs) {
		let place = 0;
		const fields = pair.operation.fields.filter(isWanted);
		const texts = fields.map((field) => JSON.stringify(field));
		fields.forEach((field, index) => {
			const text = texts[index];
			const found = placed.findIndex((one, at) => at >= place && one.text === text);
			if (found < 0) {
				const next = placed.findIndex((one, at) => at >= place && texts.includes(one.text, index));
				place = next < 0 ? placed.length : next;
				placed.splice(place, 0, { field, text, pairs: [pair] });
			} else {
				place = found;
				placed[place].pairs.push(pair);
			}
			place++;
		});
	}
	return placed;
}

/** n8n shows a field for all combinations of the given resources and operations, so a block must not include others. */
function blocksOf(having: ResourceOperation[], pairs: ResourceOperation[]): ResourceOperation[][] {
	const blocks: ResourceOperation[][] = [];
	for (const pair of having) {
		const fitting = blocks.find((block) => {
			const { resource, operation } = displayConditions([...block, pair]);
			return pairs.every(
				(one) =>
					having.includes(one) ||
					!resource.includes(one.resource.option.value) ||
					!operation.includes(one.operation.option.value),
			);
		});
		if (fitting) fitting.push(pair);
		else blocks.push([pair]);
	}
	return blocks;
}

const displayConditions = (some: ResourceOperation[]) => ({
	resource: [...new Set(some.map(({ resource }) => resource.option.value))],
	operation: [...new Set(some.map(({ operation }) => operation.option.value))],
});

function shownForOperations(field: INodeProperties, block: ResourceOperation[]): INodeProperties {
	const show = { ...field.displayOptions?.show, ...displayConditions(block) };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}
