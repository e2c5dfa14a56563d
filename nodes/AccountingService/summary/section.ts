import type { IDataObject } from 'n8n-workflow';

import { Decimal } from '../../shared/decimal';
import { amountIn, cellText, htmlRow } from './cells';
import { barsOf, chartOf, hasDocuments } from './chart';
import type { Dimension } from './dimensions';
import type { Measure } from './groups';
import { escapedHtml } from './html';
import type { Report } from './reports';
import { headingOf } from './words';

/** The groups of one direction, type and currency. */
interface Section {
	report: Report;
	/** The dimensions that make sections. */
	sections: Dimension[];
	/** The sums of the section. */
	sum: IDataObject;
	/** The groups of all sections. */
	items: IDataObject[];
}

/** Some mail clients cut off long messages. */
export const maxRows = 200;

/** A heading, a chart, and a table whose rows add up to its total. */
export function sectionOf({ report, sections, sum, items }: Section): string {
	const isWithin = (item: IDataObject) => sections.every(({ name }) => item[name] === sum[name]);
	const groups = items.filter(isWithin);
	if (groups.length === 0) return '';
	// A column that has no document is left out, such as an age.
	const measures = report.measures.filter(({ name }) => hasDocuments(sum, name));
	const { shown, rest } = displayedRows(report, groups);
	const main = measures.find(({ name }) => name === report.main) ?? report.measures[0];
	const dimensions = report.dimensions.filter(({ isId }) => isId !== true);
	const texts = (item: IDataObject) => dimensions.map(({ name }) => cellText(item[name]));
	const numbers = (item: IDataObject) => [
		...measures.map((measure) => amountIn(item, measure, sum.currency)),
		cellText(item.documents),
	];
	const named = (text: string) => dimensions.map((_, index) => (index === 0 ? text : ''));
	const row = (tag: 'td' | 'th', cells: string[]) => htmlRow(tag, cells, dimensions.length);
	const heads = [...dimensions, ...measures, { label: 'Documents' }].map(({ label }) => label);
	const more = rest.length > 0 ? [otherGroups(rest, measures)] : [];
	const bars = barsOf(report, sum, groups);
	return `<h2 style="font-size:16px;margin:28px 0 8px">${escapedHtml(`${headingOf(sum)}: ${main.label}`)}</h2>
${chartOf(bars, sum.currency)}
<div style="overflow-x:auto"><table width="100%" cellpadding="6" style="border-collapse:collapse;font-size:13px;white-space:nowrap">
${[
	row('th', heads),
	...(dimensions.length > 0 ? shown : []).map((item) =>
		row('td', [...texts(item), ...numbers(item)]),
	),
	...more.map((item) => row('td', [...named(`${rest.length} more`), ...numbers(item)])),
	row('th', [...named('Total'), ...numbers(sum)]),
].join('\n')}
</table></div>`;
}

/** The largest groups, which are displayed, and the rest, in their order. */
function displayedRows({ main }: Report, groups: IDataObject[]) {
	const sizes = new Map(
		groups.map((item) => [item, Decimal.from(item[main])?.abs() ?? Decimal.zero]),
	);
	const size = (item: IDataObject) => sizes.get(item) ?? Decimal.zero;
	const bySize = [...groups].sort((a, b) => size(b).compare(size(a)));
	const largest = new Set(bySize.slice(0, maxRows));
	return {
		shown: groups.filter((item) => largest.has(item)),
		rest: groups.filter((item) => !largest.has(item)),
	};
}

/** The sums of groups that are not displayed. */
function otherGroups(groups: IDataObject[], measures: Measure[]): IDataObject {
	const countOf = (name: string) => groups.reduce((sum, item) => sum + Number(item[name]), 0);
	const sums = measures.flatMap(({ name }) => {
		const amounts = groups.flatMap((item) => Decimal.from(item[name]) ?? []);
		const sum = amounts.reduce((all, amount) => all.plus(amount), Decimal.zero).toString();
		return [
			[name, amounts.length > 0 ? sum : null],
			[`${name}Count`, countOf(`${name}Count`)],
		];
	});
	return { documents: countOf('documents'), ...(Object.fromEntries(sums) as IDataObject) };
}
