import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { documentFields } from '../../shared/documents/record';
import { type Difference, differences } from '../../shared/fields/differences';

/**
 * The differences between a request body and the document. The service may fill in fields that were not sent.
 * @param entered see {@link differences}
 */
export function differencesOf(
	sent: IDataObject,
	record: ServiceRecord,
	entered = sent,
): Difference[] {
	const { explicitNo, ...rest } = sent;
	// The service returns the Explicit Number as accountingDocumentNo (docs/api/resources.md#accounting-document).
	const number = explicitNo === undefined ? {} : { accountingDocumentNo: explicitNo };
	return differences(documentFields, { ...rest, ...number }, record, entered);
}
