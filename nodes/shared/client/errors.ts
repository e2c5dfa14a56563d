/** The classes of trouble that a user can act on. Status codes other than 400 are not published. */
export type FailureKind =
	| 'badInput'
	| 'wrongCredential'
	| 'forbidden'
	| 'notFound'
	| 'rejected'
	| 'rateLimited'
	| 'serviceTrouble'
	| 'notTheService'
	| 'redirected'
	| 'unreachable'
	| 'timeout'
	| 'incomplete'
	| 'cancelled';

export interface FailureDetails {
	/** What to do next, in the user's words. */
	description: string;
	/** HTTP status of the answer, where there was one. */
	status?: number;
	/** Names of the parameters or fields concerned. */
	fields?: string[];
	/** How long the service asked to be left alone. */
	retryAfterMs?: number;
}

/**
 * What went wrong, in words. Carries no request, no answer and no cause, since n8n stores a thrown
 * error with the execution and those hold tokens and customers' data.
 */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	readonly description: string;

	readonly status?: number;

	readonly fields: string[];

	readonly retryAfterMs?: number;

	constructor(
		readonly kind: FailureKind,
		message: string,
		details: FailureDetails,
	) {
		super(message);
		this.description = details.description;
		this.status = details.status;
		this.fields = details.fields ?? [];
		this.retryAfterMs = details.retryAfterMs;
	}
}

/** @throws ServiceError always; for a form field that cannot be sent */
export function refuseInput(field: string, message: string, description: string): never {
	throw new ServiceError('badInput', message, { description, fields: [field] });
}

/** n8n tells a cancelled execution from a failed one by the word "canceled" in the message. */
export function cancelledWhile(what: string): ServiceError {
	return new ServiceError('cancelled', `The execution was canceled while ${what}`, {
		description: 'Start the workflow again when you want the data.',
	});
}

/** What the service said about itself: the published ValidationError shape (facts, section 4). */
export interface ServiceSaid {
	text: string;
	fields: string[];
}

/** Reads the service's own message out of an error body; other shapes give nothing. */
export function readServiceMessage(body: unknown): ServiceSaid {
	if (typeof body !== 'object' || body === null) return { text: '', fields: [] };
	const { message, code, fieldsAffected } = body as Record<string, unknown>;
	const affected = Array.isArray(fieldsAffected) ? fieldsAffected : [];
	const fields: string[] = [];
	const parts: string[] = [];
	for (const entry of affected) {
		if (typeof entry !== 'object' || entry === null) continue;
		const field = entry as Record<string, unknown>;
		const name = typeof field.name === 'string' ? field.name : '';
		const text = typeof field.message === 'string' ? field.message : '';
		if (name !== '') fields.push(name);
		if (name !== '' || text !== '') parts.push([name, text].filter(Boolean).join(': '));
	}
	const own = typeof message === 'string' && message !== '' ? message : code;
	const texts = [typeof own === 'string' ? own : '', parts.join('; ')].filter(Boolean);
	return { text: texts.join(' — ').slice(0, 500), fields };
}

/** Whether a body is the published ValidationError rather than a record or a list. */
export function looksLikeServiceError(body: unknown): boolean {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
	if ('id' in body) return false;
	return 'fieldsAffected' in body || ('message' in body && 'code' in body) || 'error' in body;
}

const quoted = (said: ServiceSaid) => (said.text === '' ? '' : ` The service says: ${said.text}`);

/**
 * Maps a status that is not 2xx to a failure. Only 400 with ValidationError is published (facts,
 * section 4); the other statuses are read with their standard HTTP meaning.
 */
export function failureOfStatus(
	status: number,
	body: unknown,
	what: string,
	retryAfterMs?: number,
): ServiceError {
	const said = readServiceMessage(body);
	const details = (description: string) => ({
		description: `${description}${quoted(said)}`,
		status,
		fields: said.fields,
		retryAfterMs,
	});
	if (status === 401) {
		return new ServiceError(
			'wrongCredential',
			`The service refused the access token while ${what}`,
			details(
				'A new token was requested and refused as well. Check the App ID and App Secret in the credential, and that the application is still active in the settings of the service.',
			),
		);
	}
	if (status === 403) {
		return new ServiceError(
			'forbidden',
			`The service does not allow this application to go on while ${what}`,
			details(
				'Check in the settings of the service what the application may access, or use the credential of another application.',
			),
		);
	}
	if (status === 404 || status === 410) {
		return new ServiceError(
			'notFound',
			`The service found nothing while ${what}`,
			details('Check the ID or token: it may be mistyped, removed, or of another organization.'),
		);
	}
	if (status === 429) {
		return new ServiceError(
			'rateLimited',
			`The service asked for fewer requests while ${what}`,
			details(
				'The node waited and tried again as often as allowed. Lower Parallel Pages, or run the workflow at another time.',
			),
		);
	}
	if (status >= 500) {
		return new ServiceError(
			'serviceTrouble',
			`The service had trouble of its own (HTTP ${status}) while ${what}`,
			details('The request itself may be fine: try again later.'),
		);
	}
	if (status >= 300 && status < 400) {
		return new ServiceError(
			'redirected',
			`The service pointed to another address (HTTP ${status}) while ${what}`,
			details(
				'The token is never sent to another address. Enter the final address of the service as Base URL in the credential.',
			),
		);
	}
	return new ServiceError(
		'rejected',
		said.text === ''
			? `The service rejected the request (HTTP ${status}) while ${what}`
			: `The service rejected the request while ${what}: ${said.text}`,
		{
			description:
				said.fields.length > 0
					? `Correct ${said.fields.join(', ')}. If a parameter name is unknown to your service, change it in the credential under "Customize Parameter Names".`
					: 'Check the values of this node. If a parameter name is unknown to your service, change it in the credential under "Customize Parameter Names".',
			status,
			fields: said.fields,
		},
	);
}
