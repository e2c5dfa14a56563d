import { optionsWith } from '../../../shared/fields/options';
import { check } from '../../check/check';
import { listRequest, searchRequest } from '../../once/newestDocuments';
import type { ItemOperation } from '../../operation';

/** Finds the settings for the user's service (docs/reference/credential.md). */
export const run: ItemOperation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run connection check',
		description:
			'Check whether the parameter names of the credential fit your service. Changes no data.',
	},
	fields: [optionsWith()],
	requests: [
		{
			...listRequest,
			assumption: 'None: it tests the assumptions about parameters',
		},
		searchRequest,
	],
	output: {
		about: 'text',
		verdict: 'text',
		enter: 'text',
		evidence: 'text',
		undetermined: 'text',
	},
	oncePerInput: true,
	async run({ client, hint }) {
		const items = await check(client);
		const [{ verdict, evidence }] = items;
		// The output table cuts off a long text, so the hint repeats it.
		if (verdict !== 'ready') hint(`Connection Check: ${verdict}. ${evidence}`);
		return items;
	},
};
