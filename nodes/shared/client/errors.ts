/** Failures by what the user can do about them. The service publishes no status code other than 400. */
export type FailureKind =
	| 'badInput'
	| 'wrongCredential'
	| 'forbidden'
	| 'notFound'
	| 'rejected'
	| 'rateLimited'
	| 'serviceTrouble'
	| 'notTheService'
	| 'responseTooLarge'
	| 'redirected'
	| 'unreachable'
	| 'timeout'
	| 'outcomeUnknown'
	| 'incomplete'
	| 'cancelled';

/**
 * What a failed request did:
 * `none` - nothing, so a retry is safe;
 * `refused` - the service rejected it and would reject it again;
 * `open` - unknown: the change may or may not have been made.
 */
export type Effect = 'none' | 'refused' | 'open';

export interface FailureDetails {
	/** What to do next, in the user's words. */
	description: string;
	/** HTTP status of the response, if there was one. */
	status?: number;
	/** Further advice, by the option that it mentions. Shown only if the form has that option. */
	withOption?: Readonly<Record<string, string>>;
	/** Names of the affected parameters or fields. */
	fields?: string[];
	/** The wait that the service requests, e.g. in Retry-After. */
	retryAfterMs?: number;
	/** The service's message, shown after the description. */
	serviceMessage?: string;
	/** By which the service finds the request in its logs, shown after its message. */
	requestId?: string;
	/** Error code of the connection, e.g. ECONNRESET, shown after the description. */
	code?: string;
	/** Default: `refused`. */
	effect?: Effect;
	/** The failure may be transient. */
	isTransient?: boolean;
	/** The error that a readable success response to a change contained. */
	refusal?: ServiceError;
	/** The kind of the failure that left the outcome of a change unknown. */
	doubtFrom?: FailureKind;
}

/**
 * A failure with messages for the user. It never contains the request, the response or a cause: n8n stores errors with
 * the execution, and those hold tokens and customer data.
 */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	readonly description: string;

	/** The description without the code of a network failure, for which n8n would show its own generic message. */
	readonly descriptionWithoutCode: string;

	readonly status?: number;

	readonly fields: string[];

	readonly retryAfterMs?: number;

	readonly effect: Effect;

	readonly isTransient: boolean;

	readonly refusal?: ServiceError;

	readonly doubtFrom?: FailureKind;

	constructor(
		readonly kind: FailureKind,
		message: string,
		private readonly details: FailureDetails,
	) {
		super(message);
		const { description, serviceMessage = '', requestId = '', code = '' } = details;
		// The code is in the description, because n8n replaces a message that contains a code with its own.
		const quoted = serviceMessage && `The service says: ${serviceMessage}`;
		const request = requestId && `Request ID: ${requestId}.`;
		const parts = (...more: string[]) =>
			[description, quoted, request, ...more].filter(Boolean).join(' ');
		this.descriptionWithoutCode = parts();
		this.description = parts(code && `Error code: ${code}.`);
		this.status = details.status;
		this.fields = details.fields ?? [];
		this.retryAfterMs = details.retryAfterMs;
		this.effect = details.effect ?? 'refused';
		this.isTransient = details.isTransient ?? false;
		this.refusal = details.refusal;
		this.doubtFrom = details.doubtFrom;
	}

	/** Whether the service understood the request and refused it, for example a page past the end or an unknown name. */
	get isRefusal(): boolean {
		return !this.isTransient && (this.kind === 'rejected' || this.kind === 'notFound');
	}

	/** The same failure with other details. */
	copyWith(changes: Partial<FailureDetails>): ServiceError {
		return new ServiceError(this.kind, this.message, { ...this.details, ...changes });
	}

	/** The same failure in words of the form. What the service says stays. */
	inWordsOfForm(message: string, changes: Partial<FailureDetails>): ServiceError {
		return new ServiceError(this.kind, message, { ...this.details, ...changes });
	}

	withRequestId(requestId: string): ServiceError {
		return requestId === '' ? this : this.copyWith({ requestId });
	}

	/** The same failure in a success response to a change. */
	inSuccess(): ServiceError {
		return this.copyWith({ effect: 'open', refusal: this });
	}

	/** The same failure with advice about the options that the form has. */
	forOptions(names: ReadonlySet<string>): ServiceError {
		const { withOption = {}, description } = this.details;
		const advice = Object.entries(withOption).flatMap(([name, text]) =>
			names.has(name) ? [text] : [],
		);
		if (advice.length === 0) return this;
		return this.copyWith({
			description: [description, ...advice].join(' '),
			withOption: undefined,
		});
	}

	/** The same failure with a prefix: "Row 3: …" */
	at(place: string): ServiceError {
		return new ServiceError(this.kind, `${place}: ${this.message}`, this.details);
	}

	/** The same failure with another sentence in the message. */
	addToMessage(sentence: string): ServiceError {
		return new ServiceError(this.kind, `${this.message}. ${sentence}`, this.details);
	}

	/** The same failure with another sentence before the service's message and the code. */
	addAdvice(sentence: string): ServiceError {
		return this.copyWith({ description: `${this.details.description} ${sentence}` });
	}

	/**
	 * The failure of a change with an unknown outcome. It never suggests a retry.
	 * @param sent method and path
	 * @param activity "creating an accounting document"
	 * @param whereToLook a sentence without a period: "Look at the newest documents"
	 */
	outcomeUnknown(sent: string, activity: string, whereToLook: string): ServiceError {
		const { refusal } = this;
		const response = refusal ? '' : ` Response: ${this.message}.`;
		return new ServiceError(
			'outcomeUnknown',
			refusal
				? `${refusal.message}. The change may or may not have been made`
				: `The service did not confirm ${activity}: the change may or may not have been made`,
			{
				...this.details,
				description: `Request: ${sent}.${response} ${whereToLook} before you run this again, so that nothing is done twice.`,
				effect: 'open',
				isTransient: false,
				withOption: undefined,
				doubtFrom: this.kind,
			},
		);
	}
}

/** Rejects the value of a form field. */
export function refuseInput(field: string, message: string, description: string): never {
	throw new ServiceError('badInput', message, { description, fields: [field] });
}

/**
 * The word "canceled" in the message makes n8n show the execution as cancelled instead of failed.
 * @param mayBeDone whether a change had been sent
 */
export function cancelledWhile(activity: string, mayBeDone = false): ServiceError {
	return new ServiceError('cancelled', `The execution was canceled while ${activity}`, {
		description: mayBeDone
			? 'The request had already been sent, so the change may or may not have been made. Check in the service before you run this again.'
			: 'This request changed nothing. Run the workflow again when you need it.',
		effect: mayBeDone ? 'open' : 'none',
	});
}

/** Advice for a response that was too large or too slow. */
export const shorterResponses = { pageSize: 'Lower Options > Page Size for shorter responses.' };

/** What happened to an incomplete response, and what to do next. */
export const truncatedResponse = [
	'The response was cut off or damaged',
	'Try again later. If it happens again, check whether a proxy or gateway cuts off or changes responses.',
] as const;

export type Result<T> = { value: T; failure?: undefined } | { failure: ServiceError };

/** Returns a ServiceError instead of throwing it. Other errors are thrown. For an optional read: {@link optionally}. */
export async function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
	return await work().then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (thrown instanceof ServiceError) return { failure: thrown };
			throw thrown;
		},
	);
}

/**
 * For a probe or an optional read, without which the work goes on.
 * @throws ServiceError (cancelled) and whatever is no ServiceError: after Stop, nothing goes on
 */
export async function optionally<T>(work: () => Promise<T>): Promise<Result<T>> {
	const result = await toResult(work);
	if (result.failure?.kind === 'cancelled') throw result.failure;
	return result;
}
