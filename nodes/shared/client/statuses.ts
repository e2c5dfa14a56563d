import { ServiceError, type FailureKind } from './errors';
import { effectOfStatus, statusMayPass, waitInWords } from './retry';
import { readServiceMessage } from './said';

/**
 * Maps a status that is not 2xx to a failure. Only 400 with ValidationError is published (facts,
 * section 4); the other statuses are read with their standard HTTP meaning.
 * @param what finishes the sentence: "listing accounting documents"
 * @param hasIds whether the address names a record, which may not be there
 */
export function failureOfStatus(
	status: number,
	body: unknown,
	what: string,
	retryAfterMs?: number,
	hasIds = false,
): ServiceError {
	const wait = waitInWords(retryAfterMs);
	const asks = wait === undefined ? '' : ` It asks to wait ${wait} before the next request.`;
	const { text, fields } = readServiceMessage(body);
	const known = {
		status,
		fields,
		retryAfterMs,
		effect: effectOfStatus(status),
		mayPass: statusMayPass(status),
	};
	const failure = (kind: FailureKind, happened: string, description: string) =>
		new ServiceError(kind, `${happened} while ${what}`, { ...known, description, said: text });
	if (status === 401) {
		return failure(
			'wrongCredential',
			'The service refused the access token',
			'A new token was requested and refused as well. Check the App ID and App Secret in the credential, and that the application is still active in the settings of the service.',
		);
	}
	if (status === 403) {
		return failure(
			'forbidden',
			'The service does not allow this application to go on',
			`Check in the settings of the service what the application may access, or use the credential of another application.${asks}`,
		);
	}
	if (status === 404 || status === 410) {
		return failure(
			'notFound',
			'The service found nothing',
			hasIds
				? 'Check the ID or token: it may be mistyped, removed, or of another organization.'
				: 'The service does not know the address, or an ID among the values that were sent. Check those values, then the Base URL and the paths in the credential.',
		);
	}
	if (status === 429) {
		return failure(
			'rateLimited',
			'Rate limit reached (HTTP 429)',
			asks === ''
				? 'The node waited and retried as often as allowed. Run the workflow again in a few minutes.'
				: `${asks.trim()} Run the workflow again after that.`,
		).but({
			withOption: {
				parallelPages: 'Lower Parallel Pages to send fewer requests at once.',
				maxTries: 'Raise Max Tries to wait longer for the limit to end.',
			},
		});
	}
	if (status >= 500 || status === 408 || status === 425) {
		return failure(
			'serviceTrouble',
			`The service had trouble of its own (HTTP ${status})`,
			asks === ''
				? 'The request itself may be fine: try again later.'
				: `The request itself may be fine.${asks} Run the workflow again after that.`,
		);
	}
	if (status === 407) {
		return failure(
			'unreachable',
			'A proxy asks this n8n to sign in (HTTP 407)',
			'Set its user name and password where n8n is told of the proxy (HTTP_PROXY and HTTPS_PROXY).',
			// Those are words of the proxy, about no field of the service.
		).but({ said: '', fields: [] });
	}
	if (status === 206) {
		return failure(
			'notTheService',
			'Only a part of the answer came (HTTP 206)',
			'The node never asks for a part. Look whether a proxy or cache in between cuts answers.',
		);
	}
	if (status === 304) {
		return failure(
			'notTheService',
			'A cache answered that nothing has changed (HTTP 304)',
			'The node never asks for that. Look whether a proxy or cache in between answers in place of the service.',
		);
	}
	if (status >= 300 && status < 400) {
		return failure(
			'redirected',
			`The service pointed to another address (HTTP ${status})`,
			'The token is never sent to another address. Enter the final address of the service as Base URL in the credential.',
		);
	}
	const next =
		fields.length > 0 ? `Correct ${fields.join(', ')}.` : 'Check the values of this node.';
	return new ServiceError(
		'rejected',
		text === ''
			? `The service rejected the request (HTTP ${status}) while ${what}`
			: `The service rejected the request while ${what}: ${text}`,
		{
			...known,
			description: `${next} If a parameter name is unknown to your service, change it in the credential under "Customize Parameter Names"; the operation Connection Check finds out what to enter.`,
		},
	);
}
