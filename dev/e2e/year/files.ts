import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSheet } from 'read-excel-file/node';

import type { Admin } from '../../sandbox';
import { differences, readRows, sumsOf } from '../lib/csv';
import { dayAfter, firstAfter } from './calendar';
import type { formats } from './workflows';

type Format = (typeof formats)[number];

/** The totals of a file of a month's issued invoices equal the service. @param month YYYY-MM */
export async function fileDifferences(
	month: string,
	format: Format,
	folder: string,
	admin: Admin,
): Promise<string[]> {
	const file = path.join(folder, `issued-invoices-${month}.${format}`);
	if (!existsSync(file)) return [`${file} is missing`];
	const period = { issueDateFrom: `${month}-01`, issueDateTo: dayAfter(firstAfter(month), -1) };
	const service = admin.totals({ type: '0', direction: '1', ...period });
	return differences(sumsOf(await rowsOf(file, format)), service);
}

/** Currency and total of each row of a file. */
async function rowsOf(file: string, format: Format): Promise<Array<Record<string, string>>> {
	if (format === 'csv') return readRows(file);
	if (format === 'ndjson') {
		const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
		return lines.map((line) => {
			const { currency, total } = JSON.parse(line) as Record<string, unknown>;
			return { currency: String(currency), total: String(total) };
		});
	}
	const [head = [], ...rows] = await readSheet(file);
	const at = (name: string) => head.indexOf(name);
	return rows.map((row) => ({
		currency: String(row[at('Currency')]),
		total: String(row[at('Total')]),
	}));
}
