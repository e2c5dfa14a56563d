import type { INodeProperties } from 'n8n-workflow';

/** Parts of forms that several operations have. */

/** A field that is there only while another one has one of these values. */
export const shownFor = (
	field: INodeProperties,
	name: string,
	...values: string[]
): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, [name]: values },
	},
});

/** Names and values that the user knows from the documentation of the service; read by `pairsIn`. */
export const pairsField = (
	displayName: string,
	name: string,
	row: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${row.toLowerCase()}`,
	default: {},
	description,
	options: [
		{
			displayName: row,
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. costCenter',
					description: 'The name as the service expects it',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 120',
					description: 'What to send',
				},
			],
		},
	],
});
