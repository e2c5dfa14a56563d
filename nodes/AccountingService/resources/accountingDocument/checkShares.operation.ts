import type { INodeProperties } from 'n8n-workflow';

import { checkShares as check, planOf } from '../../export/shareCheck';
import type { GatheringOperation } from '../../operation';

const plan: INodeProperties = {
	displayName: 'Plan',
	name: 'plan',
	type: 'json',
	// n8n names the node after its action in the node panel.
	default: "={{ $('Split invoices and other documents for export').all() }}",
	required: true,
	description:
		'All items of the Split for Export node, by its name. The input items must be the exported files.',
};

/** Checks whether all shares of an export are complete. Sends no requests. */
export const checkShares: GatheringOperation = {
	option: {
		name: 'Check Shares',
		value: 'checkShares',
		action: 'Check shares of invoice export',
		description:
			'Check whether all shares of an export are complete, and which ones to export again',
	},
	fields: [plan],
	requests: [],
	output: {
		complete: 'flag',
		note: 'text',
		shares: 'whole',
		documents: 'whole',
		expected: 'whole',
		totals: 'group',
		files: 'rows',
		runAgain: 'rows',
		details: 'group',
	},
	async *runAll(calls) {
		const [{ form, host, hint }] = calls;
		const inputs = calls.map(({ itemIndex }) => itemIndex);
		const input = host.getInputData();
		const files = inputs.map((index) => input[index].json);
		const report = check(planOf(form.get('plan')), files);
		if (report.note) hint(report.note);
		yield { inputs, results: [{ ...report }] };
	},
};
