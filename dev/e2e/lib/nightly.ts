/** The nightly export, as the example workflow does it: last month's issued invoices into a CSV file. */
import path from 'node:path';

import type { RunningSandbox } from '../../sandbox';
import { differences, readRows, sumsOf, type Row, type Sums } from './csv';
import { readExample, withCredential, withParameters } from './example';
import type { StoredCredential } from './flow';
import { midOfMonth } from './n8nDays';
import type { WorkflowFile } from './types';

const writeFileType = 'n8n-nodes-base.readWriteFile';

/** The example with what a user enters in it: the credential, and a folder that n8n may write to. */
export function nightlyWorkflow(credential: StoredCredential, folder: string): WorkflowFile {
	const workflow = withCredential(readExample('nightly-export'), credential);
	const fileName = `=${path.join(folder, '{{ $json.fileName }}')}`;
	return withParameters(workflow, writeFileType, { fileName });
}

/** Compares the file with the sandbox; throws if they differ. */
export function checkNightlyFile(
	sandbox: RunningSandbox,
	folder: string,
): { file: string; rows: Row[]; sums: Sums } {
	const month = midOfMonth().slice(0, 7);
	const [year, number] = month.split('-').map(Number);
	const lastDay = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
	const file = path.join(folder, `issued-invoices-${month}.csv`);
	const rows = readRows(file);
	const sums = sumsOf(rows);
	const period = { issueDateFrom: `${month}-01`, issueDateTo: lastDay };
	const faults = differences(sums, sandbox.admin.totals({ type: '0', direction: '1', ...period }));
	if (faults.length > 0) throw new Error(`The file is wrong:\n${faults.join('\n')}`);
	return { file, rows, sums };
}
