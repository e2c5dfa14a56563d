import { ServiceError } from '../../shared/client/errors';
import type { Progress } from './progress';

/** @throws ServiceError always: the failure, with how far the export had come */
export function stoppedExport(failure: unknown, progress: Progress): never {
	const soFar = `The export stopped ${progress.text()}, and no file was kept`;
	if (failure instanceof ServiceError) {
		const { kind, message, description, status, fields, retryAfterMs } = failure;
		throw new ServiceError(kind, `${message}. ${soFar}`, {
			...{ description, status, fields, retryAfterMs },
		});
	}
	const text = failure instanceof Error ? failure.message : String(failure);
	// n8n replaces the whole message of an error that names a code such as ENOSPC.
	const reason = text.replace(/\bE[A-Z]{3,}\b:?\s*/g, '');
	throw new ServiceError('incomplete', `n8n could not store the file: ${reason}. ${soFar}`, {
		description:
			'Check the free space and the size limit of where n8n stores binary data, and set "Max Documents per File" in the file options to make smaller files.',
	});
}
