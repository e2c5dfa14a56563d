/** Numbers stand on the right. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export const section = (title: string, ...paragraphs: string[]): string =>
	[`### ${title}`, ...paragraphs].join('\n\n');
