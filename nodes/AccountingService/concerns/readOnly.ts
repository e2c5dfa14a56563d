import { refusedByReadOnly } from '../../shared/n8n/readOnly';
import type { Concern, Execution } from '../execution';
import { isChange } from '../operation';

/** Read Only of the credential, before the first request. The credential refuses a change at the request only (authentication.ts). */
export const readOnly = ({ operation }: Execution): Concern => ({
	before(call) {
		if (!call.client.connection.isReadOnly || !isChange(operation, call.form)) return;
		if (!call.preview) {
			throw refusedByReadOnly('the node did not run this operation, which changes data');
		}
		call.hint('Read Only is on in the credential, so a run would be refused.');
	},
});
