import type { INodeProperties } from 'n8n-workflow';

import { checkShares as check } from '../../export/shareCheck';
import { planOf } from '../../export/split';
import type { GatheringOperation } from '../../operation';

const plan: INodeProperties = {
	displayName: 'Plan',
	name: 'plan',
	type: 'json',
	default: '',
	required: true,
	description:
		'All items of Split for Export, by an expression that reads that node. The input items are the files of the shares.',
};

/** Says whether the shares of an export are all there. Asks the service for nothing. */
export const checkShares: GatheringOperation = {
	option: {
		name: 'Check Shares',
		value: 'checkShares',
		action: 'Check shares of export',
		description:
			'Tell whether all shares of an export came back whole, and which have to run again',
	},
	fields: [plan],
	requests: [],
	output: {
		complete: 'flag',
		shares: 'whole',
		documents: 'whole',
		rows: 'whole',
		bytes: 'whole',
		totals: 'group',
		firstId: 'id',
		lastId: 'id',
		files: 'rows',
		runAgain: 'rows',
	},
	async *runAll(calls) {
		const [{ form, host, hint }] = calls;
		const files = calls.map(({ itemIndex }) => host.getInputData()[itemIndex].json);
		const report = check(planOf(form.get('plan')), files);
		if (!report.complete) {
			const [{ share, reason }] = report.runAgain;
			const again = report.runAgain.map((one) => one.share).join(', ');
			hint(
				`The export is not complete. Run these shares again: ${again}. Share ${share}: ${reason}.`,
			);
		}
		yield { inputs: calls.map(({ itemIndex }) => itemIndex), results: [{ ...report }] };
	},
};
