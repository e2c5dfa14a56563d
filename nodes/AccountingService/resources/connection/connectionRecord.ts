import {
	amount,
	choice,
	id,
	type RecordDescription,
	rows,
	type ServiceFields,
	text,
	named,
} from '../../../shared/fields/describe';
import { documentTypes } from '../../../shared/documents/choices';
import { vatRecapFields } from '../../../shared/documents/lineFields';

export const connectionsRequest = {
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/connections',
	basis: 'connections [D]',
} as const;

/** AccountingDocumentConnection (docs/api/resources.md#connection). */
export const connectionFields: ServiceFields = {
	connectedAccountingDocumentId: id(
		'Connected Document ID',
		'The ID of the connected document',
		// The path contains it already.
		{ getOnly: true },
	),
	connectedAccountingDocumentNo: text(
		'Connected Document',
		'The number of the connected document',
		{
			getOnly: true,
		},
	),
	connectedAccountingDocumentType: choice(
		'Connected Type',
		documentTypes,
		'The type of the connected document',
		{ getOnly: true },
	),
	amount: amount('Amount', 'The amount of the connection. Not together with VAT Amounts.', {
		placeholder: 'e.g. 1210.00',
		excludes: 'vatAmounts',
	}),
	vatAmounts: rows(
		'VAT Amounts',
		'VAT Rate',
		'The amounts by VAT rate. Not together with Amount.',
		vatRecapFields,
	),
};

export const connectionRecord: RecordDescription = {
	one: 'connection',
	many: 'connections',
	fields: connectionFields,
	simplified: named(
		'connectedAccountingDocumentId connectedAccountingDocumentNo connectedAccountingDocumentType amount',
	),
};
