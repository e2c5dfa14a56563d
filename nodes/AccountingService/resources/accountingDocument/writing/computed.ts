import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';

/** What the service computes where it is not given (facts 6.1; specification 2.1). */
const ofDocument = ['accountingDocumentNo', 'total', 'totalVatExcl', 'vatRecap', 'exchRate'];

/** The fields of a record that the service has filled, by name: "total, totalVatExcl, vatRecap". */
export function computedByService(sent: IDataObject, came: ServiceRecord): string {
	const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';
	return ofDocument.filter((name) => !isSet(sent[name]) && isSet(came[name])).join(', ');
}
