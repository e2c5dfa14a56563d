import type { ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput, optionally } from '../../../shared/client/errors';
import { creditNote, documentTypes } from '../../../shared/documents/choices';
import { documentFields } from '../../../shared/documents/documentRecord';
import { choiceLabel } from '../../../shared/fields/describe';
import { type Difference, differences, listed } from '../../../shared/fields/differences';
import { compareIds, idOf } from '../../../shared/lists/ids';
import type { KnownDocuments } from '../../once/knownDocuments';
import { copiesOf, ofSameSupplier } from '../../once/unique';
import { readDocument } from '../../once/readDocument';
import { namesOfDocuments } from '../../sentence';
import type { Copy } from './copy';

/** A document has few credit notes. */
const maxCopiesRead = 50;

/** The credit notes of the original, the oldest first. */
export async function creditNotesOf(copy: Copy, known: KnownDocuments): Promise<ServiceRecord[]> {
	const { body, originalId, isPartial } = copy;
	if (body.type !== creditNote || originalId === undefined) return [];
	const notes = known.withKey(copiesOf(originalId), body);
	const complete = isPartial ? await withLines(copy, known, notes) : notes;
	return complete.sort((one, other) => compareIds(idOf(one), idOf(other)));
}

/** A list may leave out the line items. */
async function withLines(
	{ call }: Copy,
	known: KnownDocuments,
	records: ServiceRecord[],
): Promise<ServiceRecord[]> {
	let read = 0;
	const complete: ServiceRecord[] = [];
	for (const record of records) {
		if (record.lineItems !== undefined || read++ >= maxCopiesRead) {
			complete.push(record);
			continue;
		}
		const found = await optionally(async () => await readDocument(call, idOf(record)));
		if (!found.failure) known.add(found.value);
		complete.push(found.failure ? record : found.value);
	}
	return complete;
}

/**
 * The copy as it was when an existing one was made: a part that completes a line depends on the credit notes before it.
 * @returns undefined if none exists
 * @throws ServiceError (badInput) if those of the same original have other lines, such as another part of it; as
 * {@link ofSameSupplier}
 */
export async function existingCopy(
	copy: Copy,
	known: KnownDocuments,
	notes: ServiceRecord[],
): Promise<Copy | undefined> {
	const { unique, body } = copy;
	if (!unique) return undefined;
	const found = ofSameSupplier(known.withKey(unique, body), unique, body);
	if (found.length === 0) return undefined;
	const complete = await withLines(copy, known, found);
	const asBefore = complete.map((one) => {
		const at = notes.findIndex((note) => idOf(note) === idOf(one));
		const copied = copy.after(at < 0 ? notes : notes.slice(0, at));
		return { copied, different: otherLines(copied.body.lineItems, one) };
	});
	const same = asBefore.find(({ different }) => different.length === 0);
	const isOriginal = unique.field === 'relatedAccountingDocumentId';
	if (!same && isOriginal && unique.ifExists === 'return') {
		return refuseOtherLines(copy, found, asBefore[0].different);
	}
	return { ...copy, ...(same ?? asBefore[0]).copied };
}

const otherLines = (lineItems: unknown, record: ServiceRecord): Difference[] =>
	record.lineItems === undefined ? [] : differences(documentFields, { lineItems }, record);

function refuseOtherLines(
	{ body, original }: Copy,
	found: ServiceRecord[],
	different: Difference[],
): never {
	const type = String(choiceLabel(documentTypes, body.type));
	return refuseInput(
		'uniqueBy',
		`Document ${namesOfDocuments([original])} already has the ${type} ${namesOfDocuments(found)} with other lines (${listed(different, 'new', 'existing')})`,
		'To create another one, choose a field in Options > Unique By whose value only the new document has, e.g. External Number.',
	);
}
