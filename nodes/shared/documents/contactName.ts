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
