import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { Decimal } from '../../shared/decimal';
import { documentFields } from '../../shared/documents/documentRecord';
import { vatRecapFields } from '../../shared/documents/lineFields';
import { amountDue, amountDueLabel, isPaid, paymentOf } from '../../shared/documents/paymentStatus';
import { dayNumber, dayOf } from '../../shared/fields/dates';
import { valueAt, type ServiceFields } from '../../shared/fields/describe';
import type { Form } from '../../shared/fields/readForm';
import { dimensionChoices, type Dimension, vatRateDimensions } from './dimensions';
import { maxReportGroups } from './formFields';
import type { Grouping } from './groups';

export interface Report extends Grouping {
	/** Which documents it counts: "88, paid or not" */
	counts: string;
	/** The chart shows the parts of the measure instead of the groups. */
	hasParts?: true;
	/** A document as lines that belong to one group each; none if the report leaves it out. */
	linesOf(record: ServiceRecord, remark: Remark): ServiceRecord[];
	/** An undefined amount is missing. */
	amountsOf(line: ServiceRecord): Record<string, Decimal | undefined>;
}

/** Counts documents that the reader should know of. The text continues "In 3 documents, ". */
type Remark = (text: string) => void;

const age = (name: string, label: string, days: number) =>
	({ name, label, isPart: true, days }) as const;

/** How many days overdue, at most. */
const ages = [
	age('notDue', 'Not Due', 0),
	age('days1To30', '1–30 Days', 30),
	age('days31To60', '31–60 Days', 60),
	age('days61To90', '61–90 Days', 90),
	age('over90Days', 'Over 90 Days', Infinity),
];

const noDueDate = age('noDueDate', 'No Due Date', NaN);

/** @param today YYYY-MM-DD */
export const unpaidByAge = (today: string): Report => ({
	dimensions: dimensionChoices.contact,
	counts: 'not paid',
	measures: [{ name: 'amountDue', label: amountDueLabel }, ...ages, noDueDate],
	main: 'amountDue',
	hasParts: true,
	linesOf(record, remark) {
		if (isPaid(paymentOf(record))) return [];
		if ((record.amountPaid ?? null) === null) remark('Amount Paid is missing and counts as 0');
		return [record];
	},
	amountsOf(line) {
		const due = amountDue(line);
		const late = dayNumber(today) - dayNumber(dayOf(line.dueDate));
		const { name } = ages.find(({ days }) => late <= days) ?? noDueDate;
		return { [name]: due, amountDue: due };
	},
});

/** Sums of fields, of the document or of a row of its VAT recap. */
const sumsOf = (
	fields: ServiceFields,
	names: string[],
	main: string,
	within = '',
): Omit<Report, 'dimensions'> => ({
	counts: 'paid or not',
	measures: names.map((name) => ({ name, label: fields[name].label })),
	main,
	linesOf: (record) => [record],
	amountsOf: (line) =>
		Object.fromEntries(names.map((name) => [name, Decimal.from(valueAt(line, within + name))])),
});

const totals = sumsOf(documentFields, ['totalVatExcl', 'totalVatAmount', 'total'], 'total');

const vatByMonth: Report = {
	...sumsOf(vatRecapFields, ['base', 'vatAmount', 'total'], 'vatAmount', 'recap.'),
	dimensions: [...dimensionChoices.taxMonth, ...vatRateDimensions],
	linesOf(record, remark) {
		const { vatRecap, totalVatExcl: base, totalVatAmount: vatAmount, total } = record;
		const rows: unknown[] = Array.isArray(vatRecap) ? vatRecap : [];
		if (rows.length > 0) return rows.map((recap) => ({ ...record, recap }));
		remark('the VAT recap is missing, so the totals are in a group without a VAT rate');
		return [{ ...record, recap: { base, vatAmount, total } }];
	},
};

/** @throws ServiceError (badInput) for an unknown field or too many */
function chosen(form: Form): Dimension[] {
	const names = [...new Set((form.get('groupBy') ?? []) as string[])];
	const unknown = names.find((name) => !Object.hasOwn(dimensionChoices, name));
	if (unknown === undefined && names.length <= maxReportGroups)
		return names.flatMap((name) => dimensionChoices[name]);
	return refuseInput(
		'groupBy',
		unknown === undefined
			? `Group By has ${names.length} fields`
			: `Group By has the unknown field "${unknown.slice(0, 40)}"`,
		`Choose at most ${maxReportGroups} fields of the list.`,
	);
}

/** The report of the form. @param today YYYY-MM-DD @throws ServiceError (badInput) for an invalid Group By */
export function reportOf(form: Form, today: string): Report {
	const report = form.get('report');
	if (report === 'totalsByMonth') return { ...totals, dimensions: dimensionChoices.issueMonth };
	if (report === 'custom') return { ...totals, dimensions: chosen(form) };
	return report === 'vatByMonth' ? vatByMonth : unpaidByAge(today);
}
