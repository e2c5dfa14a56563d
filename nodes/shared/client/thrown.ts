import { ServiceError } from './errors';

/** Reads what n8n's request helper throws; the shapes differ between its versions. */

/** The HTTP status in an error of n8n's request helper, in whichever version's shape. */
export function statusOf(thrown: unknown): number | undefined {
	for (const error of causes(thrown)) {
		const response = error.response as { status?: unknown } | undefined;
		const status = Number(response?.status ?? error.httpCode);
		if (Number.isInteger(status) && status >= 100 && status <= 599) return status;
	}
	return undefined;
}

/** The body of the answer that an error of n8n's request helper carries, where its version keeps it. */
export function bodyOf(thrown: unknown): unknown {
	for (const error of causes(thrown)) {
		const response = error.response as { data?: unknown } | undefined;
		if (response?.data !== undefined) return response.data;
	}
	return undefined;
}

/** The code of a connection that failed, such as ECONNRESET; empty when there is none. */
export function codeOf(thrown: unknown): string {
	for (const error of causes(thrown)) {
		// n8n before 2.40 drops the cause and leaves its code where a status would stand.
		for (const code of [error.code, error.httpCode]) {
			if (typeof code === 'string' && /^[A-Z]/.test(code)) return code;
		}
	}
	return '';
}

/** A failure that this package explained already, carried through n8n's wrappers as plain data. */
export function findExplained(thrown: unknown): ServiceError | undefined {
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
