import { pause, type CancelSignal } from './deadline';
import type { ServiceError } from './errors';
import { newForMs } from './token';

/** The access token that a request was sent with. */
export interface SentToken {
	/** Infinity unless it is the latest token of this process. */
	ageMs: number;
	/** Whether another process has stored a newer one. A service may end a token when it issues the next one. */
	isReplaced(): Promise<boolean>;
	/** Never sends it again. @returns how many tokens of this process were refused early in a row */
	refuse(): number;
}

export interface Rights {
	/** Whether a 403 persisted with a new token. */
	isForbidden: boolean;
}

/** Replicas of a service may learn a new token up to a second late (docs/api/behaviours.md#healthy-services). */
const learningMs = 2000;
const pausesMs = [200, 800];

/**
 * Processes that share a credential may end each other's tokens, until one of them has stored its token for all. The
 * waits between them grow (n8n/sender.ts), so this many refused in a row show that the service accepts none
 * (docs/api/behaviours.md#healthy-services).
 */
export const maxEarlyRefusals = 4;

/** For a service that refuses this request with every token, and accepts others. */
const maxRenewals = 8;

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
		const mayBeLearned = token.ageMs < learningMs && this.pauses < pausesMs.length;
		if (mayBeLearned && !this.signal?.aborted && !(await token.isReplaced())) {
			await pause(pausesMs[this.pauses++], this.signal);
			return;
		}
		if (token.refuse() >= maxEarlyRefusals || this.renewals >= maxRenewals) throw failure;
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
