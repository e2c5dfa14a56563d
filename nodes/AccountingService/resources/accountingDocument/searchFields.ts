import type { INodeProperties } from 'n8n-workflow';

import { choicesOf } from '../../../shared/fields/serviceForm';
import { directions, documentTypes } from './choices';

/** The fields of a search. Names are a contract with users' workflows. */

export const searchText: INodeProperties = {
	displayName: 'Search Text',
	name: 'searchText',
	type: 'string',
	default: '',
	placeholder: 'e.g. office chairs',
	description:
		'Text to look for in descriptions, line items and the contact. Leave empty to find all documents.',
};

export const sortDirection: INodeProperties = {
	displayName: 'Sort Direction',
	name: 'sortDirection',
	type: 'options',
	options: [
		{
			name: 'Newest First',
			value: 'DESC',
			description: 'Descending, as the service sorts by itself',
		},
		{ name: 'Oldest First', value: 'ASC', description: 'Ascending' },
	],
	default: 'DESC',
	description: 'Which documents come first',
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			options: choicesOf(directions),
			default: 1,
			description:
				'Received from a supplier or issued to a customer. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Issued From',
			name: 'issueDateFrom',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2026-01-01',
			description:
				'The earliest issue date, included. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Issued To',
			name: 'issueDateTo',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2026-01-31',
			description:
				'The latest issue date, included. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Other Filters',
			name: 'otherFilters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add filter',
			default: {},
			description: 'Further filters that your service knows, sent exactly as you enter them',
			options: [
				{
					displayName: 'Filter',
					name: 'filter',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. currency',
							description: 'The name of the filter as the service expects it',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. EUR',
							description: 'What to filter by',
						},
					],
				},
			],
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'multiOptions',
			options: choicesOf(documentTypes),
			default: [],
			description:
				'The kinds of document to return. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1210',
			description:
				'Only documents with exactly this value. Cannot be combined with Value From or Value To.',
		},
		{
			displayName: 'Value From',
			name: 'valueFrom',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1000',
			description: 'Only documents with this value or a higher one',
		},
		{
			displayName: 'Value To',
			name: 'valueTo',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5000',
			description: 'Only documents with this value or a lower one',
		},
	],
};
