import { pause, type CancelSignal } from './deadline';
import type { ServiceError } from './errors';

/** The access token that a request was sent with. */
export interface SentToken {
	/** Infinity unless it is the latest token of this process. */
	ageMs: number;
	/** Whether the service has accepted it for an earlier request. */
	wasAccepted: boolean;
	/**
	 * Whether another process has a newer one; undefined if that cannot be known. A service may end a token when it issues
	 * the next one.
	 */
	isReplaced(): Promise<boolean | undefined>;
	/** Never sends it again. */
	refuse(): void;
}

export interface Rights {
	/** Whether a 403 persisted with a new token. */
	isForbidden: boolean;
}

/** Replicas of a service may learn a new token late. The client retries with growing pauses, one second in total. */
const learningMs = 2000;
const maxPauses = 4;
const pauseMs = 100;

/** Milliseconds. A token younger than this cannot have expired. */
export const newForMs = 60_000;

/**
 * Processes that share a credential may end each other's tokens, until one of them has stored the token of all
 * (docs/api/behaviours.md#healthy-services).
 */
const maxRenewals = 4;

/** Whether a request is sent again after 401 or 403, with the same token or a new one. */
export class TokenRenewal {
	private renewals = 0;
	private pauses = 0;

	constructor(
		private readonly rights: Rights,
		private readonly isWrite: boolean,
		private readonly signal?: CancelSignal,
	) {}

	/**
	 * Resolves when the request is to be sent again.
	 * @throws the failure itself otherwise
	 */
	async after(failure: ServiceError, token: SentToken): Promise<void> {
		if (failure.status === 401) await this.afterUnauthorized(failure, token);
		else if (failure.status === 403) this.afterForbidden(failure, token);
		else throw failure;
	}

	/** 401 proves that the service did nothing, so a write is sent again too. */
	private async afterUnauthorized(failure: ServiceError, token: SentToken): Promise<void> {
		const isReplaced = token.ageMs < newForMs ? await token.isReplaced() : false;
		const mayBeLearned = token.ageMs < learningMs && this.pauses < maxPauses;
		if (mayBeLearned && isReplaced !== true && !this.signal?.aborted) {
			await pause(++this.pauses * pauseMs, this.signal);
			return;
		}
		token.refuse();
		// A new token that the service has never accepted: the failure is about the application. If another process may have
		// ended the token, only a second one proves that.
		const isNew = token.ageMs < newForMs && !token.wasAccepted && isReplaced !== true;
		const isProof = isNew && this.renewals > (isReplaced === undefined ? 1 : 0);
		if (this.renewals >= maxRenewals || isProof) throw failure;
		this.renew();
	}

	/** A service may answer 403 to an expired token. It may be about permissions, so a write is not sent again. */
	private afterForbidden(failure: ServiceError, token: SentToken): void {
		if (this.rights.isForbidden) throw failure;
		const isNew = token.ageMs < newForMs;
		const isLast = this.renewals >= 2 || (this.renewals > 0 && isNew);
		if (isLast) this.rights.isForbidden = true;
		const isEnd = isLast || this.isWrite;
		if (!isEnd || !isNew) token.refuse();
		if (isEnd) throw failure;
		this.renew();
	}

	private renew(): void {
		this.renewals++;
		// Replicas may learn the next token late too.
		this.pauses = 0;
	}
}
