import { type Dimension, dimensionChoices } from '../../nodes/AccountingService/summary/dimensions';
import { maxReportGroups, reports } from '../../nodes/AccountingService/summary/formFields';
import { reportOf } from '../../nodes/AccountingService/summary/reports';
import { compactTable } from './table';

const code = ({ name }: { name: string }) => `\`${name}\``;

/** One choice may output several fields: "`contactName` with `contactId`". */
const choosable = (choices: Dimension[][]) =>
	choices.map((dimensions) => dimensions.map(code).join(' with ')).join(', ');

/** The table of reports in docs/reference/summarize.md. */
export function reportsTable(): string {
	const rows = Object.entries(reports).map(([report, [label]]) => {
		const form = { get: (name: string) => (name === 'report' ? report : undefined) };
		const { dimensions, measures } = reportOf(form, '');
		const groups =
			dimensions.length > 0
				? dimensions.map(code).join(', ')
				: `up to ${maxReportGroups} of: ${choosable(Object.values(dimensionChoices))}`;
		return [`*${label}*`, groups, measures.map(code).join(', ')];
	});
	return compactTable([['Report', 'Groups', 'Amounts'], ...rows]);
}
