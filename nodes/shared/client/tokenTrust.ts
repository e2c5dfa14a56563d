import type { ServiceError } from './errors';

/** A token accepted so shortly ago has not ended, where nothing but a 400 that says nothing of it speaks for that. */
const stillGoodMs = 60_000;

/** Words of a 400 that a token which has ended may bring; codes for it are known by themselves (tokenEnded.ts). */
const wordsOfTokens = /expired|session|unauthori[sz]ed|authenticat|token (?:is|has|was)/i;

/**
 * Whether a refusal may be one of the token. Services answer a token that has ended with 401, but also
 * with 403, 400, a login page or a redirect. One of a whole connection, however many clients share it.
 */
export class TokenTrust {
	/** Refusals, by their status, that a new token did not cure; further ones are believed. */
	private readonly believed = new Set<number | undefined>();

	private lastGoodAt = -Infinity;

	accepted(): void {
		this.lastGoodAt = performance.now();
	}

	/**
	 * @param isNew the token was issued a moment ago
	 * @param isAgain the call was sent before, with another token
	 */
	suspects(refusal: ServiceError, isNew: boolean, isAgain: boolean): boolean {
		const { status, mayBeToken } = refusal;
		if (!mayBeToken) return false;
		if (status === 401) return !isNew || !isAgain;
		if (this.believed.has(status)) return false;
		const isSuspected = isAgain ? !isNew : this.mayHaveEnded(refusal, isNew);
		if (isAgain && !isSuspected) this.believed.add(status);
		return isSuspected;
	}

	private mayHaveEnded({ status, message }: ServiceError, isNew: boolean): boolean {
		if (status === 403) return true;
		// A token that nothing was answered with yet is none that has ended.
		if (isNew && this.lastGoodAt === -Infinity) return false;
		if (status !== 400 || wordsOfTokens.test(message)) return true;
		return !isNew && performance.now() - this.lastGoodAt > stillGoodMs;
	}
}
