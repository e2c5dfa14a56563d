import type { IDataObject } from 'n8n-workflow';

import { shortened } from '../../shared/client/redact';
import { Decimal } from '../../shared/decimal';
import { cellText, formatted } from './cells';
import { escapedHtml } from './html';
import type { Measure } from './groups';
import type { Report } from './reports';

const maxBars = 24;

/** For tables that only place what they contain. */
const plainTable = 'role="presentation" cellpadding="0" cellspacing="0"';

interface Bar {
	label: string;
	amount: unknown;
}

/**
 * The bars of a section: its ages, its groups, or the sums of its months.
 * @param items the groups in the order of the table
 */
export function barsOf(report: Report, sum: IDataObject, items: IDataObject[]): Bar[] {
	const { main, measures, dimensions } = report;
	if (report.hasParts) return agesIn(measures, sum);
	const named = dimensions.filter(({ isId }) => isId !== true);
	const [first] = named;
	if (first?.isOrdered) return sumsBy(first.name, main, items);
	return items.map((item) => ({
		label: named.map(({ name }) => cellText(item[name])).join(' · '),
		amount: item[main],
	}));
}

function sumsBy(name: string, measure: string, items: IDataObject[]): Bar[] {
	const sums = new Map<string, Decimal | undefined>();
	for (const item of items) {
		const label = cellText(item[name]);
		const before = sums.get(label);
		const added = Decimal.from(item[measure]);
		sums.set(label, added ? (before ?? Decimal.zero).plus(added) : before);
	}
	return [...sums].map(([label, sum]) => ({ label, amount: sum?.toString() }));
}

/** Ages without documents are left out. */
const agesIn = (measures: Measure[], sum: IDataObject): Bar[] =>
	measures.flatMap(({ name, label, isPart }) =>
		isPart && hasDocuments(sum, name) ? [{ label, amount: sum[name] }] : [],
	);

/** Whether a document has the amount, or lacks it. */
export const hasDocuments = (sum: IDataObject, name: string): boolean =>
	sum[`${name}Count`] !== 0 || sum[name] === null;

/**
 * Bars in percent of the width, so that the text keeps its size on a phone. Tables instead of SVG, which mail clients
 * remove. Nothing to compare, no chart.
 */
export function chartOf(bars: Bar[], currency: unknown): string {
	if (bars.length < 2) return '';
	const displayed = bars.slice(0, maxBars);
	const sizes = displayed.map(({ amount }) => Number(amount) || 0);
	const most = Math.max(...sizes.map(Math.abs)) || 1;
	const rows = displayed.map(({ label, amount }, index) => {
		const width = Math.round((100 * Math.abs(sizes[index])) / most);
		const color = sizes[index] < 0 ? '#c96f14' : '#3f7fd0';
		const bar =
			width > 0
				? `<table ${plainTable} width="${width}%"><tr><td bgcolor="${color}" height="8"></td></tr></table>`
				: '';
		return `<tr><td>${escapedHtml(shortened(label, 30))}</td><td align="right" nowrap>${escapedHtml(formatted(amount, currency))}</td></tr>
<tr><td colspan="2" height="14" valign="top">${bar}</td></tr>`;
	});
	const more = `<p>The chart shows the first ${maxBars} of ${bars.length} groups.</p>`;
	return `<table ${plainTable} width="100%" style="max-width:640px;font-size:13px;margin-bottom:12px">
${rows.join('\n')}
</table>${bars.length > maxBars ? more : ''}`;
}
