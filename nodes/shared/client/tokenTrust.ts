import type { ServiceError } from './errors';

/** A token accepted so shortly ago has not ended: a refusal is what it looks like. */
const stillGoodMs = 60_000;

/**
 * Whether a refusal may be one of the token. Services answer a token that has ended with 401, but also
 * with 403, 400, a login page or a redirect. One of a whole connection, however many clients share it.
 */
export class TokenTrust {
	/** A new token did not cure such a refusal; further ones are believed. */
	private believesRefusals = false;

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
		if (this.believesRefusals) return false;
		const isSuspected =
			status === 403
				? !isNew || !isAgain
				: // A web page, a redirect or a 400 is more often what it looks like.
					!isNew && performance.now() - this.lastGoodAt > stillGoodMs;
		if (isAgain && !isSuspected) this.believesRefusals = true;
		return isSuspected;
	}
}
