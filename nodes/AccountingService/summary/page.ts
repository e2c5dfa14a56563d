import type { IDataObject } from 'n8n-workflow';

import type { Dimension } from './dimensions';
import { escapedHtml } from './html';
import type { Report } from './reports';
import { countStart } from './cells';
import { maxRows, sectionOf } from './section';
import { countedInWords, longDate } from './words';

/** What the page shows. */
export interface Content {
	title: string;
	/** YYYY-MM-DD */
	today: string;
	/** The filters in words; '' without any. */
	filters: string;
	report: Report;
	/** The dimensions that make sections. */
	sections: Dimension[];
	/** The groups, and the sums of each section. */
	items: IDataObject[];
	sums: IDataObject[];
	notes: string[];
}

/**
 * A page that needs nothing from elsewhere and has no scripts; its policy tells browsers to refuse both. Styles are inline for mail clients, and colors follow the
 * light or dark scheme of the reader.
 */
export function pageOf(content: Content): string {
	const { title, today, items, sums, notes } = content;
	const count = sums.reduce((sum, { documents }) => sum + Number(documents), 0);
	const sections = sums.map((sum) => sectionOf({ ...content, sum }));
	const isLong = items.length > maxRows && sections.some((section) => section.includes(' more<'));
	const hasCounts = sections.some((section) => section.includes(countStart));
	const all = [
		longDate(today),
		countedInWords(content.report, count, content.filters),
		...notes.map((note) => `${note}.`),
		...(items.length === 0 ? ['There are no such documents.'] : []),
		...(isLong ? [`A table shows its ${maxRows} largest groups, and the sum of the others.`] : []),
		...(hasCounts ? ['A number in parentheses says how many documents an amount includes.'] : []),
	];
	const body = [
		`<h1 style="font-size:20px">${escapedHtml(title)}</h1>`,
		...all.map((note) => `<p>${escapedHtml(note)}</p>`),
		...sections,
	];
	return `<!DOCTYPE html>
<html lang="en" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapedHtml(title)}</title>
</head>
<body style="max-width:1100px;margin:0 auto;padding:16px;font:14px/1.4 system-ui,sans-serif">
${body.join('\n')}
</body>
</html>
`;
}
