import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../shared/client/envelope';
import { fieldAt, shownAt } from '../../kinds/recordDescription';
import type { Before } from '../../kinds/shape';
import { documentFields } from './fields';

const paths = {
	id: 'id',
	accountingDocumentNo: 'accountingDocumentNo',
	type: 'type',
	direction: 'direction',
	companyName: 'contact.companyName',
	issueDate: 'issueDate',
	dueDate: 'dueDate',
	currency: 'currency',
	total: 'total',
};

/**
 * The simplified document of version 1 of the node, which workflows read by these names. The tenth field is
 * the connectable amount when it was asked for, else the permalink token.
 */
function simplifiedBefore(record: ServiceRecord): IDataObject {
	const last = 'connectableAmount' in record ? 'connectableAmount' : 'permalinkToken';
	return Object.fromEntries(
		Object.entries({ ...paths, [last]: last }).map(([name, path]) => [
			name,
			shownAt(record, documentFields, path) ?? null,
		]),
	) as IDataObject;
}

export const before: Before = {
	shape: simplifiedBefore,
	fields: Object.fromEntries(
		Object.entries({ ...paths, permalinkToken: 'permalinkToken' }).map(([name, path]) => [
			name,
			fieldAt(documentFields, path)?.kind ?? 'text',
		]),
	),
};
