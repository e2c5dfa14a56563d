import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { acceptedFields, amount, type ServiceFields } from '../../../../shared/fields/describe';
import { propertyOf } from '../../../../shared/fields/recordForm';
import { checkRecord, checkRows } from '../../../../shared/fields/check';
import type { OperationCall } from '../../../operation';
import { lineItemFields } from '../../../../shared/documents/lineFields';

/**
 * The lines of a document in a form: defined below, from a field of the input, or as JSON. All three ways end in
 * {@link readLines}, which checks them by the same rules.
 */

/** Amounts whose meaning follows the switch Amounts Include VAT, beside the service's own, which say it by name. */
const switchedFields: ServiceFields = {
	price: amount('Unit Price', 'The price of one unit, with or without VAT as you say above', {
		placeholder: 'e.g. 100.00',
	}),
	amount: amount('Line Total', 'The amount of the line, with or without VAT as you say above', {
		placeholder: 'e.g. 200.00',
	}),
};

export const givenLineFields: ServiceFields = { ...switchedFields, ...lineItemFields };

/** What stands in each line of the form; the rest is added where it is needed. */
const always = ['description', 'qt', 'unitName', 'price'];

const vatRate: INodeProperties = {
	displayName: 'VAT Rate',
	name: 'vatRateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'One of the rates that the service lists for the country, date, type and direction',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a rate...',
			typeOptions: { searchListMethod: 'searchVatRates', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1201' },
	],
};

const furtherFields: INodeProperties = {
	displayName: 'Further Fields',
	name: 'furtherFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: acceptedFields(givenLineFields)
		.filter(([name]) => !always.includes(name) && name !== vatRate.name)
		.map(([name, field]) => propertyOf(name, field))
		.sort((a, b) => a.displayName.localeCompare(b.displayName)),
};

const ways = {
	define: {
		name: 'Define Below',
		description: 'Enter the lines here. With expressions they are made from the input.',
	},
	inputField: {
		name: 'Input Field',
		description: 'Take the list of lines from a field of the input item',
	},
	json: { name: 'JSON', description: 'Write the list of lines as JSON' },
};

type Way = keyof typeof ways;

const wayNames = Object.keys(ways) as Way[];

/** @param atFirst what a new node starts with: a way to give lines, or to keep those that there are */
export function lineForm(atFirst: Way | 'keep'): INodeProperties[] {
	const keep = {
		name: 'Keep as They Are',
		value: 'keep',
		description: 'Leave the lines of the document alone',
	};
	return [
		{
			displayName: 'Lines From',
			name: 'lineItemsFrom',
			type: 'options',
			options: [
				...wayNames.map((value) => ({ ...ways[value], value })),
				...(atFirst === 'keep' ? [keep] : []),
			],
			default: atFirst,
			description: 'Where the lines of the document come from',
		},
		{
			displayName: 'Amounts Include VAT',
			name: 'amountsIncludeVat',
			type: 'boolean',
			default: false,
			description:
				'Whether Unit Price and Line Total are with VAT. The VAT summary then starts from the same side.',
			displayOptions: { hide: { lineItemsFrom: ['keep'] } },
		},
		{
			displayName: 'Lines',
			name: 'lineItems',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				sortable: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.description || "Line" }}' },
			},
			placeholder: 'Add line',
			default: {},
			description: 'The lines of the document. Give each a quantity and a price, or a total.',
			options: [
				{
					displayName: 'Line',
					name: 'row',
					values: [
						...always.map((name) => propertyOf(name, givenLineFields[name])),
						vatRate,
						furtherFields,
					],
				},
			],
			displayOptions: { show: { lineItemsFrom: ['define'] } },
		},
		{
			displayName: 'Field with Lines',
			name: 'lineItemsField',
			type: 'string',
			default: '',
			placeholder: 'e.g. lineItems',
			description:
				'The name of the field of the input item that holds the list of lines, or an expression that gives the list',
			displayOptions: { show: { lineItemsFrom: ['inputField'] } },
		},
		{
			displayName: 'Lines as JSON',
			name: 'lineItemsJson',
			type: 'json',
			default: '[]',
			placeholder: 'e.g. [{ "description": "Chairs", "qt": 2, "price": 100 }]',
			description:
				'A list of lines with the names of the fields of the service, or price and amount',
			displayOptions: { show: { lineItemsFrom: ['json'] } },
		},
	];
}

/**
 * The lines that a form gives, checked field by field, with numbers that keep their digits.
 * @returns undefined where the lines are to stay as they are
 * @throws ServiceError (badInput) that names the line and the field
 */
export function readLines({ form, host, itemIndex }: OperationCall): IDataObject[] | undefined {
	const way = form.get('lineItemsFrom');
	if (way === undefined || way === 'keep') return undefined;
	const place = { path: 'lineItems', label: 'Lines', timeZone: form.timeZone };
	if (way === 'define') {
		return definedRows(form.get('lineItems')).map((row, index) => {
			const own = { ...place, path: `lineItems[${index}]`, label: `Line ${index + 1}` };
			return checkRecord(givenLineFields, unfolded(row), own);
		});
	}
	if (way === 'inputField') {
		const input = host.getInputData()[itemIndex]?.json ?? {};
		return rowsOf(listIn(form.get('lineItemsField'), input), place);
	}
	if (way === 'json') return rowsOf(form.get('lineItemsJson'), place);
	return refuseInput(
		'lineItemsFrom',
		`There is no way "${String(way).slice(0, 20)}" to give lines`,
		`Use ${wayNames.join(', ')}.`,
	);
}

function rowsOf(given: unknown, place: { path: string; label: string; timeZone?: string }) {
	return checkRows(givenLineFields, 'Line', given, place);
}

function definedRows(value: unknown): IDataObject[] {
	const rows = (value as { row?: unknown } | undefined)?.row ?? [];
	return Array.isArray(rows) ? (rows as IDataObject[]) : [rows as IDataObject];
}

/** A row of the form as an object of the service's names. */
function unfolded({ furtherFields: further, vatRateId, ...row }: IDataObject): IDataObject {
	const isLocator = typeof vatRateId === 'object' && vatRateId !== null && '__rl' in vatRateId;
	const rateId = isLocator ? vatRateId.value : vatRateId;
	return { ...row, vatRateId: rateId, ...(further as IDataObject | undefined) };
}

/** What an expression gave, or the value of the named field of the item; dots lead into objects. */
function listIn(field: unknown, input: IDataObject): unknown {
	if (typeof field === 'object' && field !== null) return field;
	const name = typeof field === 'string' ? field.trim() : '';
	if (/^[[{]/.test(name)) return name;
	if (name === '') {
		refuseInput(
			'lineItemsField',
			'Field with Lines is empty',
			'Enter the name of the field of the input item that holds the lines, or an expression.',
		);
	}
	const found =
		input[name] ??
		name.split('.').reduce<unknown>((value, step) => (value as IDataObject | null)?.[step], input);
	if (found !== undefined && found !== null) return found;
	return refuseInput(
		'lineItemsField',
		`The input item has no field ${name.slice(0, 60)}`,
		'Check the name of the field that holds the lines.',
	);
}
