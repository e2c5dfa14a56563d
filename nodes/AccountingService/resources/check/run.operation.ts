import { assumedRoutes } from '../../../shared/client/settings';
import { advancedWith } from '../../../shared/fields/options';
import { check } from '../../check/check';
import type { ItemOperation } from '../../operation';
import { readRequest } from '../../write/change';

/** Finds the settings for the user's service (docs/reference/credential.md). */
export const run: ItemOperation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run connection check',
		description:
			'Find the parameter names of your service and what to enter in the credential. Changes no data.',
	},
	fields: [advancedWith()],
	requests: [
		{
			route: 'GET /v2/accountingdocuments',
			basis: 'document-lists [S]',
			assumption: 'None: it tests the assumptions, also with a request to each assumed path',
		},
		{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
		readRequest,
		{
			route: assumedRoutes.downloadPdfPath,
			basis: 'one-document [I]',
			assumption: 'The path; can be changed in the credential (Path of Download PDF)',
		},
		{
			route: assumedRoutes.searchContactsPath,
			basis: 'contacts [I]',
			assumption: 'The path; can be changed in the credential (Path of Search Contacts)',
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
		// The output table cuts off a long text, so the hint repeats it.
		if (verdict !== 'ready')
			hint([`Connection Check: ${verdict}.`, evidence, enter].join(' ').trim());
		return items;
	},
};
