import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { AccountingService } from '../../../nodes/AccountingService/AccountingService.node';
import { loadOptionsContext } from './contexts';
import type { Bench } from './withSandbox';

type Method = keyof AccountingService['methods']['listSearch'];

/** Opens a list of the form as the editor does. */
export async function pick(
	{ credentials }: Pick<Bench, 'credentials'>,
	method: Method,
	filter?: string,
	token?: string,
	parameters: INodeParameters = {},
): Promise<INodeListSearchResult> {
	const host = loadOptionsContext(credentials, parameters);
	return await new AccountingService().methods.listSearch[method].call(host, filter, token);
}
