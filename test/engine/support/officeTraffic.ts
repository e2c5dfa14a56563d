import { deepStrictEqual, ok } from 'node:assert/strict';

import type { Admin, GivenFault, JournalEntry } from '../../../dev/sandbox';
import { companyIn, type CompanyItem } from './companyItems';

/** The request at which all tokens of a run are revoked for the first time. */
const firstRevocation = 30;
const mostRequests = 10_000;

const again = { times: 0 } as const;
const badGateway = { ...again, kind: 'status', status: 502, phase: 'after' } as const;
const troubles: GivenFault[] = [
	// Created, but the response is lost.
	{ ...again, kind: 'resetAfter', match: { path: 'createDocument', rate: 0.06, seed: 2 } },
	{ ...badGateway, match: { path: 'createDocument', rate: 0.04, seed: 3 } },
	// Not created, and there is no response either. The node spends long looking for it (`probeUntilListed`), so there is one in a run.
	{ times: 1, kind: 'resetBefore', match: { path: 'createDocument', rate: 0.01, seed: 4 } },
	{ ...again, kind: 'resetAfter', match: { method: 'PUT', rate: 0.01, seed: 5 } },
	{ ...badGateway, match: { method: 'PUT', rate: 0.01, seed: 6 } },
	{ ...again, kind: 'status', status: 503, match: { method: 'GET', rate: 0.01, seed: 7 } },
];
/** Unique By searches, and the node looks for lost documents. The node does not retry after 500. */
export const failingSearches: GivenFault = {
	...{ ...again, kind: 'status', status: 500 },
	match: { path: 'search', rate: 0.06, seed: 8 },
};

/** The requests of an accounting office, and whose token each of them had. */
export class OfficeTraffic {
	readonly requests: JournalEntry[] = [];
	private revocations = 0;

	/** @param requestsPerRevocation after how many requests all tokens are revoked again */
	constructor(
		private readonly admin: Admin,
		private readonly requestsPerRevocation: number,
	) {}

	/**
	 * Runs the node under revoked tokens and lost responses. It serves one company after another, so the tokens of all
	 * requests, also of those that name no company, must follow the order of the items.
	 */
	async inTurns<T>(
		items: CompanyItem[],
		turnsOf: (appIds: string[]) => string[],
		work: () => Promise<T>,
		more: GivenFault[] = [],
	): Promise<T> {
		const { admin } = this;
		admin.clearJournal();
		for (let call = firstRevocation; call < mostRequests; call += this.requestsPerRevocation) {
			admin.addFault({ kind: 'expireToken', match: { call } });
		}
		admin.addFault(...troubles, ...more);
		const result = await work();
		admin.clearFaults();
		// Jest runs tests in a realm of their own, and the journal's lists are of the outer one.
		const entries = [...admin.journal().entries];
		const sent = entries.filter(isNoExchange);
		deepStrictEqual(
			eachItem(sent.map(({ appId = 'no company' }) => appId)),
			turnsOf(items.map(({ appId }) => appId)),
		);
		this.requests.push(...entries);
		this.revocations += Math.ceil((sent.length - firstRevocation + 1) / this.requestsPerRevocation);
		return result;
	}

	/**
	 * Compares tokens with the companies that requests name, and with the owners of documents.
	 * @param owners App IDs by document ID
	 */
	judge(owners: ReadonlyMap<string, string>): void {
		const sent = this.requests.filter(isNoExchange);
		const ownerOf = ({ path }: JournalEntry) =>
			owners.get(/\/accountingdocuments\/(\d+)/.exec(path)?.[1] ?? '');
		const meant = sent.map((entry) => ({ entry, company: companyIn(entry) ?? ownerOf(entry) }));
		const clear = meant.filter(({ company }) => company !== undefined);
		ok(clear.length > sent.length / 2, `only ${clear.length} requests show their company`);
		deepStrictEqual(
			clear.filter(({ entry, company }) => entry.appId !== company),
			[],
		);
		const refused = sent.filter(({ status = 0 }) => status >= 400 && status < 500);
		ok(refused.length > 0, 'no revoked token was refused');
		const other = refused.filter(
			({ status, query, body }) => status !== 401 && !asksPage0(query, body),
		);
		deepStrictEqual(other, []);
		ok(this.lost().length > 0, 'no response to a write was lost');
	}

	figures() {
		const { requests, revocations } = this;
		const exchanges = requests.length - requests.filter(isNoExchange).length;
		return { requests: requests.length, exchanges, revocations, lost: this.lost().length };
	}

	/** Writes that were done, but whose response was lost. */
	private lost(): JournalEntry[] {
		return this.requests.filter(
			({ committed, status }) => committed === true && status !== 200 && status !== 201,
		);
	}
}

const isNoExchange = ({ path }: JournalEntry) => path !== '/auth/token';

/** The node asks for page 0 to find out whether the service counts from there. The sandbox refuses. */
const asksPage0 = (...carriers: unknown[]) =>
	carriers.some((one) => Number(Object(one).page) === 0 && Object(one).page != null);

/** For operations that serve item by item. */
export const eachItem = (appIds: string[]) =>
	appIds.filter((appId, index) => appId !== appIds[index - 1]);

/** For operations that serve all items of a company together. */
export const eachCompany = (appIds: string[]) => [...new Set(appIds)];
