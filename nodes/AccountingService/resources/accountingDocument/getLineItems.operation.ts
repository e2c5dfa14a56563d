import { list } from '../../kinds/list';
import { type RecordDescription, named } from '../../../shared/fields/describe';
import { lineItemFields } from '../../../shared/documents/lineFields';
import { accountingDocumentId } from './documentId';

const lineItem: RecordDescription = {
	one: 'line item',
	many: 'line items',
	fields: lineItemFields,
	simplified: named(
		'id description qt unitName unitPriceVatExcl totalVatExcl vatRate vatValue total finAccount',
	),
};

export const getLineItems = list({
	name: 'Get Line Items',
	value: 'getLineItems',
	action: 'Get line items of invoice or other document',
	description: 'List the line items of one accounting document',
	activity: 'listing the line items of accounting document {accountingDocumentId}',
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/lineitems',
	basis: 'one-document [D, address]',
	path: { accountingDocumentId },
	record: lineItem,
	listName: 'lineItems',
	paged: false,
});
