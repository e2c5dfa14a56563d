import {
	getOnly,
	id,
	type ServiceField,
	type ServiceFields,
	text,
} from '../../../shared/fields/describe';
import { idLocator } from '../../kinds/declared';

/** A link is replaced by the ID of its document (linkedDocument.ts). */
export const accountingDocumentId = idLocator(
	'accountingDocumentId',
	'Document',
	'The accounting document: picked from the list, by its ID or by a link to it',
	'e.g. 10004567',
	'searchDocumentIds',
	{ hint: 'Such as 10004567, not the number on the document', byLink: true },
);

/** A document in a list of another record. @param description of its ID @param more e.g. where to pick it */
export const documentLink = (
	description: string,
	more: Partial<Pick<ServiceField, 'label' | 'pickedFrom'>> = {},
): ServiceFields => ({
	accountingDocumentId: id('Document ID', description, {
		required: true,
		placeholder: 'e.g. 10004567',
		notAnId: 'This looks like a document number. Use its ID, or pick it.',
		...more,
	}),
	accountingDocumentNo: text('Document Number', 'The number of the document', getOnly),
});
