import type { INodeProperties } from 'n8n-workflow';

import { choicesOf } from '../fields/check';
import { directions, documentTypes, documentTypeWords } from './choices';
import { otherFilters } from './otherFilters';
import { period } from './period';

/** The fields of a search. Saved workflows depend on their names. */

export const searchText: INodeProperties = {
	displayName: 'Search Text',
	name: 'searchText',
	type: 'string',
	default: '',
	placeholder: 'e.g. office chairs',
	description:
		'Text to find in descriptions, line items and the contact. Leave it empty to find all documents.',
};

export const sortDirection: INodeProperties = {
	displayName: 'Sort Direction',
	name: 'sortDirection',
	type: 'options',
	options: [
		{
			name: 'Newest First',
			value: 'DESC',
			description: 'Descending, the default order of the service',
		},
		{ name: 'Oldest First', value: 'ASC', description: 'Ascending' },
	],
	default: 'DESC',
	description: 'Which documents come first',
};

const dateExample = "Example: 2026-01-31 or {{ $now.startOf('month') }}";

function dateFilter(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		placeholder: 'e.g. 2026-01-31',
		description,
	};
}

function textFilter(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		textFilter('Currency', 'currency', 'e.g. CZK', 'The three-letter code of the currency'),
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			options: choicesOf(directions),
			default: 1,
			description: 'Issued to a customer, or received from a supplier',
		},
		textFilter(
			'Document Number',
			'documentNo',
			'e.g. FV2026-000123',
			'The complete number printed on the document',
		),
		dateFilter('Due From', 'dueDateFrom', `Documents due on this day or later. ${dateExample}.`),
		dateFilter('Due To', 'dueDateTo', `Documents due on this day or earlier. ${dateExample}.`),
		dateFilter(
			'Issued From',
			'issueDateFrom',
			`Documents issued on this day or later. ${dateExample}.`,
		),
		dateFilter(
			'Issued To',
			'issueDateTo',
			`Documents issued on this day or earlier. ${dateExample}.`,
		),
		otherFilters,
		{
			displayName: 'Paid',
			name: 'paid',
			type: 'boolean',
			default: false,
			description: 'Whether to return only paid documents; turn it off for only unpaid ones',
		},
		period,
		textFilter(
			'State',
			'state',
			'e.g. Waiting For Approval',
			'The state of the document in your workflow, as the service shows it',
		),
		textFilter(
			'Total',
			'value',
			'e.g. 1210.50',
			'Documents with exactly this total. Not together with Total From or Total To.',
		),
		textFilter('Total From', 'valueFrom', 'e.g. 1000', 'Documents with this total or more'),
		textFilter('Total To', 'valueTo', 'e.g. 5000', 'Documents with this total or less'),
		{
			displayName: 'Type',
			name: 'type',
			type: 'multiOptions',
			options: choicesOf(documentTypes, documentTypeWords),
			default: [],
			description: 'The types of document to return',
		},
	],
};
