/** The main job of the package, as the example workflow does it: issued documents of a period into a CSV file. */
import type { RunningSandbox } from '../../sandbox';
import { differences, readRows, sumsOf, type Row, type Sums } from './csv';
import { nodeOfType, readExample, withCredential, withParameters } from './example';
import { nodeType, type StoredCredential } from './flow';
import type { WorkflowFile } from './types';

export const mainJobExample = 'issued-documents-to-csv';
export const mainJobTrigger = 'Execute Manually';
const writeFileType = 'n8n-nodes-base.readWriteFile';

/** The example with what a user enters in it: the credential, and a folder that n8n may write to. */
export function mainJobWorkflow(credential: StoredCredential, file: string): WorkflowFile {
	const workflow = withCredential(readExample(mainJobExample), credential);
	return withParameters(workflow, writeFileType, { fileName: file });
}

/** The period and direction of the example, as filters of the sandbox. */
function exampleFilters(): { direction: string; issueDateFrom: string; issueDateTo: string } {
	const { parameters } = nodeOfType(readExample(mainJobExample), nodeType);
	const filters = parameters.filters as Record<string, unknown>;
	return {
		direction: String(filters.direction),
		issueDateFrom: String(filters.issueDateFrom),
		issueDateTo: String(filters.issueDateTo),
	};
}

/** Compares the file with the sandbox; throws if they differ. */
export function checkFile(sandbox: RunningSandbox, file: string): { rows: Row[]; sums: Sums } {
	const rows = readRows(file);
	const sums = sumsOf(rows);
	const faults = differences(sums, sandbox.admin.totals(exampleFilters()));
	if (rows.length === 0) faults.push('it holds no document');
	if (rows.some((row) => row.connectableAmount === ''))
		faults.push('connectableAmount is missing (scope CA)');
	if (faults.length > 0) throw new Error(`The file is wrong:\n${faults.join('\n')}`);
	return { rows, sums };
}
