import type { IDataObject } from 'n8n-workflow';

import { readJson, type HttpResponse } from '../../shared/client/answer';
import { describePart, readList, type ServiceRecord } from '../../shared/client/envelope';
import { toResult, type ServiceError } from '../../shared/client/errors';
import { ServiceClient, type ServiceCall } from '../../shared/client/client';
import { listRoute } from '../../shared/client/settings';
import { listName, searchRoute } from '../../shared/documents/sources';
import { keyOf } from '../../shared/lists/ids';
import { isCounted } from '../../shared/lists/page';

/** Maximum requests of a check, including retries, but not the usual one or two token requests. */
const maxCheckRequests = 28;

/** The same of a second check, which looks at each effect twice. */
const maxSecondRequests = 40;

/** No request is left. */
export class UsedUp extends Error {}

/** A request failed in a way that shows nothing about the settings. */
export class Unanswered extends Error {
	constructor(readonly failure: ServiceError) {
		super(failure.message);
	}
}

export interface ProbeResponse {
	records: ServiceRecord[];
	ids: string[];
	/** The response has a count of records or pages. */
	isCounted: boolean;
	/** The response says that there are more records. */
	saysMore: boolean;
	/** Set if the service rejected the request. */
	refusal?: ServiceError;
}

/**
 * How many positions further down a page starts; Infinity if it has only other documents. The median, because a document
 * may have moved to the head.
 */
export function shift(page: ProbeResponse, first: ProbeResponse): number {
	const places = new Map(first.ids.map((id, place) => [id, place]));
	const shifts = page.ids
		.flatMap((id, index) => (places.has(id) ? [(places.get(id) ?? 0) - index] : []))
		.sort((a, b) => a - b);
	return shifts.at(shifts.length >> 1) ?? Number.POSITIVE_INFINITY;
}

/** The location of the parameters. */
export type ParameterLocation = 'list' | 'body' | 'query';

/** Sends read requests and counts them. */
export class Asking {
	requests = 0;

	/** Text of envelopes and errors of the service, in which parameter names may appear. */
	private words = '';

	private readonly client: ServiceClient;

	private readonly unknownNames = new Map<ParameterLocation, ProbeResponse>();

	/** @param isSecond whether it checks the results of a first check, and each effect twice */
	constructor(
		{ connection }: ServiceClient,
		readonly isSecond: boolean,
	) {
		const most = isSecond ? maxSecondRequests : maxCheckRequests;
		this.client = new ServiceClient({
			...connection,
			send: async (outgoing) => {
				if (this.requests >= most) throw new UsedUp();
				this.requests++;
				return await connection.send(outgoing);
			},
		});
	}

	/** @throws UsedUp; Unanswered; ServiceError if no request can succeed */
	async ask(place: ParameterLocation, parameters: IDataObject = {}): Promise<ProbeResponse> {
		const call: ServiceCall =
			place === 'list'
				? { ...this.client.target(listRoute), activity: 'listing accounting documents' }
				: {
						...this.client.target(searchRoute),
						onlyReads: true,
						mayFindNothing: true,
						activity: 'searching accounting documents',
					};
		const sent = place === 'body' ? { body: parameters } : { query: parameters };
		const read = (answer: HttpResponse) => this.read(answer, call.activity);
		const result = await toResult(
			async () => await this.client.request({ ...call, ...sent, read }),
		);
		if (!result.failure) return result.value;
		const { failure } = result;
		if (endsCheck.has(failure.kind)) throw failure;
		if (!failure.isRefusal) throw new Unanswered(failure);
		this.words += ` ${comparableFailure(failure)}`;
		return { records: [], ids: [], isCounted: false, saysMore: false, refusal: failure };
	}

	/** Asks again after a refusal or an empty list: a single response may be a mistake. */
	async confirm(place: ParameterLocation, parameters?: IDataObject): Promise<ProbeResponse> {
		const reply = await this.ask(place, parameters);
		if (reply.ids.length > 0) return reply;
		const again = await this.ask(place, parameters);
		return again.refusal ? reply : again;
	}

	/** Sorts candidates. Names that the service mentioned come next after the first one. */
	inOrder<T>([own, ...others]: readonly T[]): T[] {
		const isMentioned = (one: T) => wholeWord(String(one)).test(this.words);
		return [own, ...others.filter(isMentioned), ...others.filter((one) => !isMentioned(one))];
	}

	async refusesUnknownNames(place: ParameterLocation): Promise<boolean> {
		return (await this.unknownName(place)).refusal !== undefined;
	}

	/** Whether the service rejects the name as unknown. Otherwise it rejects the value. */
	async isOfUnknownName(
		place: ParameterLocation,
		name: string,
		{ refusal }: ProbeResponse,
	): Promise<boolean> {
		const unknown = await this.unknownName(place);
		if (!unknown.refusal) return false;
		const wording = (one?: ServiceError) =>
			comparableFailure(one).replaceAll(noSuchName, '*').replaceAll(wholeWord(name), '*');
		return wording(refusal) === wording(unknown.refusal);
	}

	private async unknownName(place: ParameterLocation): Promise<ProbeResponse> {
		const reply = this.unknownNames.get(place) ?? (await this.ask(place, { [noSuchName]: '1' }));
		this.unknownNames.set(place, reply);
		return reply;
	}

	private read(answer: HttpResponse, activity: string): ProbeResponse {
		const body = readJson(answer, activity);
		const list = readList(body, activity, listName, answer.headers['content-range']);
		const envelope = Array.isArray(body) ? {} : body;
		this.words += ` ${JSON.stringify(envelope, (_, value: unknown) => (Array.isArray(value) ? 0 : value))}`;
		const { records } = list;
		const ids = records.map((record) => String(keyOf(record)));
		return {
			records,
			ids,
			isCounted: isCounted({ counts: list }),
			saysMore: describePart(list) !== undefined,
		};
	}
}

const noSuchName = 'noSuchParameter';

/** With these failures, the check cannot continue. */
const endsCheck = new Set<ServiceError['kind']>(['badInput', 'wrongCredential', 'cancelled']);

/** The text of a failure, without variable parts such as trace IDs. */
function comparableFailure(failure?: ServiceError): string {
	return `${failure?.status} ${failure?.message} ${failure?.description}`.replace(
		/[\da-f-]*\d[\da-f-]*/gi,
		'#',
	);
}

const wholeWord = (name: string) =>
	new RegExp(`(?<!\\w)${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`, 'g');

/** The current value, then the others. */
export const withOwn = <T>(own: T, others: readonly T[]): T[] => [
	own,
	...others.filter((one) => one !== own),
];

/** Whether a candidate has an effect. */
export type Verdict = 'seen' | 'none';

/** Finds the value of a setting. */
interface Probe<T extends string | number> {
	/** The location of the parameter; undefined if the candidates are not names. */
	place?: ParameterLocation;
	/** The value in the credential, then others. Each has its own request. */
	candidates: readonly T[];
	/** Whether there are enough documents to see an effect. */
	isVisible: boolean;
	ask(candidate: T): Promise<ProbeResponse>;
	verdict(reply: ProbeResponse, candidate: T): Verdict | Promise<Verdict>;
	/** Whether the service accepts another value under a name whose value it rejected. */
	isAccepted?(candidate: T): Promise<boolean>;
}

export interface Found<T> {
	/** `works`: it has an effect; `accepted`: it has none, but the service rejects unknown names. */
	how: 'works' | 'accepted' | 'none';
	value?: T;
	/** Whether the service rejects the value in the credential. */
	isOwnRefused: boolean;
}

/** Tries the candidates of a probe in order. @throws as {@link Asking.ask} */
export async function runProbe<T extends string | number>(
	asking: Asking,
	{ place, candidates, isVisible, ask, verdict, isAccepted }: Probe<T>,
): Promise<Found<T>> {
	const [own] = candidates;
	let isOwnRefused = false;
	for (const value of asking.inOrder(candidates)) {
		const isOwn = value === own;
		const isUnknown = async (refusal: ProbeResponse) =>
			place === undefined || (await asking.isOfUnknownName(place, String(value), refusal));
		let reply = await ask(value);
		// A single response may be a mistake.
		if (reply.refusal && (isOwn || !(await isUnknown(reply)))) reply = await ask(value);
		if (reply.refusal) {
			isOwnRefused ||= isOwn;
			if ((await isUnknown(reply)) || !(await isAccepted?.(value))) continue;
			return { how: 'works', value, isOwnRefused: isOwnRefused && !isOwn };
		}
		let effect = await verdict(reply, value);
		const isDoubtful = isOwn && effect === 'none' && reply.ids.length === 0;
		// A replica that is late may show other documents in one response.
		const isUnproven = asking.isSecond && isOwn !== (effect === 'seen');
		if (isDoubtful || isUnproven) effect = await verdict(await ask(value), value);
		if (effect === 'seen') return { how: 'works', value, isOwnRefused };
		if (place === undefined || reply.refusal) continue;
		if (await asking.refusesUnknownNames(place)) return { how: 'accepted', value, isOwnRefused };
		if (!isVisible) break;
	}
	return { how: 'none', isOwnRefused };
}
