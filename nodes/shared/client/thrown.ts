import { ServiceError } from './errors';
import { failureOfCode } from './network';

/**
 * The failure for which n8n's request helper threw, or the body of its answer; the shapes differ between its versions.
 * @param hasBegun as {@link failureOfCode}
 */
export function failureOfThrown(thrown: unknown, what: string, hasBegun: boolean): ServiceError {
	const ofExchange = findExplained(thrown);
	// Without a token the request itself was never sent; the exchange has been repeated by itself.
	if (ofExchange) return ofExchange.but({ effect: 'none', mayPass: false });
	return failureOfCode(codeOf(thrown), what, hasBegun);
}

/** The code of a connection that failed, such as ECONNRESET; empty when there is none. */
function codeOf(thrown: unknown): string {
	for (const error of causes(thrown)) {
		// n8n before 2.40 drops the cause and leaves its code where a status would stand.
		for (const code of [error.code, error.httpCode]) {
			if (typeof code === 'string' && /^[A-Z]/.test(code)) return code;
		}
	}
	return '';
}

/** A failure that this package explained already, carried through n8n's wrappers as plain data. */
function findExplained(thrown: unknown): ServiceError | undefined {
	for (const error of causes(thrown)) {
		// n8n before 2.40 drops the cause, but keeps what looks like an answer's data.
		const kept = error.context as { data?: { serviceFailure?: unknown } } | undefined;
		for (const failure of [error.serviceFailure, kept?.data?.serviceFailure]) {
			if (failure instanceof ServiceError) return failure;
		}
	}
	return undefined;
}

function* causes(thrown: unknown): Generator<Record<string, unknown>> {
	let current = thrown;
	for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth++) {
		yield current as Record<string, unknown>;
		current = (current as { cause?: unknown }).cause;
	}
}
