/** The token exchange of section 5: tokens that are issued, really expire, and can be ended from outside. */
import { randomBytes } from 'node:crypto';

import type { TokenAnswer } from '../types';
import type { SandboxOptions } from '../options';

export type Judgement = { verdict: 'valid' | 'expired' | 'missing' | 'unknown'; tokenId?: number };

type Issued = { id: number; expiresAtMs: number };

export class Tokens {
	private readonly issued = new Map<string, Issued>();
	private count = 0;

	constructor(
		private readonly options: Pick<SandboxOptions, 'tokenLifetimeSeconds' | 'validTokens'>,
		private readonly keepSecret: (secret: string) => void,
	) {}

	/** `expires_in` is in seconds. */
	issue(): TokenAnswer {
		if (this.options.validTokens === 'latest') this.expireAll();
		const access = randomBytes(24).toString('base64url');
		const refresh = randomBytes(24).toString('base64url');
		this.keepSecret(access);
		this.keepSecret(refresh);
		const { tokenLifetimeSeconds } = this.options;
		this.issued.set(access, {
			id: ++this.count,
			expiresAtMs: Date.now() + tokenLifetimeSeconds * 1000,
		});
		return {
			access_token: access,
			expires_in: tokenLifetimeSeconds,
			token_type: 'Bearer',
			refresh_token: refresh,
		};
	}

	judge(authorization: string | undefined): Judgement {
		const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
		if (token === undefined) return { verdict: 'missing' };
		const found = this.issued.get(token);
		if (found === undefined) return { verdict: 'unknown' };
		return { verdict: Date.now() < found.expiresAtMs ? 'valid' : 'expired', tokenId: found.id };
	}

	expireAll(): void {
		for (const token of this.issued.values()) token.expiresAtMs = 0;
	}
}
