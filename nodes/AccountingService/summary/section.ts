import type { IDataObject } from 'n8n-workflow';

import { shortened } from '../../shared/client/redact';
import { Decimal, decimalsOf } from '../../shared/decimal';
import type { Dimension } from './dimensions';
import type { Measure } from './groups';
import { escapedHtml } from './html';
import type { Report } from './reports';

/** The groups of one direction, type and currency. */
export interface Section {
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

const maxBars = 24;

/** Precedes the number of documents of an amount. */
export const countStart = '\u00a0(';

/** A heading, a chart, and a table whose rows add up to its total. */
export function sectionOf({ report, sections, sum, items }: Section): string {
	const isWithin = (item: IDataObject) => sections.every(({ name }) => item[name] === sum[name]);
	const groups = items.filter(isWithin);
	if (groups.length === 0) return '';
	// A column that has no document is left out, such as an age.
	const measures = report.measures.filter(
		({ name }) => sum[`${name}Count`] !== 0 || sum[name] === null,
	);
	const { main, shown, rest } = displayedRows(report, groups);
	const dimensions = report.dimensions.filter(({ isId }) => isId !== true);
	const texts = (item: IDataObject) => dimensions.map(({ name }) => cellText(item[name]));
	const numbers = (item: IDataObject) => [
		...measures.map((measure) => amountIn(item, measure, sum.currency)),
		cellText(item.documents),
	];
	const named = (text: string) => dimensions.map((_, index) => (index === 0 ? text : ''));
	const row = (tag: 'td' | 'th', cells: string[]) => rowOf(tag, cells, dimensions.length);
	const heads = [...dimensions, ...measures, { label: 'Documents' }].map(({ label }) => label);
	const more = rest.length > 0 ? [otherGroups(rest, measures)] : [];
	const bars = report.bars
		? shown.map((item) => ({ label: texts(item).join(' · ') || 'Total', amount: item[main.name] }))
		: measures.slice(1).map(({ name, label }) => ({ label, amount: sum[name] }));
	const title = `${sections.map(({ name }) => cellText(sum[name])).join(', ')}: ${main.label}`;
	return `<h2 style="font-size:16px;margin:28px 0 8px">${escapedHtml(title)}</h2>
${chart(bars, groups.length, sum.currency)}
<div style="overflow-x:auto"><table cellpadding="6" style="border-collapse:collapse;width:100%;font-size:13px">
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

/** The largest groups, which are displayed, and the rest. Months, for example, keep their order. */
function displayedRows({ measures, bars, dimensions }: Report, groups: IDataObject[]) {
	const main = measures.find(({ name }) => name === bars) ?? measures[0];
	const sizes = new Map(
		groups.map((item) => [item, Decimal.from(item[main.name])?.abs() ?? Decimal.zero]),
	);
	const size = (item: IDataObject) => sizes.get(item) ?? Decimal.zero;
	const bySize = [...groups].sort((a, b) => size(b).compare(size(a)));
	const largest = new Set(bySize.slice(0, maxRows));
	const inOrder = dimensions[0]?.isOrdered ? groups : bySize;
	return {
		main,
		shown: inOrder.filter((item) => largest.has(item)),
		rest: inOrder.filter((item) => !largest.has(item)),
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

/** Bars in percent of the width, so that the text keeps its size on a phone. @param count of all groups */
function chart(
	bars: Array<{ label: string; amount: unknown }>,
	count: number,
	currency: unknown,
): string {
	const displayed = bars.slice(0, maxBars);
	const sizes = displayed.map(({ amount }) => Number(amount));
	const most = Math.max(...sizes.map(Math.abs)) || 1;
	const parts = displayed.map(({ label, amount }, index) => {
		const y = index * 36 + 13;
		const width = ((100 * Math.abs(sizes[index])) / most).toFixed(1);
		const color = sizes[index] < 0 ? '#c96f14' : '#3f7fd0';
		return `<text x="0" y="${y}">${escapedHtml(shortened(label, 30))}</text>
<text x="100%" y="${y}" text-anchor="end">${escapedHtml(formatted(amount, currency))}</text>
<rect x="0" y="${y + 5}" width="${width}%" height="10" rx="2" fill="${color}"/>`;
	});
	const more = `<p>The chart shows the first ${maxBars} of ${count} groups.</p>`;
	return `<svg role="img" aria-label="Bar chart" width="100%" height="${36 * displayed.length}" style="max-width:640px;font-size:13px" fill="currentColor">
${parts.join('\n')}
</svg>${bars.length > maxBars ? more : ''}`;
}

/** Cells need no styles of their own, which keeps the page small. @param texts the number of cells that are not numbers */
function rowOf(tag: 'td' | 'th', cells: string[], texts: number): string {
	const side = (index: number) => (index < texts ? 'left' : 'right');
	const all = cells.map((cell, index) => {
		// A long name must not push the amounts out of view, even without spaces.
		const isLong = index < texts && cell.length > 20;
		const width = isLong ? 'style="min-width:130px;overflow-wrap:anywhere"' : 'nowrap';
		return `<${tag} align="${side(index)}" ${width}>${escapedHtml(cell)}</${tag}>`;
	});
	return `<tr style="border-bottom:1px solid #8886">${all.join('')}</tr>`;
}

/** The amount, and of how many documents, unless of all. */
function amountIn(item: IDataObject, { name }: Measure, currency: unknown): string {
	const count = item[`${name}Count`];
	if (count === 0) return item[name] === null ? '?' : '–';
	const text = formatted(item[name], currency);
	return `${text}${count === item.documents ? '' : `${countStart}${String(count)})`}`;
}

/** With the decimals of the currency, and thin spaces between thousands: 1 210.50. */
function formatted(value: unknown, currency: unknown): string {
	const amount = Decimal.from(value);
	if (!amount) return '?';
	const [whole, fraction] = amount.toString(decimalsOf(currency, [amount])).split('.');
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u2009');
	return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function cellText(value: unknown): string {
	if (value === null || value === '') return '–';
	return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : shortened(String(value), 200);
}
