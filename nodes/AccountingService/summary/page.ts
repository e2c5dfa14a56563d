import type { IDataObject } from 'n8n-workflow';

import { printable, shortened } from '../../shared/client/redact';
import type { Dimension } from './dimensions';
import type { Measure } from './groups';
import type { Report } from './reports';

/** What the page shows. */
export interface Content {
	title: string;
	report: Report;
	/** The dimensions that make sections. */
	sections: Dimension[];
	/** The groups, and the sums of each section. */
	items: IDataObject[];
	sums: IDataObject[];
	notes: string[];
}

/** Some mail clients cut off long messages. */
const maxRows = 200;

const maxBars = 24;

/**
 * A page that needs nothing from elsewhere and has no scripts. Styles are inline for mail clients, and colors follow the
 * light or dark scheme of the reader.
 */
export function pageOf({ title, items, notes, ...content }: Content): string {
	const isLong = items.length > maxRows;
	const displayed = new Set(items.slice(0, maxRows));
	const sections = content.sums.map((sum) => sectionOf(content, sum, items, displayed));
	const hasCounts = sections.some((section) => section.includes(countStart));
	const all = [
		...notes,
		...(items.length === 0 ? ['There are no such documents'] : []),
		...(isLong ? [`The tables show the first ${maxRows} of ${items.length} groups`] : []),
		...(hasCounts ? ['A number in parentheses says how many documents an amount includes'] : []),
	];
	const body = [
		`<h1 style="font-size:20px">${escaped(title)}</h1>`,
		...all.map((note) => `<p>${escaped(note)}.</p>`),
		...sections,
	];
	return `<!DOCTYPE html>
<html lang="en" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="max-width:1100px;margin:0 auto;padding:16px;font:14px/1.4 system-ui,sans-serif">
${body.join('\n')}
</body>
</html>
`;
}

type Parts = Pick<Content, 'report' | 'sections'>;

/** Every section has its total, even if its groups are not displayed. */
function sectionOf(
	{ report, sections }: Parts,
	sum: IDataObject,
	items: IDataObject[],
	displayed: ReadonlySet<IDataObject>,
): string {
	const { measures, bars } = report;
	const dimensions = report.dimensions.filter(({ isId }) => isId !== true);
	const isWithin = (item: IDataObject) => sections.every(({ name }) => item[name] === sum[name]);
	const rows = items.filter(isWithin);
	if (rows.length === 0) return '';
	const named = dimensions.map(({ name }) => name);
	const texts = (item: IDataObject) => named.map((name) => textOf(item[name]));
	const chartMeasure = measures.find(({ name }) => name === bars) ?? measures[0];
	const entries = bars
		? rows.map((item) => ({ label: texts(item).join(' · ') || 'Total', amount: item[bars] }))
		: measures.slice(1).map(({ name, label }) => ({ label, amount: sum[name] }));
	const heads = [...dimensions, ...measures, { label: 'Documents' }].map(({ label }) => label);
	const numbers = (item: IDataObject) => [
		...measures.map((measure) => amountIn(item, measure)),
		textOf(item.documents),
	];
	const total = named.map((_name, index) => (index === 0 ? 'Total' : ''));
	const lines = named.length > 0 ? rows.filter((item) => displayed.has(item)) : [];
	const title = `${sections.map(({ name }) => textOf(sum[name])).join(', ')}: ${chartMeasure.label}`;
	return `<h2 style="font-size:16px;margin:28px 0 8px">${escaped(title)}</h2>
${chart(entries)}
<div style="overflow-x:auto"><table cellpadding="6" style="border-collapse:collapse;width:100%;font-size:13px">
${rowOf('th', heads, named.length)}
${lines.map((item) => rowOf('td', [...texts(item), ...numbers(item)], named.length)).join('\n')}
${rowOf('th', [...total, ...numbers(sum)], named.length)}
</table></div>`;
}

/** Bars in percent of the width, so that the text keeps its size on a phone. */
function chart(bars: Array<{ label: string; amount: unknown }>): string {
	const displayed = bars.slice(0, maxBars);
	const sizes = displayed.map(({ amount }) => Number(amount));
	const most = Math.max(...sizes.map(Math.abs)) || 1;
	const parts = displayed.map(({ label, amount }, index) => {
		const y = index * 36 + 13;
		const width = ((100 * Math.abs(sizes[index])) / most).toFixed(1);
		const color = sizes[index] < 0 ? '#c96f14' : '#3f7fd0';
		return `<text x="0" y="${y}">${escaped(shortened(label, 30))}</text>
<text x="100%" y="${y}" text-anchor="end">${escaped(formatted(amount))}</text>
<rect x="0" y="${y + 5}" width="${width}%" height="10" rx="2" fill="${color}"/>`;
	});
	const more = `<p>The chart shows the first ${maxBars} of ${bars.length} groups.</p>`;
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
		return `<${tag} align="${side(index)}" ${width}>${escaped(cell)}</${tag}>`;
	});
	return `<tr style="border-bottom:1px solid #8886">${all.join('')}</tr>`;
}

/** The amount, and of how many documents, unless of all. */
function amountIn(item: IDataObject, { name }: Measure): string {
	const count = item[`${name}Count`];
	if (count === 0) return item[name] === null ? '?' : '–';
	return `${formatted(item[name])}${count === item.documents ? '' : `${countStart}${String(count)})`}`;
}

const countStart = '\u00a0(';

/** With all digits, at least two decimals, and spaces between thousands: 1 210.50. */
function formatted(amount: unknown): string {
	if (typeof amount !== 'string') return '?';
	const [whole, fraction = ''] = amount.split('.');
	return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')}.${fraction.padEnd(2, '0')}`;
}

function textOf(value: unknown): string {
	if (value === null || value === '') return '–';
	return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : shortened(String(value), 200);
}

const entities: Record<string, string> = {
	...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Text of the service cannot become markup. */
const escaped = (text: string): string =>
	printable(text).replace(/[&<>"']/g, (character) => entities[character]);
