import { oneRecord } from '../../kinds/oneRecord';
import { documentRecord } from '../../../shared/documents/documentRecord';
import { token, tokenRequest } from './permalinkToken';

export const getByToken = oneRecord({
	name: 'Get by Permalink Token',
	value: 'getByToken',
	action: 'Get invoice or other document by link or permalink token',
	description: 'Fetch one accounting document by a link to it, or by its permalink token',
	activity: 'fetching the accounting document with this permalink token',
	...tokenRequest,
	path: { token },
	id: 'token',
	idField: 'permalinkToken',
	record: documentRecord,
});
