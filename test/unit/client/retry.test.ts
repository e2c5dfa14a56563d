import fc from '../../property';

import {
	isTransientCode,
	defaultRetryPolicy,
	effectOfCode,
	effectOfStatus,
	mayRetry,
	nextDelayMs,
	requestedWaitMs,
	isTransientStatus,
	type RetryPolicy,
	waitInWords,
} from '../../../nodes/shared/client/retry';
import type { Effect, ServiceError } from '../../../nodes/shared/client/errors';
import { pause } from '../../../nodes/shared/client/deadline';

describe('nextDelayMs', () => {
	const policies = fc.record({
		maxTries: fc.integer({ min: 1, max: 10 }),
		maxTotalMs: fc.integer({ min: 0, max: 300_000 }),
		baseDelayMs: fc.integer({ min: 1, max: 2_000 }),
		maxDelayMs: fc.integer({ min: 1, max: 60_000 }),
	});

	it('keeps to the maximum tries, total time and wait', () => {
		fc.assert(
			fc.property(
				policies,
				fc.integer({ min: 1, max: 12 }),
				fc.integer({ min: 0, max: 300_000 }),
				fc.option(fc.oneof(fc.nat(120_000), fc.nat(10 ** 9)), { nil: undefined }),
				(policy, tried, elapsed, asked) => {
					const delay = nextDelayMs(policy, tried, elapsed, { retryAfterMs: asked });
					if (tried >= policy.maxTries) expect(delay).toBeUndefined();
					if (delay === undefined) return;
					expect(delay).toBeGreaterThanOrEqual(0);
					expect(elapsed + delay).toBeLessThanOrEqual(policy.maxTotalMs);
					// The node waits the full Retry-After, plus a jitter of at most a quarter of a wait.
					expect(delay).toBeGreaterThanOrEqual(asked ?? 0);
					expect(delay).toBeLessThanOrEqual(
						(asked ?? 0.75 * policy.maxDelayMs) + 0.25 * policy.maxDelayMs,
					);
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('grows: each wait is between half and all of a ceiling that doubles', () => {
		for (const tried of [1, 2, 3, 4]) {
			const ceiling = defaultRetryPolicy.baseDelayMs * 2 ** (tried - 1);
			const waits = Array.from({ length: 200 }, () =>
				Number(nextDelayMs(defaultRetryPolicy, tried, 0)),
			);
			expect(Math.min(...waits)).toBeGreaterThanOrEqual(ceiling / 2);
			expect(Math.max(...waits)).toBeLessThanOrEqual(ceiling);
			expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(ceiling / 4);
		}
		expect(nextDelayMs(defaultRetryPolicy, defaultRetryPolicy.maxTries, 0)).toBeUndefined();
	});

	const waitsAfter429 = (policy: RetryPolicy) => {
		const waits: number[] = [];
		for (let elapsed = 0; ;) {
			const wait = nextDelayMs(policy, waits.length + 1, elapsed, { status: 429 });
			if (wait === undefined) return waits;
			waits.push(wait);
			elapsed += wait;
		}
	};

	it.each([
		[1, []],
		[2, [60]],
		[3, [15, 60]],
		[4, [4, 15, 60]],
		[5, [1, 4, 15, 60]],
		[6, [1, 4, 15, 60, 60]],
		[10, [1, 4, 15, 60, 60]],
	])('survives a limit per minute if 429 names no wait: %i tries', (maxTries, seconds) => {
		const waits = waitsAfter429({ ...defaultRetryPolicy, baseDelayMs: 0, maxTries });
		expect(waits.map((ms) => Math.round(ms / 1000))).toEqual(seconds);
		const jittered = waitsAfter429({ ...defaultRetryPolicy, maxTries });
		expect(jittered.length).toBe(waits.length);
		if (maxTries > 1) expect(jittered.at(-1)).toBeGreaterThanOrEqual(60_000);
	});
});

describe('requestedWaitMs', () => {
	// The clock of the service differs from that of this machine.
	const date = 'Sat, 21 Nov 2020 10:00:00 GMT';
	const epoch = Date.parse(date) / 1000;

	it.each([
		['3', 3_000],
		['0', 0],
		['120', 120_000],
		[' 1.25 ', 1_250],
		['3s', undefined],
		['Sat, 21 Nov 2020 10:00:20 GMT', 20_000],
		['Sat, 21 Nov 2020 09:00:00 GMT', 0],
		['soon', undefined],
		['', undefined],
		[undefined, undefined],
	])('reads Retry-After: %p as %p', (retryAfter, expected) => {
		expect(requestedWaitMs(503, { date, 'retry-after': retryAfter })).toBe(expected);
	});

	it.each([
		['7', 7_000],
		[String(epoch + 30), 30_000],
		[String(epoch - 30), undefined],
		['0', undefined],
		['soon', undefined],
	])('reads X-RateLimit-Reset: %p as %p', (reset, expected) => {
		expect(requestedWaitMs(429, { date, 'x-ratelimit-reset': reset })).toBe(expected);
		expect(requestedWaitMs(503, { date, 'x-ratelimit-reset': reset })).toBeUndefined();
		const both = { 'retry-after': '2', 'x-ratelimit-reset': reset };
		expect(requestedWaitMs(429, both)).toBe(2_000);
	});
});

it.each<[effect: Effect, isTransient: boolean, statuses: number[]]>([
	['none', false, [401]],
	['none', true, [429]],
	['refused', false, [400, 403, 404, 409, 410, 413, 415, 422]],
	['open', true, [206, 408, 425, 502, 503, 504, 520, 524]],
	['open', false, [301, 302, 303, 307, 499, 500, 501, 519, 525]],
])('the effect is %s, and a retry may help (%s), after %j', (effect, isTransient, statuses) => {
	for (const status of statuses) {
		const found = [status, effectOfStatus(status), isTransientStatus(status)];
		expect(found).toEqual([status, effect, isTransient]);
	}
});

const timeouts = ['ETIMEDOUT', 'ECONNABORTED'];
it.each<[effect: Effect, isTransient: boolean, codes: string[]]>([
	// Nothing was sent.
	['none', true, ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']],
	['none', false, ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']],
	['open', true, ['EHOSTUNREACH', 'ECONNRESET', 'EPIPE', ...timeouts]],
	['open', false, ['', 'ERR_CANCELED']],
])('the effect is %s, and a retry may help (%s), after %j', (effect, isTransient, codes) => {
	for (const code of codes) {
		const found = [code, effectOfCode(code), isTransientCode(code)];
		expect(found).toEqual([code, effect, isTransient]);
	}
});

describe('another try is allowed', () => {
	const may = (method: string, failure: object, isOpen: boolean, repeatable?: boolean) =>
		mayRetry({ method, repeatable }, failure as ServiceError, { isWrite: true, isOpen });

	it('after a refusal of a read, never of a change', () => {
		const refusal = { isTransient: true, effect: 'refused' } as ServiceError;
		const may = (isWrite: boolean) =>
			mayRetry({ method: 'PUT', repeatable: true }, refusal, { isWrite, isOpen: false });
		expect([may(false), may(true)]).toEqual([true, false]);
	});

	it.each(['GET', 'POST', 'PUT', 'DELETE'])('after a transient failure only: %s', (method) => {
		for (const isOpen of [false, true]) {
			expect(may(method, { isTransient: false }, isOpen, true)).toBe(false);
		}
		expect(may(method, { isTransient: true }, false)).toBe(true);
	});

	it.each([
		['PUT', true, true],
		['DELETE', true, true],
		['POST', true, false],
		['PUT', false, false],
		['DELETE', undefined, false],
	])('if the change may be made: %s, repeatable: %s', (method, repeatable, expected) => {
		expect(may(method, { isTransient: true }, true, repeatable)).toBe(expected);
	});
});

it.each([
	[undefined, undefined],
	[999, undefined],
	[1_000, '1 second'],
	[1_001, '2 seconds'],
	[119_999, '120 seconds'],
	[120_000, '2 minutes'],
	[7_200_000, '2 hours'],
	[172_800_000, '2 days'],
	[172_800_001, '3 days'],
])('a wait of %p milliseconds is "%s"', (ms, words) => {
	expect(waitInWords(ms)).toBe(words);
});

it('a pause ends soon after the cancel, long before its time', async () => {
	const signal = { aborted: false };
	const hour = pause(3_600_000, signal);
	signal.aborted = true;
	await Promise.all([hour, pause(3_600_000, { aborted: true })]);
});
