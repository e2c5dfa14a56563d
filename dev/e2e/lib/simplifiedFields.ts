import { documentRecord } from '../../../nodes/shared/documents/documentRecord';
import { simplifiedKinds } from '../../../nodes/shared/fields/output';

/** The fields of a document in Simplified output, in this order. */
export const simplifiedFields = Object.keys(simplifiedKinds(documentRecord));
