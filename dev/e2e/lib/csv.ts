import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

import { sumsBy } from './decimal';

export type Row = Record<string, string>;

export function readRows(file: string): Row[] {
	return parse(readFileSync(file), { bom: true, columns: true }) as Row[];
}

export interface Sums {
	count: number;
	/** Sum of `total` per currency, as an exact decimal. */
	totals: Record<string, string>;
}

export function sumsOf(rows: Row[]): Sums {
	const totals = sumsBy(
		rows,
		(row) => row.currency ?? '',
		(row) => row.total ?? '',
	);
	return { count: rows.length, totals };
}

/** The differences between the sums of a file and those of the service; empty if they agree. */
export function differences(file: Sums, service: Sums): string[] {
	const currencies = [...new Set([...Object.keys(file.totals), ...Object.keys(service.totals)])];
	const pairs = [
		['documents', String(file.count), String(service.count)] as const,
		...currencies.map(
			(name) => [name, file.totals[name] ?? '-', service.totals[name] ?? '-'] as const,
		),
	];
	return pairs
		.filter(([, inFile, inService]) => inFile !== inService)
		.map(
			([name, inFile, inService]) => `${name}: ${inFile} in the file, ${inService} in the service`,
		);
}

/** The first rows as aligned text. */
export function table(rows: Row[], columns: string[], most: number): string {
	const lines = [
		columns,
		...rows.slice(0, most).map((row) => columns.map((name) => row[name] ?? '')),
	];
	const cut = lines.map((line) =>
		line.map((cell) => (cell.length > 26 ? `${cell.slice(0, 25)}…` : cell)),
	);
	const widths = columns.map((_, index) =>
		Math.max(...cut.map((line) => (line[index] ?? '').length)),
	);
	return cut
		.map((line) =>
			line
				.map((cell, index) => cell.padEnd(widths[index] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
