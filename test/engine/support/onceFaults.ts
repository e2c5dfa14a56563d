import type { GivenFault } from '../../../dev/sandbox/http/faults';

/** Equal seeds give equal numbers. */
export function random(seed: number): (below: number) => number {
	let state = (seed * 2654435761) % 2 ** 32;
	return (below) => {
		state = (state * 1664525 + 1013904223) % 2 ** 32;
		return Math.floor((state / 2 ** 32) * below);
	};
}

export type Strike = Omit<GivenFault, 'match' | 'times'>;

/** Faults of the creation of a document. */
export const creationFaults: Strike[] = [
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'resetWithin' },
	{ kind: 'truncatedJson' },
	{ kind: 'emptyBody' },
	{ kind: 'errorBody' },
	{ kind: 'noRecords' },
	{ kind: 'expireToken' },
	...[429, 400, 500, 502, 503].map((status) => ({ kind: 'status', status, retryAfter: '0' })),
	...[500, 502, 503, 504, 408].map((status) => ({ kind: 'status', status, phase: 'after' })),
	{ kind: 'html' },
	{ kind: 'html', phase: 'after' },
	{ kind: 'redirect', location: 'https://elsewhere.example/', phase: 'after' },
] as Strike[];

/** Faults of a read of the list. */
export const readingFaults: Strike[] = [
	{ kind: 'status', status: 500 },
	{ kind: 'truncatedJson' },
	{ kind: 'resetBefore' },
	{ kind: 'expireToken' },
] as Strike[];
