import type { INodeProperties } from 'n8n-workflow';

import { choicesOf } from '../fields/check';
import { directions, documentTypes, documentTypeWords } from './choices';
import { otherFilters } from './otherFilters';

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

/** Said of every filter that the service may not know by a name. */
const appliedHere =
	'Applied by the node after it has read the documents, unless the credential names the filter of the service';

const readHere = 'Applied by the node after it has read the documents';

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
		textFilter('Currency', 'currency', 'e.g. CZK', `The currency of the documents. ${readHere}.`),
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			options: choicesOf(directions),
			default: 1,
			description: `Received from a supplier or issued to a customer. ${appliedHere}.`,
		},
		textFilter(
			'Document Number',
			'documentNo',
			'e.g. FV2026-000123',
			`The number printed on the document, in full. ${readHere}.`,
		),
		dateFilter('Due From', 'dueDateFrom', `The earliest due date, included. ${readHere}.`),
		dateFilter('Due To', 'dueDateTo', `The latest due date, included. ${readHere}.`),
		dateFilter(
			'Issued From',
			'issueDateFrom',
			`The earliest issue date, included. ${appliedHere}.`,
		),
		dateFilter('Issued To', 'issueDateTo', `The latest issue date, included. ${appliedHere}.`),
		otherFilters,
		{
			displayName: 'Paid',
			name: 'paid',
			type: 'boolean',
			default: false,
			description: `Whether to return paid documents only, or unpaid ones only when off. ${readHere}.`,
		},
		textFilter(
			'State',
			'state',
			'e.g. Waiting For Approval',
			`The step of your workflow in the service. ${readHere}.`,
		),
		textFilter(
			'Total',
			'value',
			'e.g. 1210.50',
			'Only documents with exactly this total. Cannot be combined with Total From or Total To.',
		),
		textFilter(
			'Total From',
			'valueFrom',
			'e.g. 1000',
			'Only documents with this total or a higher one',
		),
		textFilter('Total To', 'valueTo', 'e.g. 5000', 'Only documents with this total or a lower one'),
		{
			displayName: 'Type',
			name: 'type',
			type: 'multiOptions',
			options: choicesOf(documentTypes, documentTypeWords),
			default: [],
			description: `The kinds of document to return. ${appliedHere}.`,
		},
	],
};
