import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { combineItemsBy } from '../../../nodes/AccountingService/document/formFields';
import { namesInCreate } from '../../../nodes/AccountingService/document/lineForm';
import { membersOf } from '../../../dev/scripts/formParameters';
import { described, type FormField } from '../../../nodes/shared/fields/formField';
import type { Listed } from './samples';
import type { Parameters } from './parameters';

/** Required once added, because the document would differ without them. */
const isRefused = (field: FormField) =>
	field[described]?.decides ||
	[combineItemsBy.name, namesInCreate.field, namesInCreate.json].includes(field.name);

/** The collections that are optional, with the members that the operation has. */
export const optionalCollections = ({ resource, operation }: Listed): INodeProperties[] =>
	operation.fields
		.filter(({ type, required }) => type === 'collection' && !required)
		.map((field) => {
			const own = { resource: resource.option.value, operation: operation.option.value };
			return { ...field, options: membersOf(own, field) };
		});

/** Every member of a collection, each with the expression. */
export function membersWith(expression: string, { options = [] }: INodeProperties): Parameters {
	const members = (options as FormField[]).filter((field) => !isRefused(field));
	return Object.fromEntries(members.map((member) => [member.name, valueOf(expression, member)]));
}

function valueOf(expression: string, field: INodeProperties): object | string {
	if (field.type === 'collection') return membersWith(expression, field);
	if (field.type !== 'fixedCollection') return expression;
	const [group] = (field.options ?? []) as INodePropertyCollection[];
	const isRequired = group.values.some(({ required }) => required);
	if (isRequired) return expression;
	const row = group.values.map(({ name }) => [name, name === 'name' ? 'costCenter' : expression]);
	return { [group.name]: [Object.fromEntries(row)] };
}
