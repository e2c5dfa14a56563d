import { id, type ServiceFields, text } from '../fields/describe';

/** Fields that a contact has in a document and on its own. */
export const sharedContactFields: ServiceFields = {
	companyName: text('Company', 'The name of the company', {
		placeholder: 'e.g. Example Ltd',
		onForm: true,
		isIdentifier: true,
	}),
	companyRegNo: text('Company Number', 'The company registration number', {
		placeholder: 'e.g. 12345678',
		onForm: true,
	}),
	taxId: text('Tax ID', 'The VAT number. If you enter it, the contact counts as a VAT payer.', {
		placeholder: 'e.g. CZ12345678',
	}),
	firstname: text('First Name', 'The first name of the person', { placeholder: 'e.g. Jana' }),
	lastname: text('Last Name', 'The last name of the person', { placeholder: 'e.g. Novak' }),
	street: text('Street', 'Street and house number', { placeholder: 'e.g. Long Lane 12' }),
	city: text('City', 'The city or town', { placeholder: 'e.g. Brno' }),
	zipCode: text('Postal Code', 'The postal code of the address', { placeholder: 'e.g. 602 00' }),
	country: text('Country', 'The country of the contact', { placeholder: 'e.g. CZ' }),
	email: text('Email', 'The email address for documents', { placeholder: 'e.g. name@example.com' }),
	externalId: text('External ID', 'Your own ID of a contact without a company number', {
		placeholder: 'e.g. C-17',
	}),
};

/** docs/api/resources.md#contact-of-a-document, in the order in which columns offer them. */
export const contactFields: ServiceFields = {
	contactId: id(
		'Existing Contact',
		'A contact in the service. It fills in the fields that you leave empty.',
		{
			heading: 'Contact ID',
			ownName: 'Contact ID',
			placeholder: 'e.g. 5012',
			onForm: true,
			pickedFrom: 'searchContacts',
			fillsOthers: true,
		},
	),
	...sharedContactFields,
};

/** The company name, else the first and last name of the person. */
export function contactName(contact: unknown): string | null {
	if (typeof contact !== 'object' || contact === null) return null;
	const { companyName, firstname, lastname } = contact as Record<string, unknown>;
	const person = [firstname, lastname].filter(isText).join(' ');
	return isText(companyName) ? companyName : person === '' ? null : person;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
