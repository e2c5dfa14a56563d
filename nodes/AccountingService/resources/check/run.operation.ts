import { assumedRoutes } from '../../../shared/client/settings';
import { advancedWith } from '../../../shared/fields/options';
import { check } from '../../check/check';
import type { ItemOperation } from '../../operation';

/** Finds out how the user's service speaks (docs/reference/credential.md). */
export const run: ItemOperation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run connection check',
		description:
			'Find out by reading which parameter names your service uses, and what to enter in the credential',
	},
	fields: [advancedWith()],
	requests: [
		{
			route: 'GET /v2/accountingdocuments',
			basis: 'document-lists [S]',
			assumption:
				'None: it finds out which assumptions hold, also by a GET request to each assumed path',
		},
		{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
		{
			route: assumedRoutes.documentPath,
			basis: 'one-document [I]',
			assumption: 'The path; can be changed in the credential (Path of Get Document)',
		},
	],
	output: {
		about: 'text',
		verdict: 'text',
		enter: 'text',
		evidence: 'text',
		notFoundOut: 'text',
	},
	oncePerInput: true,
	async run({ client, hint }) {
		const items = await check(client);
		const [{ verdict, evidence, enter }] = items;
		// The table shows a long text in part only; above it, users find it.
		if (verdict !== 'ready')
			hint([`Connection Check: ${verdict}.`, evidence, enter].join(' ').trim());
		return items;
	},
};
