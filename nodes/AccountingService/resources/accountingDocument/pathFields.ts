import { refuseInput } from '../../../shared/client/errors';
import { idLocator, type PathField } from '../../kinds/declared';

const locator = idLocator(
	'accountingDocumentId',
	'Document',
	'The accounting document, picked from the list or by its ID',
	'e.g. 10004567',
	'searchDocumentIds',
);

export const accountingDocumentId: PathField = {
	...locator,
	read(form) {
		const entered = form.get('accountingDocumentId');
		// A word without digits, such as "Infinity", is more likely a mistake in an expression.
		if (typeof entered === 'string' && /^(?=.*[A-Za-z])(?=.*\d)[\w-]{6,}$/.test(entered.trim())) {
			refuseInput(
				'accountingDocumentId',
				'Document ID must be a positive whole number, but looks like a document number or permalink token',
				'To use a document number, choose From List and search for it. To use a permalink token, choose the operation Get by Permalink Token.',
			);
		}
		return locator.read(form);
	},
};
