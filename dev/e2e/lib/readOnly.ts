import { create } from '../../../test/engine/support/create';

/** The error of a write with a credential that is Read Only. */
export const refusedWrite = /^Read Only is on in the credential, so (the node|n8n) did not/;

/**
 * Parameters of our node that change something, by name.
 * @param document the value of an ID field
 */
export const writesOn = (document: string): Record<string, Record<string, unknown>> => ({
	Create: create(),
	Delete: {
		...{ resource: 'accountingDocument', operation: 'delete' },
		accountingDocumentId: { __rl: true, mode: 'id', value: document },
	},
	'API Request': {
		...{ resource: 'apiRequest', operation: 'send', method: 'POST', path: 'tasks' },
		...{ body: 'json', jsonBody: '{"title":"A"}', options: { changesSomething: 'no' } },
	},
});
