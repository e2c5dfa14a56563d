/** Parameters of the node, and paths of the service: for the engine and for the real n8n. */
import type { NodeParameterValueType } from 'n8n-workflow';

export type Parameters = Record<string, NodeParameterValueType | object>;

export const listPath = '/v2/accountingdocuments';
export const searchPath = '/v2/search/accountingdocuments';

export const getAll = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'getAll',
	...changes,
});

export const search = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'search',
	...changes,
});

export const getByToken = (token: string, changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'getByToken',
	token: { __rl: true, mode: 'permalink', value: token },
	...changes,
});

/** The value of a picker whose ID was typed. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** The operation API Request: Send. */
export const send = (path: string, changes: Parameters = {}): Parameters => ({
	resource: 'apiRequest',
	operation: 'send',
	method: 'GET',
	path,
	...changes,
});
