/** Faults that wait for a matching request. */
import { random } from '../generated/random';
import {
	type Fault,
	fault,
	type FaultKind,
	type FaultOf,
	type GivenFault,
	isEarly,
	isOfLists,
	placeOf,
} from './faultKinds';
import type { Operation } from './operations';

export { type Fault, fault, type GivenFault } from './faultKinds';

/** The properties of a request that a fault can match. */
export type Target = {
	name: string;
	operation: Operation;
	/** The path without the query. */
	url: string;
	page: number | undefined;
};

type Armed = { fault: Fault; calls: number; struck: number };

/** A number below 1 that follows from the seed and the number of the call. */
const chance = (seed: number, call: number): number => random(seed, call, 90) / 2 ** 32;

function fits({ kind, match }: Fault, target: Target): boolean {
	const { name, operation, url, page } = target;
	if (match.path !== undefined && match.path !== name) return false;
	if (match.method !== undefined && match.method !== operation.method) return false;
	if (match.url !== undefined && !url.startsWith(match.url)) return false;
	if (match.page !== undefined && match.page !== page) return false;
	// An exchange issues a new token anyway, so ending the others there would have no effect.
	return kind !== 'expireToken' || name !== 'token';
}

export class Faults {
	private armed: Armed[] = [];

	add(input: GivenFault): void {
		this.armed.push({ fault: fault.parse(input), calls: 0, struck: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/** The faults of this call: the first of each changing kind, and the first that changes the response. */
	take(stage: 'early' | 'late', target: Target): Fault[] {
		const taken = new Map<string, Fault>();
		for (const one of this.armed) {
			const { match, times } = one.fault;
			if (isEarly(one.fault) !== (stage === 'early') || !fits(one.fault, target)) continue;
			if (isOfLists(one.fault) && target.operation.isList !== true) continue;
			one.calls++;
			if (one.calls < (match.call ?? 1) || (times !== 0 && one.struck >= times)) continue;
			if (match.rate !== undefined && chance(match.seed ?? 1, one.calls) >= match.rate) continue;
			const place = placeOf(one.fault);
			if (taken.has(place)) continue;
			one.struck++;
			taken.set(place, one.fault);
		}
		return [...taken.values()];
	}
}

/** The fault of one kind among these. */
export function pick<Kind extends FaultKind>(
	faults: readonly Fault[],
	kind: Kind,
): FaultOf<Kind> | undefined {
	return faults.find((one): one is FaultOf<Kind> => one.kind === kind);
}
