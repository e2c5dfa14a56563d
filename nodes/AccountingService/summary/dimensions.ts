import type { ServiceRecord } from '../../shared/client/envelope';
import { contactName } from '../../shared/documents/contactFields';
import { creditNote, documentTypes } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/documentRecord';
import { vatRecapFields } from '../../shared/documents/lineFields';
import { isPaid, paymentOf } from '../../shared/documents/paymentStatus';
import { dayOf } from '../../shared/fields/dates';
import { labelledAt, valueAt } from '../../shared/fields/describe';
import { isEmpty } from '../../shared/fields/values';

/** A field of the output by which documents are grouped. */
export interface Dimension {
	name: string;
	/** Heading of its column. */
	label: string;
	/** Left out of the page. */
	isId?: true;
	/** Its values keep their order. Otherwise the value with the largest amount is first. */
	isOrdered?: true;
	read(record: ServiceRecord): unknown;
	/** What makes two documents the same group, if it is not the value itself. */
	key?(record: ServiceRecord): unknown;
}

const dimension = (name: string, label: string, read: Dimension['read']): Dimension => ({
	name,
	label,
	read,
});

const ordered = (one: Dimension): Dimension => ({ ...one, isOrdered: true });

const ofField = (name: string): Dimension =>
	dimension(name, documentFields[name].label, (record) => labelledAt(record, documentFields, name));

const periods: Record<string, (day: string) => string> = {
	Month: (day) => day.slice(0, 7),
	Quarter: (day) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
	Year: (day) => day.slice(0, 4),
};

/** E.g. issueMonth, of issueDate. */
const dates = ['issue', 'due', 'tax'].flatMap((date) =>
	Object.entries(periods).map(([period, of]) => {
		const label = `${date.charAt(0).toUpperCase()}${date.slice(1)} ${period}`;
		const read: Dimension['read'] = ({ [`${date}Date`]: value }) => {
			const day = dayOf(value);
			return day === '' ? null : of(day);
		};
		return ordered(dimension(`${date}${period}`, label, read));
	}),
);

const contactId: Dimension = {
	...dimension('contactId', 'Contact ID', (record) => valueAt(record, 'contact.contactId')),
	isId: true,
};

/** An empty text, and an object in place of a text or number, count as missing. */
export const cellOf = (value: unknown): unknown =>
	typeof value === 'object' || isEmpty(value) ? null : value;

/** What tells contacts without an ID apart. */
const contactIdentifiers = ['companyRegNo', 'taxId', 'externalId', 'email'];

const contactDimension: Dimension = {
	...dimension('contactName', 'Contact', (record) => contactName(record.contact)),
	// One contact may have had several names, and two contacts may have the same name.
	key: (record) =>
		cellOf(contactId.read(record)) ?? [
			contactName(record.contact),
			...contactIdentifiers.map((name) => cellOf(valueAt(record, `contact.${name}`))),
		],
};

/** What Group By offers, by value. */
export const dimensionChoices: Readonly<Record<string, Dimension[]>> = {
	contact: [contactDimension, contactId],
	paid: [dimension('paid', 'Paid', (record) => isPaid(paymentOf(record)))],
	state: [ofField('state')],
	...Object.fromEntries(dates.map((date) => [date.name, [date]])),
};

/** Amounts are not added up across these. Only the type can be left out. */
export const sectionsOf = (splitByType: boolean): Dimension[] =>
	['direction', ...(splitByType ? ['type'] : []), 'currency'].map(ofField);

/** The types that a reader looks for first. */
const firstTypes: string[] = [documentTypes[0], documentTypes[creditNote], documentTypes[1]];

/** The place of a section on the page: invoices, credit notes, advances, the rest. */
export function rankOf(type: unknown): number {
	const rank = firstTypes.indexOf(String(type));
	return rank < 0 ? firstTypes.length : rank;
}

/** Of a row of the VAT recap (docs/api/resources.md#vat-recap). */
export const vatRateDimensions: Dimension[] = ['vatRate', 'vatRateType'].map((name) =>
	ordered(
		dimension(name, vatRecapFields[name].label, ({ recap }) =>
			labelledAt(recap, vatRecapFields, name),
		),
	),
);
