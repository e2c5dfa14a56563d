import type { ServiceRecord } from '../../../shared/client/envelope';
import { checksumOf } from '../../../shared/documents/checksum';
import { criteriaOf, type SearchCriteria } from '../../../shared/documents/criteria';
import { isPositiveCreditNote } from '../../../shared/documents/creditNotes';
import { collection, type Form, type ItemForm } from '../../../shared/fields/readForm';
import { todayIn } from '../../../shared/fields/dates';
import { listForAgent } from '../../../shared/agents';
import { outputFieldOf } from '../../export/outputField';
import { type ItemOperation, ItemWithFiles } from '../../operation';
import { beginReading, doubtsOf } from '../../reading';
import { sectionsOf } from '../../summary/dimensions';
import { checksums, reports, summaryFields, usualReport } from '../../summary/formFields';
import { Groups } from '../../summary/groups';
import { pageOf } from '../../summary/page';
import { type Report, reportOf, unpaidByAge } from '../../summary/reports';
import { filtersInWords, titleOf } from '../../summary/words';
import { listRequests } from './documentList';

/** Adds up a list or search (docs/api/requests.md#document-lists). */
export const summarize: ItemOperation = {
	option: {
		name: 'Summarize',
		value: 'summarize',
		action: 'Summarize invoices and other documents',
		description:
			'Add up any number of documents: unpaid by age, totals or VAT by month, or your own groups',
	},
	fields: summaryFields,
	requests: listRequests,
	output: {
		direction: 'text',
		type: 'text',
		currency: 'text',
		contactName: 'text',
		contactId: 'id',
		documents: 'whole',
		...Object.fromEntries(
			unpaidByAge('').measures.flatMap(({ name }) => [
				[name, 'amount'],
				[`${name}Count`, 'whole'],
			]),
		),
	},
	oncePerInput: true,
	refusesEmptyFilters: true,
	async run(call) {
		const { form, forAgent, hint, host } = call;
		const today = todayIn(form.timeZone);
		// Once, so that the page names the period that was read even if the day ends in between.
		const criteria = criteriaOf(form);
		const report = reportOf(form, today);
		const sections = sectionsOf(form.get('splitByType') !== false);
		const field = form.get('reportFile') === true ? outputFieldOf(form) : undefined;
		const hasChecksums = collection(form, 'options')[checksums.name] === true;
		const groups = new Groups(sections, report);
		const sums = new Groups(sections, { ...report, dimensions: [] });
		const { matching, result } = beginReading(call, criteria);
		const add = (record: ServiceRecord) => {
			const lines = report.linesOf(record, (text) => groups.remark(text));
			const checksum = hasChecksums ? checksumOf(record) : undefined;
			for (const one of [groups, sums]) one.add(lines, report.amountsOf, checksum);
			if (lines.length > 0 && isPositiveCreditNote(record)) groups.remark(addedCreditNote);
		};
		for await (const batch of matching) batch.forEach(add);
		const notes = [...doubtsOf(result), ...groups.notes()];
		for (const note of notes) hint(`${note}.`);
		const items = groups.items();
		if (forAgent)
			return [listForAgent(call, { listName: 'groups', many: 'groups', records: items })];
		if (field === undefined) return items;
		const page = pageOf({
			...pageWords(form, report, criteria),
			today,
			report,
			sections,
			items,
			sums: sums.items(),
			notes,
		});
		const file = await host.helpers.prepareBinaryData(
			Buffer.from(page),
			reportFileName(form, today),
			'text/html',
		);
		const [first = { documents: 0 }, ...others] = items;
		return [new ItemWithFiles(first, { [field]: file }), ...others];
	},
};

const addedCreditNote =
	'the total of the credit note is positive, so the sums add it instead of subtracting it';

const reportValue = (form: Form) => String(form.get('report') ?? usualReport);

const pageWords = (form: ItemForm, report: Report, criteria: SearchCriteria) => ({
	title: titleOf(reportValue(form), report),
	filters: filtersInWords(form, criteria),
});

function reportFileName(form: Form, today: string): string {
	const [label] = reports[reportValue(form)];
	return `${label.toLowerCase().replaceAll(' ', '-')}-${today}.html`;
}
