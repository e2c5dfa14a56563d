/** The name of the other side: the company, or the first and last name of a person. */
export function contactName(contact: unknown): string | null {
	if (typeof contact !== 'object' || contact === null) return null;
	const { companyName, firstname, lastname } = contact as Record<string, unknown>;
	const person = [firstname, lastname].filter(isText).join(' ');
	return isText(companyName) ? companyName : person === '' ? null : person;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
