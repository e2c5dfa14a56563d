import { ServiceError } from '../../shared/client/errors';
import type { Progress } from './progress';
import { reasonOf } from './store';

/**
 * @param stored files that n8n has stored by now; nothing refers to them any more
 * @throws ServiceError always: the failure, with how far the export had come
 */
export function stoppedExport(failure: unknown, progress: Progress, stored: number): never {
	const soFar = `The export stopped ${progress.text()}, and ${
		stored === 0 ? 'no file was kept' : keptFiles(stored)
	}`;
	if (failure instanceof ServiceError) {
		const { kind, message, description, status, fields, retryAfterMs } = failure;
		throw new ServiceError(kind, `${message}. ${soFar}`, {
			...{ description, status, fields, retryAfterMs },
		});
	}
	const reason = reasonOf(failure);
	throw new ServiceError('incomplete', `n8n could not store the file: ${reason}. ${soFar}`, {
		description:
			'Check the free space and the size limit of where n8n stores binary data, and set "Max Documents per File" in the file options to make smaller files.',
	});
}

function keptFiles(stored: number): string {
	const files = stored === 1 ? '1 file that was' : `${stored} files that were`;
	return `${files} finished before ${stored === 1 ? 'stays' : 'stay'} in the store of n8n without an item, until the execution is deleted`;
}
