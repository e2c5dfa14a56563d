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
	| 'answerTooLarge'
	| 'redirected'
	| 'unreachable'
	| 'timeout'
	| 'outcomeUnknown'
	| 'incomplete'
	| 'cancelled';

/**
 * What is certain about the work of a request that has failed:
 * `none` - it was not begun, so sending again does nothing twice;
 * `refused` - it was looked at and refused, so sending again brings the same refusal;
 * `open` - it may or may not have been done.
 */
export type Effect = 'none' | 'refused' | 'open';

export interface FailureDetails {
	/** What to do next, in the user's words. */
	description: string;
	/** HTTP status of the answer, where there was one. */
	status?: number;
	/** Further advice, by the name of the option that a form must have for it to be of use. */
	withOption?: Readonly<Record<string, string>>;
	/** Names of the parameters or fields concerned. */
	fields?: string[];
	/** The wait that the service asks for, such as Retry-After. */
	retryAfterMs?: number;
	/** The service's own words; shown after the description. */
	serviceMessage?: string;
	/** The code of a connection that failed, such as ECONNRESET; shown after the description. */
	code?: string;
	/** `refused` unless given. */
	effect?: Effect;
	/** The same request may well succeed a little later. */
	mayPass?: boolean;
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

	readonly effect: Effect;

	readonly mayPass: boolean;

	constructor(
		readonly kind: FailureKind,
		message: string,
		private readonly details: FailureDetails,
	) {
		super(message);
		const { description, serviceMessage = '', code = '' } = details;
		// A code stands in the description: n8n replaces a message that contains one with its own.
		const quoted = serviceMessage && `The service says: ${serviceMessage}`;
		this.description = [description, quoted, code && `(${code})`].filter(Boolean).join(' ');
		this.status = details.status;
		this.fields = details.fields ?? [];
		this.retryAfterMs = details.retryAfterMs;
		this.effect = details.effect ?? 'refused';
		this.mayPass = details.mayPass ?? false;
	}

	/** The same failure, seen differently. */
	but(changes: Partial<FailureDetails>): ServiceError {
		return new ServiceError(this.kind, this.message, { ...this.details, ...changes });
	}

	/** The same failure with the advice that only a form with these options can follow. */
	forOptions(names: ReadonlySet<string>): ServiceError {
		const { withOption = {}, description } = this.details;
		const advice = Object.entries(withOption).flatMap(([name, text]) =>
			names.has(name) ? [text] : [],
		);
		if (advice.length === 0) return this;
		return this.but({ description: [description, ...advice].join(' '), withOption: undefined });
	}

	/** The same failure with its place: "Item 3: …" */
	at(place: string): ServiceError {
		return new ServiceError(this.kind, `${place}: ${this.message}`, this.details);
	}

	/** The same failure with a sentence more; the service's words and the code stay at the end, once. */
	and(sentence: string): ServiceError {
		return this.but({ description: `${this.details.description} ${sentence}` });
	}

	/**
	 * The failure of a change that may or may not have been done: never "try again later".
	 * @param sent method and path
	 * @param what "creating an accounting document"
	 * @param whereToLook a sentence without its end
	 */
	outcomeUnknown(sent: string, what: string, whereToLook: string): ServiceError {
		return new ServiceError(
			'outcomeUnknown',
			`No clear answer came while ${what}: it may or may not have been done`,
			{
				...this.details,
				description: `Request: ${sent}. Response: ${this.message}. ${whereToLook} before you send it again: a second request could do it twice.`,
				effect: 'open',
				mayPass: false,
				withOption: undefined,
			},
		);
	}
}

/** @throws ServiceError always; for a form field that cannot be sent */
export function refuseInput(field: string, message: string, description: string): never {
	throw new ServiceError('badInput', message, { description, fields: [field] });
}

/**
 * n8n tells a cancelled execution from a failed one by the word "canceled" in the message.
 * @param mayBeDone whether a change was on its way
 */
export function cancelledWhile(what: string, mayBeDone = false): ServiceError {
	return new ServiceError('cancelled', `The execution was canceled while ${what}`, {
		description: mayBeDone
			? 'The request was on its way: it may or may not have been done. Look in the service before you send it again.'
			: 'Start the workflow again when you want the data.',
		effect: mayBeDone ? 'open' : 'none',
	});
}

/** Advice for an answer that was too large or too slow, for a form of a list that is read in pages. */
export const shorterAnswers = { pageSize: 'A smaller Advanced > Page Size makes answers shorter.' };

/** What happened to an answer of which a part came, and what to do next. */
export const cutOff = [
	'The answer was cut off or damaged',
	'Try again later. If it stays, look whether a proxy or gateway in between cuts or changes answers.',
] as const;

export type Tried<T> = { value: T; failure?: undefined } | { failure: ServiceError };

/** Does something, and hands back a ServiceError in place of throwing it. Other errors are thrown. */
export async function tried<T>(work: () => Promise<T>): Promise<Tried<T>> {
	return await work().then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (thrown instanceof ServiceError) return { failure: thrown };
			throw thrown;
		},
	);
}
