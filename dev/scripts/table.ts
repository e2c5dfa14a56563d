/** A Markdown table with its columns aligned. */
export function table([head, ...rows]: string[][]): string {
	const widths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((row) => row[column].length)),
	);
	const line = (row: string[]) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return `${[line(head), rule, ...rows.map(line)].join('\n')}\n`;
}

/** A Markdown table with long cells, which would make aligned columns wider than a screen. */
export const compactTable = ([head, ...rows]: string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

/** The basis of a request, such as "vat-rates [D]", with a link to its section for a page in docs/internals. */
export const linked = (basis: string): string =>
	basis.replace(/^[a-z-]+(?= \[)/, (section) => `[${section}](../api/requests.md#${section})`);
