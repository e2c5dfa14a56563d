import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import nodeForm from '../../nodes/AccountingService/form.json';
import triggerForm from '../../nodes/AccountingServiceTrigger/form.json';

/** n8n ignores a parameter that the form does not have without a word, so a script that sets it would do nothing. */

type Values = Record<string, unknown>;

/** Parameters that n8n adds to triggers and to tools of agents. */
const ofN8n = ['pollTimes', '@tool', 'descriptionType', 'toolDescription'];

const properties = {
	node: nodeForm.properties as INodeProperties[],
	trigger: triggerForm.properties as INodeProperties[],
};

export type FormName = keyof typeof properties;

/** Whether a field belongs to the resource and operation of the values; to any if they are not known. */
const isOf = (values: Values) => (field: INodeProperties) =>
	['resource', 'operation'].every((name) => {
		const { [name]: own, [`/${name}`]: shown = own } = field.displayOptions?.show ?? {};
		const value = String(values[name] ?? '=');
		return shown === undefined || value.startsWith('=') || shown.includes(value);
	});

/** The fields of the operation that the parameters name, whether they are shown or not. */
export const fieldsOf = (parameters: Values, form: FormName = 'node'): INodeProperties[] =>
	properties[form].filter(isOf(parameters));

/** The members of the collection that the operation has. */
export const membersOf = (parameters: Values, { type, options = [] }: INodeProperties) =>
	type === 'collection' ? (options as INodeProperties[]).filter(isOf(parameters)) : [];

/** Paths of parameters that no field of the operation has, at any depth. */
export function unknownParameters(parameters: Values, form: FormName = 'node'): string[] {
	const isObject = (value: unknown): value is Values =>
		typeof value === 'object' && value !== null && !Array.isArray(value);
	const unknownIn = (values: Values, fields: INodeProperties[], path: string): string[] =>
		Object.entries(values).flatMap(([name, value]) => {
			const own = fields.filter((field) => field.name === name);
			if (own.length === 0) return [path + name];
			const members = own.flatMap((field) => membersOf(parameters, field));
			const groups = own
				.filter(({ type }) => type === 'fixedCollection')
				.flatMap(({ options = [] }) => options as INodePropertyCollection[]);
			if (!isObject(value)) return [];
			if (members.length > 0) return unknownIn(value, members, `${path}${name}.`);
			if (groups.length === 0) return [];
			return Object.entries(value).flatMap(([group, rows]) => {
				const found = groups.filter((one) => one.name === group);
				if (found.length === 0) return [`${path}${name}.${group}`];
				const columns = found.flatMap((one) => one.values);
				return [rows]
					.flat()
					.filter(isObject)
					.flatMap((row) => unknownIn(row, columns, `${path}${name}.${group}.`));
			});
		});
	const found = unknownIn(parameters, fieldsOf(parameters, form), '');
	return found.filter((name) => !ofN8n.includes(name));
}
