/** The token exchange (docs/api/requests.md#token-exchange). Tokens expire in time, and tests can expire them. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

import type { SandboxOptions } from '../options';
import { type Answer, record, Refusal } from './answers';
import type { Operations } from './operations';

const tokenRequest = z.strictObject({ appId: z.string().min(1), appSecret: z.string().min(1) });
export const tokenAnswer = z.strictObject({
	access_token: z.string().min(1),
	/** Seconds. */
	expires_in: z.int().positive(),
	token_type: z.literal('Bearer'),
	refresh_token: z.string().min(1),
});
type TokenAnswer = z.infer<typeof tokenAnswer>;

export type Judgement = {
	verdict: 'valid' | 'expired' | 'missing' | 'unknown';
	tokenId?: number;
	appId?: string;
};

const LIFETIME_SECONDS = 3600;

type Issued = { id: number; appId: string; expiresAtMs: number };

export class Tokens {
	private readonly issued = new Map<string, Issued>();
	/** Secrets by application. */
	private readonly secrets = new Map<string, string>();
	private count = 0;

	constructor(
		private readonly options: Pick<
			SandboxOptions,
			'validTokens' | 'expiredStatus' | 'appId' | 'appSecret'
		>,
		private readonly keepSecret: (secret: string) => void,
	) {
		this.register(options.appId, options.appSecret);
	}

	/** Adds an application, or changes the secret of an existing one: its tokens expire. */
	register(appId: string, appSecret: string): void {
		this.keepSecret(appSecret);
		this.secrets.set(appId, appSecret);
		for (const token of this.issued.values()) if (token.appId === appId) token.expiresAtMs = 0;
	}

	/** `expires_in` is in seconds. */
	private issue(appId: string): TokenAnswer {
		const kept = { all: Infinity, latest: 1 }[this.options.validTokens];
		for (const token of this.issued.values())
			if (token.id <= this.count + 1 - kept) token.expiresAtMs = 0;
		const access = randomBytes(24).toString('base64url');
		const refresh = randomBytes(24).toString('base64url');
		this.keepSecret(access);
		this.keepSecret(refresh);
		this.issued.set(access, {
			id: ++this.count,
			appId,
			expiresAtMs: Date.now() + LIFETIME_SECONDS * 1000,
		});
		return {
			access_token: access,
			expires_in: LIFETIME_SECONDS,
			token_type: 'Bearer',
			refresh_token: refresh,
		};
	}

	operations(): Operations<'token'> {
		return {
			token: {
				kind: 'read',
				method: 'POST',
				path: '/auth/token',
				basis: 'token-exchange [S]',
				carries: 'json',
				answer: (call) => {
					const { appId, appSecret } = call.record(tokenRequest);
					if (this.secrets.get(appId) === appSecret) return record(this.issue(appId));
					const message = 'The application id or the application secret is wrong';
					throw new Refusal(401, 'wrong_credentials', message);
				},
			},
		};
	}

	/** The refusal of a request without a valid token; undefined if it has one. */
	refusal(authorization: string | undefined): Answer | undefined {
		const { verdict } = this.judge(authorization);
		if (verdict === 'valid') return undefined;
		const status = verdict === 'expired' ? this.options.expiredStatus : 401;
		return new Refusal(status, `token_${verdict}`, `The access token is ${verdict}`).answer;
	}

	judge(authorization: string | undefined): Judgement {
		const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
		if (token === undefined) return { verdict: 'missing' };
		const found = this.issued.get(token);
		if (found === undefined) return { verdict: 'unknown' };
		const { id: tokenId, appId, expiresAtMs } = found;
		return { verdict: Date.now() < expiresAtMs ? 'valid' : 'expired', tokenId, appId };
	}

	expireAll(): void {
		for (const token of this.issued.values()) token.expiresAtMs = 0;
	}
}
