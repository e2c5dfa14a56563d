import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { documentFields } from '../../shared/documents/documentRecord';
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

/** The existing documents that differ least from a request body. */
interface Nearest {
	documents: ServiceRecord[];
	/** Of the first one. */
	different: Difference[];
}

/** @param found from a list, which may leave out line items: what it does not show is no difference */
export function nearestTo(body: IDataObject, found: ServiceRecord[]): Nearest {
	const compared = found.map((record) => {
		const shown = Object.entries(body).filter(
			([name]) => documentFields[name]?.kind !== 'rows' || record[name] !== undefined,
		);
		return { record, different: differencesOf(Object.fromEntries(shown), record) };
	});
	compared.sort((one, other) => one.different.length - other.different.length);
	const [{ different }] = compared;
	const nearest = compared.filter((one) => one.different.length === different.length);
	return { documents: nearest.map(({ record }) => record), different };
}
