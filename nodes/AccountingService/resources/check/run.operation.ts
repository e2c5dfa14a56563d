import { optionsWith } from '../../../shared/fields/options';
import { wrongTokenRequest } from '../../../shared/n8n/wrongToken';
import { check } from '../../check/check';
import type { ItemOperation } from '../../operation';

/** Finds out how the user's service speaks (docs/reference/credential.md). */
export const run: ItemOperation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run connection check',
		description:
			'Find out by reading which parameter names and habits your service has, and what to enter in the credential',
	},
	fields: [optionsWith()],
	requests: [
		{
			route: 'GET /v2/accountingdocuments',
			basis: 'specification 4',
			assumption: 'None: it finds out which assumptions hold',
		},
		{ route: 'POST /v2/search/accountingdocuments', basis: 'specification 4' },
	],
	output: {
		assumption: 'text',
		assumed: 'text',
		verdict: 'text',
		evidence: 'text',
		enter: 'json',
	},
	oncePerInput: true,
	async run({ client, host }) {
		return await check(client, await wrongTokenRequest(host, client, '/v2/accountingdocuments'));
	},
};
