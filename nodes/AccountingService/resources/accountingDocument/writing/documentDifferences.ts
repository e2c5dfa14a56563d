import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';
import { differences, type Difference } from '../../../../shared/fields/differences';
import { documentFields } from '../../../../shared/documents/fields';

/** What the service made of a document otherwise than it was told (contract of writes, 6). */
export function differencesOf(sent: IDataObject, came: ServiceRecord): Difference[] {
	const { explicitNo, ...rest } = sent;
	// The number given comes back as the document's own (specification 2.1).
	const number = explicitNo === undefined ? {} : { accountingDocumentNo: explicitNo };
	return differences(documentFields, { ...rest, ...number }, came);
}
