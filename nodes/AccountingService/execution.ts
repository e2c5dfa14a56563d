import type { IExecuteFunctions } from 'n8n-workflow';

import { type Forms, formsOf } from '../shared/fields/forms';
import { isAgentTool } from '../shared/n8n/agentTool';
import type { Hints } from '../shared/n8n/hints';
import type { ItemResult, Operation, OperationCall, Outcome } from './operation';
import { findOperation } from './resources';

/** What the steps of an execution share. */
export interface Execution {
	host: IExecuteFunctions;
	operation: Operation;
	forms: Forms;
	forAgent: boolean;
	hints: Hints;
}

/** Finds the operation, and prepares to read its form. @throws ServiceError (badInput) if there is no such operation */
export async function begin(host: IExecuteFunctions, hints: Hints): Promise<Execution> {
	const form = formsOf(host).at(0);
	const operation = await findOperation(form.get('resource'), form.get('operation'));
	const forAgent = isAgentTool(host);
	const noteExcelDate = (label: string, number: number, day: string) =>
		hints.warn(`${label} ${number} was read as an Excel date: ${day}.`, 'excelDate');
	const forms = formsOf(host, operation.fields, forAgent ? undefined : noteExcelDate);
	return { host, operation, forms, forAgent, hints };
}

/**
 * What concerns every operation, such as empty filters: it looks at each item before it runs, and at each outcome.
 * The list of them is in concerns/index.ts.
 */
export interface Concern {
	/** Outcomes of an earlier try. Their items do not run again. */
	finalOutcomes?: Outcome[];
	/**
	 * Before the item runs.
	 * @returns its results, if it must not run
	 * @throws ServiceError to refuse it
	 */
	before?(call: OperationCall): ItemResult[] | undefined | void;
	/** @param call of the first item @returns the outcome, or a changed one */
	after?(outcome: Outcome, call: OperationCall): Outcome;
	/** After all items. */
	end?(): void;
}
