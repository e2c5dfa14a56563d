import type { INodeProperties } from 'n8n-workflow';

import { choicesOf } from '../fields/check';
import { directions, documentTypes, documentTypeWords } from './choices';
import { otherFilters } from './otherFilters';
import { paymentStatus } from './paymentStatus';
import { period } from './period';
import { locatorOf } from '../fields/recordForm';
import { choiceField, collectionField, textField } from '../fields/properties';

/** The fields of a search. Saved workflows depend on their names. */

export const searchText = textField(
	'Search Text',
	'searchText',
	'Text to find in descriptions, line items and the contact. Leave it empty to find all documents.',
	{ placeholder: 'e.g. office chairs' },
);

export const sortDirection = choiceField(
	'Sort Direction',
	'sortDirection',
	'Which documents come first',
	'DESC',
	{
		DESC: ['Newest First', 'Descending, the default order of the service'],
		ASC: ['Oldest First', 'Ascending'],
	},
);

const dateExample = "Example: 2026-01-31 or {{ $now.startOf('month') }}";

function dateFilter(displayName: string, name: string, description: string): INodeProperties {
	return textField(displayName, name, description, {
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		placeholder: 'e.g. 2026-01-31',
	});
}

const contactFilter = {
	label: 'Contact',
	placeholder: 'e.g. 5001',
	description: 'Documents of this customer or supplier',
};

export const filters = collectionField('Filters', 'filters', 'filter', [
	locatorOf('contactId', contactFilter, 'searchContacts'),
	textField('Currency', 'currency', 'The three-letter code of the currency', {
		placeholder: 'e.g. CZK',
	}),
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		options: choicesOf(directions),
		default: 1,
		description: 'Issued to a customer, or received from a supplier',
	},
	textField('Document Number', 'documentNo', 'The complete number printed on the document', {
		placeholder: 'e.g. FV2026-000123',
	}),
	textField(
		'External Number',
		'externalNo',
		'The complete number of the document in your other system',
		{ placeholder: 'e.g. F-2026-17' },
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
	textField('Order Number', 'orderNo', 'The complete order number', {
		placeholder: 'e.g. PO-1042',
	}),
	otherFilters,
	paymentStatus,
	period,
	textField('State', 'state', 'The state of the document in the service, such as Draft', {
		placeholder: 'e.g. Waiting For Approval',
	}),
	dateFilter(
		'Tax Date From',
		'taxDateFrom',
		`Documents with this tax date or a later one. ${dateExample}.`,
	),
	dateFilter(
		'Tax Date To',
		'taxDateTo',
		`Documents with this tax date or an earlier one. ${dateExample}.`,
	),
	textField(
		'Total',
		'value',
		'Documents with exactly this total. Not together with Total From or Total To.',
		{ placeholder: 'e.g. 1210.50' },
	),
	textField('Total From', 'valueFrom', 'Documents with this total or more', {
		placeholder: 'e.g. 1000',
	}),
	textField('Total To', 'valueTo', 'Documents with this total or less', {
		placeholder: 'e.g. 5000',
	}),
	{
		displayName: 'Type',
		name: 'type',
		type: 'multiOptions',
		options: choicesOf(documentTypes, documentTypeWords),
		default: [],
		description: 'The types of document to return',
	},
	textField(
		'Variable Symbol',
		'variableSymbol',
		'The complete payment reference, with or without leading zeros',
		{ placeholder: 'e.g. 20260017' },
	),
]);
