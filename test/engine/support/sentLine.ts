import type { IDataObject } from 'n8n-workflow';

import { create, documentsPath } from './create';
import { smallService } from './smallService';
import { searchPath, type Parameters } from './withSandbox';

/** A line of an invoice, and the request for it, as bytes, because digits count. */
export async function sentFor(entered: IDataObject, changes: Parameters = {}) {
	const { arrived, run } = await smallService({
		answer: ({ path }) => (path === searchPath ? [] : { id: 1 }),
	});
	const parameters = create({ lineItemsJson: JSON.stringify([entered]), ...changes });
	const { error, hints } = await run(parameters);
	const [post] = arrived.filter(({ path }) => path === documentsPath);
	return {
		hints,
		message: error?.message,
		line: /"lineItems":\[(.*?)\]/.exec(post?.body ?? '')?.[1],
	};
}
