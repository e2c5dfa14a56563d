import type { IDataObject } from 'n8n-workflow';

import type { DeclaredRequest, OperationCall } from '../operation';
import type { FilledRequest } from './declared';

/** A stated rule of the service that only what it holds already can break (contract of writes, 4). */
export interface Precondition {
	/** How what it holds is read. */
	request: DeclaredRequest;
	/** @throws ServiceError (badInput) that names the field and the rule, and that of the reading */
	check(call: OperationCall, filled: FilledRequest, body: IDataObject): Promise<void>;
}
