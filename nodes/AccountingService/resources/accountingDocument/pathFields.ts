import { refuseInput } from '../../../shared/client/errors';
import { idLocator, type PathField } from '../../kinds/declared';

const locator = idLocator(
	'accountingDocumentId',
	'Document',
	'The accounting document, picked from the list or by its ID',
	'e.g. 10004567',
	'searchDocumentIds',
);

/** The document that a request is about. */
export const accountingDocumentId: PathField = {
	...locator,
	read(form) {
		const entered = form.get('accountingDocumentId');
		// A word of letters alone, such as "Infinity", is rather a mistake of an expression.
		if (typeof entered === 'string' && /^(?=.*[A-Za-z])(?=.*\d)[\w-]{6,}$/.test(entered.trim())) {
			refuseInput(
				'accountingDocumentId',
				'Document ID must be a positive whole number, but looks like a permalink token',
				'Pass the field id of the document. With a permalink token use the operation Get by Permalink Token.',
			);
		}
		return locator.read(form);
	},
};
